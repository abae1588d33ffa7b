"""Builds the compiled half of the adviser and the catalogues of texts; all else is in pyproject.toml.

ADVISOR_DEBUG=1 makes a build with bounds checks and the compiler's undefined-behaviour traps on.
"""

import ast
import os
import struct
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("ADVISOR_DEBUG", "") not in ("", "0")
CEXT = Path("cext")
LOCALE = Path("data/locale")

FLAGS = ["-O3", "-g0", "-fno-math-errno", "-Wno-unreachable-code"]
if DEBUG:
    # not bounds-strict: it traps in Python's own headers, whose tuples end in an array of one
    FLAGS = ["-O1", "-g", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": not DEBUG,
    "embedsignature": True,
    "freethreading_compatible": False,
}

# What each module is put together from: a change in any of these files rebuilds it.
PARTS = sorted(str(p) for ending in ("*.pxi", "*.pxd", "*.h") for p in CEXT.rglob(ending))


def messages(text: str) -> dict[bytes, bytes]:
    """Return what a catalogue (.po) translates: texts with plural forms are joined by zero bytes."""
    found: dict[bytes, bytes] = {}
    for entry in text.split("\n\n"):
        fields: dict[str, str] = {}
        last = ""
        for line in entry.splitlines():
            key, _, value = line.partition(" ")
            if key.startswith("msg"):
                last = key
                fields[last] = ast.literal_eval(value)
            elif line.startswith('"'):
                fields[last] += ast.literal_eval(line)
        if "msgid" in fields and "#, fuzzy" not in entry:
            ids = [fields[key] for key in ("msgid", "msgid_plural") if key in fields]
            texts = [fields[key] for key in sorted(fields) if key.startswith("msgstr")]
            found["\0".join(ids).encode()] = "\0".join(texts).encode()
    return found


def catalogue(found: dict[bytes, bytes]) -> bytes:
    """Return a catalogue as gettext reads it (.mo): two tables of lengths and places, then all texts."""
    ids = sorted(found)
    start = 28 + 16 * len(ids)
    texts = b""
    tables: tuple[list[int], list[int]] = ([], [])
    for table, each in zip(tables, (ids, [found[key] for key in ids]), strict=True):
        for item in each:
            table += [len(item), start + len(texts)]
            texts += item + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(ids), 28, 28 + 8 * len(ids), 0, 0)
    return head + struct.pack(f"<{4 * len(ids)}I", *tables[0], *tables[1]) + texts


for source in sorted(LOCALE.glob("*.po")):
    source.with_suffix(".mo").write_bytes(catalogue(messages(source.read_text(encoding="utf-8"))))

extensions = [
    Extension(
        f"advisor.{source.stem}",
        [str(source)],
        include_dirs=[str(CEXT)],
        depends=PARTS,
        extra_compile_args=FLAGS,
    )
    for source in sorted((CEXT / "advisor").glob("*.pyx"))
]

setup(
    ext_modules=cythonize(  # type: ignore[no-untyped-call, unused-ignore]
        extensions,
        include_path=[str(CEXT)],
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        compiler_directives=DIRECTIVES,
    )
)
