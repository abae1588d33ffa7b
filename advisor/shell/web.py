"""``advisor web``: the page, served on this machine."""

from __future__ import annotations

import importlib.util
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Annotated, Any, Final

import typer

from advisor.errors import UsageError
from advisor.files import short
from advisor.shell.options import whole
from advisor.shell.output import complain, finish, say

__all__ = ["flags", "web"]

_LOCAL: Final = "127.0.0.1"
_HOST: Final = re.compile(r"[0-9A-Za-z.:-]{1,253}", re.ASCII)

PortOption = Annotated[
    str | None,
    typer.Option("--port", metavar="NUMBER", help="The port, 1 to 65535; a free one if left out."),
]
AddressOption = Annotated[
    str,
    typer.Option(
        "--address", metavar="HOST",
        help="The address to listen on; 0.0.0.0 lets everybody in who reaches this machine.",
    ),
]  # fmt: skip


def web(port: PortOption = None, address: AddressOption = _LOCAL) -> None:
    """Serve the page: positions, ranked plans, and hints at the table.

    It listens on this machine alone unless an address is given; Ctrl-C ends
    it. Games are kept under the user's data folder (ADVISOR_DATA names another).
    """
    number = _free_port() if port is None else whole("--port", port, 1, 65535)
    if not _HOST.fullmatch(address):
        raise UsageError(f"--address: {short(address)}, expected a host name or an IP address")
    if importlib.util.find_spec("streamlit") is None:
        raise UsageError("the page needs Streamlit: pip install 'table-advisor[app]'")
    folder = resources.files("advisor.web")
    settings = tomllib.loads((folder / "config.toml").read_text(encoding="utf-8"))
    settings["server"].update(address=address, port=number)
    command = [sys.executable, "-m", "streamlit", "run", str(folder / "__main__.py"), *flags(settings)]
    say([f"The page is at http://{address}:{number} - Ctrl-C ends it"])
    finish()
    try:
        status = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
    except KeyboardInterrupt:
        return
    if status not in (0, -2):
        complain(f"the page ended with status {status}")
        raise typer.Exit(2)


def flags(settings: Mapping[str, Any], section: str = "") -> Iterator[str]:
    """Yield the settings of a file of Streamlit's as flags of its command.

    >>> list(flags({"server": {"headless": True, "port": 80}}))
    ['--server.headless=true', '--server.port=80']
    """
    for name, value in settings.items():
        where = f"{section}.{name}" if section else name
        if isinstance(value, Mapping):
            yield from flags(value, where)
        else:
            yield f"--{where}={str(value).lower() if isinstance(value, bool) else value}"


def _free_port() -> int:
    with socket.socket() as found:
        found.bind((_LOCAL, 0))
        return int(found.getsockname()[1])
