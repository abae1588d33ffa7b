"""``python -m advisor`` is the command ``advisor``."""

import sys

from advisor.cli import main

if __name__ == "__main__":
    sys.exit(main())
