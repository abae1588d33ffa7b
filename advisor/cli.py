"""The command ``advisor``: runs what was asked for and answers every wrong input with one line.

The commands are in `advisor.shell`. Nothing of weight is imported before `main` runs, which can then say in
one line whatever goes wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import cast

from advisor.errors import AdvisorError
from advisor.shell import output

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command ``advisor``.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after ``advisor``; those of the process if left out.

    Returns
    -------
    int
        The exit status: 0, 2 after a wrong input (one line on standard error says what), 130 after Ctrl-C.

    Examples
    --------
    >>> main(["--version"])
    advisor 0.1.0
    0
    """
    output.prepare()
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        output.finish()
    except AdvisorError as error:
        return _failed(str(error))
    except output.OutputClosedError:
        output.abandon()
        return output.NO_READER
    except KeyboardInterrupt:
        return _interrupted()
    except MemoryError:
        return _failed("out of memory")
    except OSError as error:  # of the standard streams or of typer's own files: ours become errors of ours
        where = error.filename or "standard output"
        return _failed(f"{where}: cannot be written: {error.strerror or error}")
    return status


def _run(argv: Sequence[str]) -> int:
    import typer

    from advisor.shell.app import command

    # typer exports this error, which has all wrong flags and arguments below it, by no name of its own.
    usage_error = cast("type[typer.BadParameter]", typer.BadParameter.__bases__[0])
    try:
        status = command()(list(argv), prog_name="advisor", standalone_mode=False)
    except usage_error as error:
        path = error.ctx.command_path if error.ctx is not None else "advisor"
        return _failed(f"{_usage(error.format_message())}; see {path} --help", command=path)
    except typer.Abort:
        return _interrupted()
    if status == output.INTERRUPTED:
        return _interrupted()
    return output.FAILED if status else 0


def _usage(message: str) -> str:
    """Return typer's message as ours begin and end: no capital, no full stop."""
    message = message.strip().removesuffix(".")
    return message[:1].lower() + message[1:]


def _failed(message: str, *, command: str = "advisor") -> int:
    _flush_what_came_before()
    output.complain(message, command=command)
    return output.FAILED


def _interrupted() -> int:
    _flush_what_came_before()
    output.complain("interrupted")
    return output.INTERRUPTED


def _flush_what_came_before() -> None:
    try:
        output.finish()
    except (AdvisorError, output.OutputClosedError):  # one line is to be said, and it is not this one
        output.abandon()
