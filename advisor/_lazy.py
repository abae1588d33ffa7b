"""Names of a package that are imported when they are first used (PEP 562): the command starts no slower."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["lazy"]


def lazy(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package.

    Parameters
    ----------
    package : str
        The package's name.
    homes : mapping of str to str
        Where each name is from: ``"advisor.errors"``, or ``"advisor.errors:Problem"`` if it has another name
        there.

    Examples
    --------
    >>> find, names = lazy("advisor", {"Fault": "advisor.errors:Problem"})
    >>> find("Fault").__name__, "Fault" in names()
    ('Problem', True)
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, there = homes[name].partition(":")
        return getattr(import_module(module), there or name)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return find, names
