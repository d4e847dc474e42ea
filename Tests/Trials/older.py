"""Databases as an older program left them; Tests/HubTests/Older has what it wrote."""

import os
import re
import sqlite3
import subprocess
from pathlib import Path

from failover import Server

DUMPS = Path(__file__).resolve().parent.parent / "HubTests" / "Older"
# The oldest version of the tables that is upgraded.
VERSION = 8


def set_back(file: Path, server: Server | None):
    """Puts what a hub's database holds into the tables that an older program created; no program uses it meanwhile.

    Columns and tables that those do not have are left out. With a server, the file is of no use.
    """
    if server:
        set_back_server(server)
    else:
        set_back_file(file)


def set_back_file(file: Path):
    older = file.with_name("older.sqlite")
    database = sqlite3.connect(older, isolation_level=None)
    database.executescript((DUMPS / f"sqlite-{VERSION}.sql").read_text())
    database.execute("ATTACH ? AS newer", (str(file),))
    tables = [name for name, in database.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'")]
    database.execute("BEGIN")
    for table in tables:
        columns = ", ".join(name for name, in database.execute("SELECT name FROM pragma_table_info(?)", (table,)))
        database.execute(f"DELETE FROM main.{table}")
        database.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}")
    database.execute("UPDATE main.meta SET version = ?", (VERSION,))
    database.execute("COMMIT")
    database.close()
    file.with_name(file.name + "-journal").unlink(missing_ok=True)
    os.replace(older, file)


def set_back_server(server: Server):
    dump = (DUMPS / f"postgresql-{VERSION}.sql").read_text()
    script = ["SET client_min_messages = warning;", "ALTER SCHEMA public RENAME TO newer;", "CREATE SCHEMA public;", dump]
    for table, columns in re.findall(r"^CREATE TABLE public\.(\w+) \((.*?)^\);", dump, re.MULTILINE | re.DOTALL):
        names = [line.split()[0] for line in columns.splitlines() if line.strip() and "CONSTRAINT" not in line.split()[0]]
        script += [f"DELETE FROM public.{table};",
                   f"INSERT INTO public.{table} ({', '.join(names)}) SELECT {', '.join(names)} FROM newer.{table};"]
    script += [f"UPDATE public.meta SET version = {VERSION};", "DROP SCHEMA newer CASCADE;"]
    subprocess.run(["psql", "-q1", "-v", "ON_ERROR_STOP=1", "-d", server.address], input="\n".join(script), text=True,
                   check=True, stdout=subprocess.DEVNULL)
