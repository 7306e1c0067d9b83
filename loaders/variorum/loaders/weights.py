"""How much each kind of evidence for a place in the tree weighs.

Fitted as log-odds on outlines of several languages and kinds, with headings left out at random,
never far from what a reader would guess; only their proportions matter.  Rounded: the tree must
not hang on the second digit.
"""

# Beside the heading before it: what needs no evidence.
BESIDE = 0.3
# Against a further level.
BELOW = 1.0
# Against a further level for which nothing in particular speaks.
UNSAID = 1.2
# Against going up, for each level.
CLOSE = 0.3
# Against opening a new chapter.
LEAVE = 1.0
# Against going up, where it looks like the heading before it.
LOOKS = 3.0
# How far what speaks for other places counts against one: 0 not, 1 as probabilities do.
RIVALS = 0.9
# Below a heading without text of its own.
CONTAINER = 6.2
# Headings without text side by side.
EMPTY = 1.7
# Against standing beside the document's title.
WHOLE = 4.0
# Below a text that announces what follows.
ANNOUNCED = 5.0
# Foreign names side by side.
FOREIGN_BESIDE = 5.8
# The first foreign name below the heading before it.
FOREIGN_BELOW = 2.8
# Up, after a run of foreign names.
FOREIGN_OVER = 1.7
# Owners of a cycle side by side.
OWNERS = 3.2
# The first owner below the heading before it.
FIRST_OWNER = 0.0
# Members of a round below its owner: as good as certain.
CYCLE = 30.0
# The title contains the title above.
TAKES_UP = 2.7
# For each telling word that it shares.
SHARES_WORD = 1.6
# One half of a title that coordinates two.
HALF = 5.0
# A word of a title inside one of the other.
COMPOUND = 0.0
# Title or text take up the title above, or one further up.
TOPIC = 1.1
# Against, where all titles beside it share a word that it lacks.
STRANGER = 2.1
# Against, where all beside it have to do with the heading above.
UNTIED = 3.4
# The text above has its words.
NAMED = 1.8
# Its first sentence has the title above.
OPENING = 2.0
# Beside a title that begins alike.
LEAD = 1.9
# Where the same title stood before.
SAME_DEPTH = 2.5
# In a list that a sentence gives.
LISTED = 4.6
# Against going on after the last thing of that list.
ENDED = 2.8
# Against standing below an ability.
ABILITY = 4.0
# Its number says so: as good as certain.
NUMBERED = 8.0
# Between two headings of a numbered series, below the first.
ENCLOSED = 6.0
# Titles in capitals above and beside others.
CAPITALS = 4.2
# A chapter: its word comes back in later titles.
FAMILY = 3.1
# A chapter: announces what follows and shares nothing with what was.
WIDE = 6.2
# A level more, as far as the headings beside have one.
HEADS = 4.8
# In alphabetical order.
ORDER = 1.3
# Against a level with one heading.
ONLY = 0.5
# Against each level beyond the third.
DEEP = 1.0
