"""Moved: `python -m variorum.interface.extract`."""

from variorum.interface.extract import main

if __name__ == "__main__":
    main()
