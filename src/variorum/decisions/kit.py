"""What a repository needs besides its rules: settings for git, CI and Weblate, as texts.

The recipe is a workflow of GitHub Actions; `weblate.json` is what Weblate's command
`import_json` reads (https://docs.weblate.org/en/latest/admin/management.html#import-json).
"""

from __future__ import annotations

ATTRIBUTES = """\
# Sources stay as they are, byte for byte: git changes no line ends.
* -text

# Catalogues are merged by message, where a clone has been told once how:
#   git config merge.variorum.name 'catalogues, by message'
#   git config merge.variorum.driver 'variorum translations merge %O %A %B'
*.po merge=variorum
"""

IGNORED = """\
# What is made from the files here, and can be made again.
*.db
*.mo
"""

HOOK = """\
#!/bin/sh
# Looks at the rules before each commit, in a few seconds. Each clone is told once:
#   git config core.hooksPath .githooks
# `git commit --no-verify` commits without it.
set -e
cd "$(dirname "$0")/.."
database="$(git rev-parse --git-dir)/variorum-hook.db"
if ! command -v variorum >/dev/null; then
    echo 'variorum is not installed here, so nothing was checked' >&2
    exit 0
fi
# Stops at a variorum.toml, variorum.keys or catalogue that cannot be read.
variorum build . -o "$database"
if [ -n "$(git ls-files --others --modified -- variorum.keys)" ]; then
    echo 'variorum.keys holds keys that are not in the commit; run: git add variorum.keys' >&2
    exit 1
fi
variorum translations check "$database" --translations translations
# What is found in the rules is shown and stops nothing: a text may wait for its verdict.
variorum check "$database" --severity error || test $? -eq 1
"""

WORKFLOW = """\
# Builds the rules and checks them after every change; publishes them with every tag.
name: variorum

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          # The history of the rules is read from the history of this repository.
          fetch-depth: 0
      - uses: actions/setup-python@v5
        with:
          python-version: "3.x"
      - run: pip install variorum
      - run: variorum build --git . -o rules.db
      - run: variorum site site --database rules.db --translations translations
      - uses: actions/upload-artifact@v4
        # Before the checks: it is worth having even where they find something to decide.
        with:
          name: site
          path: site
      - run: variorum translations check rules.db --format github
      - name: Check what is new since the last release
        run: |
          last=$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null || true)
          if [ -n "$last" ]; then
            variorum check rules.db --format github --since "$(git rev-parse "$last^{commit}")"
          else
            # Before the first release everything is new: it is shown, and stops nothing.
            variorum check rules.db --format github || test $? -eq 1
          fi

  publish:
    if: startsWith(github.ref, 'refs/tags/')
    needs: check
    runs-on: ubuntu-latest
    permissions:
      contents: write
    steps:
      - uses: actions/download-artifact@v4
        with:
          name: site
          path: site
      # The release holds the folder to serve, with the database in it.
      - run: zip -qr site.zip site && gh release create "$TAG" site.zip site/rules.db
        env:
          GH_TOKEN: ${{ github.token }}
          GH_REPO: ${{ github.repository }}
          TAG: ${{ github.ref_name }}
"""

WEBLATE = """\
[
  {
    "name": "My Game",
    "slug": "my-game",
    "vcs": "git",
    "repo": "git@example.org:rules.git",
    "push": "git@example.org:rules.git",
    "branch": "main",
    "file_format": "po",
    "filemask": "translations/*/LC_MESSAGES/my-game.po",
    "new_base": "translations/my-game.pot",
    "new_lang": "contact",
    "edit_template": false
  }
]
"""
