"""Sentences of our own in three languages, and edits of them whose class is known.

`edits(lang, seed, count)` yields (class, before, after): a text of a few sentences and the
same text with one edit.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

SENTENCES = {
    "fr": [
        "Le veilleur peut franchir 3 murets par tour.",
        "Une barque doit rester à 12 cm de la rive.",
        "Chaque lanternier lance 2D6 et garde le meilleur résultat.",
        "Sur un jet de 4+, la corde tient bon.",
        "Les ponts de bois brûlent pendant deux tours entiers.",
        "Le guetteur voit à travers la brume légère.",
        "Tous les passeurs avancent de 10 cm en silence.",
        "Une échelle de 5 ou plus soutient seulement un soldat.",
        "La cloche sonne quand la herse tombe.",
        "Le capitaine doit choisir une porte avant la bataille.",
        "Les archers peuvent tirer depuis le rempart nord.",
        "La muraille perd un créneau au moins 6 fois.",
    ],
    "hu": [
        "Az őrszem 3 falat mászhat meg körönként.",
        "A csónaknak 12 cm távolságra kell maradnia a parttól.",
        'A lámpás minden híd mellett 6" távolságra világít.',
        "A kötél csak 4+ dobásra tart ki a szélben.",
        "A fahidak két körön át égnek.",
        "A révész 2D6 kockával dob, és a nagyobbat tartja meg.",
        "Az íjászok a déli falról lőhetnek.",
        "A kapitánynak ki kell választania egy kaput.",
        "A harang megszólal, amikor a rács lezuhan.",
        "Egy 5-ös vagy nagyobb létra egy katonát tart meg.",
        "Az összes pajzs megvédi a hordozóját a nyilaktól.",
        "A köd eltakarja a távoli tornyokat.",
    ],
    "en": [
        "The watchman may climb 3 walls each turn.",
        "A ferry must stay within 12 inches of the bank.",
        "Every lantern lights the bridge at dusk.",
        "The rope holds on a roll of 4+ in the wind.",
        "Wooden bridges burn for two turns.",
        "The ferryman rolls 2D6 and keeps the higher die.",
        "Archers can shoot from the southern wall.",
        "The captain must choose one gate before the battle.",
        "The bell rings when the portcullis falls.",
        "A ladder of 5 or more carries only one soldier.",
        "All shields protect their bearers from arrows.",
        "Fog hides the distant towers.",
    ],
}

NUMBERS = {
    "fr": ["deux", "trois", "quatre", "cinq", "sept", "douze"],
    "hu": ["két", "három", "négy", "öt", "nyolc", "tíz"],
    "en": ["two", "three", "four", "five", "seven", "twelve"],
}
BOUNDS = {
    "fr": [("5 ou plus", "plus de 5"), ("au moins 6", "plus de 6")],
    "hu": [("5-ös vagy nagyobb", "5-ösnél nagyobb")],
    "en": [("5 or more", "more than 5")],
}
NEGATIONS = {
    "fr": [
        ("peut franchir", "ne peut pas franchir"),
        ("doit rester", "ne doit jamais rester"),
        ("brûlent", "ne brûlent pas"),
        ("voit", "ne voit pas"),
        ("avancent", "n'avancent pas"),
        ("sonne", "ne sonne plus"),
        ("peuvent tirer", "ne peuvent pas tirer"),
        ("en silence", "sans silence"),
        ("soutient", "ne soutient pas"),
    ],
    "hu": [
        ("mászhat", "nem mászhat"),
        ("világít", "nem világít"),
        ("tart ki", "nem tart ki"),
        ("égnek", "sosem égnek"),
        ("lőhetnek", "nem lőhetnek"),
        ("kell kivál", "nem kell kivál"),
        ("megszólal", "nem szólal meg"),
        ("megvédi", "nem védi meg"),
        ("tart meg", "nem tart meg"),
        ("eltakarja", "nem takarja el"),
    ],
    "en": [
        ("may climb", "may not climb"),
        ("must stay", "must never stay"),
        ("lights", "does not light"),
        ("holds", "does not hold"),
        ("can shoot", "cannot shoot"),
        ("can shoot", "can't shoot"),
        ("rings", "never rings"),
        ("burn", "do not burn"),
        ("hides", "doesn't hide"),
        ("protect", "don't protect"),
    ],
}
MODALITIES = {
    "fr": [
        ("peut franchir", "doit franchir"),
        ("doit rester", "peut rester"),
        ("peuvent tirer", "doivent tirer"),
        ("peuvent tirer", "tirent"),
        ("doit choisir", "choisit"),
        ("doit choisir", "peut choisir"),
    ],
    "hu": [
        ("mászhat", "mászik"),
        ("lőhetnek", "lőnek"),
        ("kell kiválasztania", "lehet kiválasztania"),
        ("kell maradnia", "szabad maradnia"),
    ],
    "en": [
        ("may climb", "must climb"),
        ("must stay", "may stay"),
        ("can shoot", "must shoot"),
        ("must choose", "should be able to choose"),
        ("must choose", "chooses"),
        ("may climb", "climbs"),
    ],
}
QUANTITIES = {
    "fr": [
        ("Chaque lanternier", "Un lanternier"),
        ("Tous les passeurs", "Les passeurs"),
        ("soutient seulement", "soutient"),
        ("au moins 6", "au plus 6"),
        ("5 ou plus", "5 ou moins"),
        ("La cloche", "Chaque cloche"),
        ("Les archers", "Certains archers"),
    ],
    "hu": [
        ("minden híd", "a híd"),
        ("csak 4+", "4+"),
        ("Az összes pajzs", "A pajzs"),
        ("A harang", "Minden harang"),
        ("5-ös vagy nagyobb", "5-ös vagy kisebb"),
        ("Az íjászok", "Csak az íjászok"),
    ],
    "en": [
        ("Every lantern", "The lantern"),
        ("each turn", "this turn"),
        ("only one", "one"),
        ("All shields", "Shields"),
        ("The bell", "Each bell"),
        ("5 or more", "5 or less"),
        ("Archers", "Some archers"),
    ],
}
UNITS = {
    "fr": [("12 cm", "12 pouces"), ("10 cm", "10 mm"), ("12 cm", "12 ps"), ("10 cm", "10 m")],
    "hu": [("12 cm", '12"'), ("12 cm", "12 hüvelyk"), ('6"', "6 cm"), ("12 cm", "12 mm")],
    "en": [("12 inches", "12 cm"), ("12 inches", "12 feet"), ("12 inches", "12 mm")],
}
WORDINGS = {
    "fr": [
        ("murets", "fossés"),
        ("barque", "péniche"),
        ("corde", "chaîne"),
        ("brume légère", "fumée épaisse"),
        ("la herse", "la lourde herse"),
        ("capitaine", "sergent"),
        ("depuis le rempart nord", "depuis le rempart"),
    ],
    "hu": [
        ("falat", "árkot"),
        ("csónaknak", "tutajnak"),
        ("kötél", "lánc"),
        ("déli falról", "falról"),
        ("rács", "súlyos rács"),
        ("kapitánynak", "őrmesternek"),
        ("távoli tornyokat", "magas tornyokat"),
    ],
    "en": [
        ("walls", "ditches"),
        ("ferry", "barge"),
        ("rope", "chain"),
        ("southern wall", "wall"),
        ("portcullis", "heavy portcullis"),
        ("captain", "sergeant"),
        ("distant towers", "tall towers"),
    ],
}
TYPOGRAPHY = {
    "fr": [
        (" : ", "\u00a0: "),
        ("deux", "2"),
        ("É", "E"),
        ("12 cm", "12\u00a0cm"),
        (". ", ".  "),
        ("Le ", "LE "),
        (", ", " , "),
    ],
    "hu": [
        ("két", "2"),
        ("12 cm", "12\u00a0cm"),
        (". ", ".  "),
        (", ", " – "),
        ("2D6", "2k6"),
        ('6"', "6″"),
        ("Az ", "AZ "),
    ],
    "en": [
        ("two", "2"),
        ("12 inches", "12\u00a0inches"),
        (". ", ".  "),
        ("2D6", "2d6"),
        ("The ", "THE "),
    ],
}
PAIRS = {
    "negation": NEGATIONS,
    "modality": MODALITIES,
    "quantity": QUANTITIES,
    "unit": UNITS,
    "wording": WORDINGS,
    "typographic": TYPOGRAPHY,
}


def edits(lang: str, seed: int, count: int) -> Iterator[tuple[str, str, str]]:
    """`count` texts with one edit of every class."""
    rng = random.Random(f"{lang} {seed}")
    for _ in range(count):
        chosen = rng.sample(SENTENCES[lang], rng.randint(3, 6))
        text = " ".join(chosen)
        for kind, pairs in PAIRS.items():
            found = [p for p in pairs[lang] for p in (p, p[::-1]) if p[0] in text]
            if kind == "typographic":
                found = [p for p in found if p in pairs[lang]]
            # an edit back would also hit a place that was never edited
            found = [p for p in found if text.count(p[0]) == 1 and p in pairs[lang]]
            if found:
                old, new = rng.choice(found)
                yield kind, text, text.replace(old, new, 1)
        yield from _numbers(lang, rng, text)
        at = rng.randrange(len(chosen))
        yield "missing_sentence", text, " ".join(chosen[:at] + chosen[at + 1 :])
        moved = chosen[1:] + chosen[:1]
        yield "moved", text, " ".join(moved)
        half = len(chosen) // 2
        first, second = " ".join(chosen[:half]), " ".join(chosen[half:])
        yield "missing_passage", f"{first}\n{second}", rng.choice((first, second))


def _numbers(lang: str, rng: random.Random, text: str) -> Iterator[tuple[str, str, str]]:
    digits = list(re.finditer(r"\d+", text))
    if digits:
        match = rng.choice(digits)
        other = rng.choice(
            [n for n in ("1", "2", "3", "4", "5", "6", "8", "12", "15", "20") if n != match.group()]
        )
        yield "number", text, text[: match.start()] + other + text[match.end() :]
    words = [w for w in NUMBERS[lang] if re.search(rf"\b{w}\b", text)]
    if words:
        old = rng.choice(words)
        new = rng.choice([w for w in NUMBERS[lang] if w != old])
        yield "number", text, re.sub(rf"\b{old}\b", new, text, count=1)
    bounds = [b for b in BOUNDS[lang] if b[0] in text]
    if bounds:
        old, new = rng.choice(bounds)
        yield "number", text, text.replace(old, new, 1)
