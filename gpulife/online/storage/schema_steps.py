"""What makes the tables of an older gpulife those of this one: a step for each version, in one transaction."""

from collections.abc import Callable
from types import MappingProxyType

from sqlalchemy import Connection, Table, insert, literal, select, text
from sqlalchemy import table as named_table
from sqlalchemy.sql.expression import column

from gpulife.online.storage.tables import PLACEMENTS, RESULTS


def _number_games(connection: Connection) -> None:
    """From version 1, where a match had one result when it ended, to one with a result for each of its games."""
    connection.execute(text("ALTER TABLE keyframes ADD COLUMN games TEXT NOT NULL DEFAULT '{}'"))
    _rebuild(connection, RESULTS, number=1, began=0)
    _rebuild(connection, PLACEMENTS, number=1)


def _rebuild(connection: Connection, table: Table, **added: int) -> None:
    """Make a table anew with further columns: SQLite cannot change a primary key."""
    old = named_table(f"{table.name}_old", *(column(each.name) for each in table.c if each.name not in added))
    for index in table.indexes:
        connection.execute(text(f"DROP INDEX {index.name}"))
    connection.execute(text(f"ALTER TABLE {table.name} RENAME TO {old.name}"))
    table.create(connection, checkfirst=False)
    values = [literal(added[each.name]) if each.name in added else old.c[each.name] for each in table.c]
    connection.execute(insert(table).from_select([each.name for each in table.c], select(*values).select_from(old)))
    connection.execute(text(f"DROP TABLE {old.name}"))


STEPS: MappingProxyType[int, Callable[[Connection], None]] = MappingProxyType({1: _number_games})
"""By version: what makes the tables of that version those of the next one."""
