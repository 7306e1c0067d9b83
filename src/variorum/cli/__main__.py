"""`python -m variorum.cli`, where the `variorum` script is not on the path."""

import sys

from variorum.cli import main

sys.exit(main())
