"""Builds the compiled half of the adviser and the catalogues of texts; all else is in pyproject.toml.

ADVISOR_DEBUG=1 makes a build with bounds checks and the compiler's undefined-behaviour traps on.
"""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
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


for source in sorted(LOCALE.glob("*.po")):
    with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read_po(texts))

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
