"""Databases for storage tests: SQLite in a folder, and PostgreSQL if it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL server for all tests of this process."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("PostgreSQL"))])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Return the location of an empty database."""
    if request.param == "sqlite":
        return tmp_path / "online"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
