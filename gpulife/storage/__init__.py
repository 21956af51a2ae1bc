"""Files of the program's own: read with limits, checked against schemas, written whole or not at all."""
