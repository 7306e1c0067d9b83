"""Catalogues of kinds of prose that the checks were not written for, made from templates.

Card games, sport, trade in space, riddles, words of a program: each text in three languages, with
things and numbers put in.  Made after the rules of the checks stood, and not to be fitted to them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

from variorum.po import Catalogue, Key, Message
from variorum.translations.glossary import parse_glossary
from variorum.translations.quality import Terms

LANGS = ("en", "fr", "hu")

# Things by language: one, many, and in Hungarian the object.
THINGS = [
    (("lantern", "lanterns"), ("lanterne", "lanternes"), ("lámpás", "lámpások", "lámpást")),
    (("kettle", "kettles"), ("bouilloire", "bouilloires"), ("kanna", "kannák", "kannát")),
    (("pigeon", "pigeons"), ("pigeon", "pigeons"), ("galamb", "galambok", "galambot")),
    (("satellite", "satellites"), ("satellite", "satellites"), ("műhold", "műholdak", "műholdat")),
    (("umbrella", "umbrellas"), ("parapluie", "parapluies"), ("esernyő", "esernyők", "esernyőt")),
    (("drum", "drums"), ("tambour", "tambours"), ("dob", "dobok", "dobot")),
    (("mirror", "mirrors"), ("miroir", "miroirs"), ("tükör", "tükrök", "tükröt")),
    (("ladder", "ladders"), ("échelle", "échelles"), ("létra", "létrák", "létrát")),
    (("basket", "baskets"), ("panier", "paniers"), ("kosár", "kosarak", "kosarat")),
    (("violin", "violins"), ("violon", "violons"), ("hegedű", "hegedűk", "hegedűt")),
    (("anchor", "anchors"), ("ancre", "ancres"), ("horgony", "horgonyok", "horgonyt")),
    (("needle", "needles"), ("aiguille", "aiguilles"), ("tű", "tűk", "tűt")),
]
NAMES = ["Orsolya", "Bertrand", "Quill & Sons", "Nagyapó", "Lieutenant Moss", "Élodie", "Zsiga"]

# `{0}` one, `{1}` many, `{2}` the object; `{a}`, `{b}` numbers; `{d}` dice; `{w}` a name.
TEMPLATES = [
    ("Draw {a} cards; keep {b}, and bury the rest.", "Piochez {a} cartes ; gardez-en {b} et enterrez le reste.", "Húzz {a} lapot; tarts meg {b} darabot, a többit temesd el."),
    ("Whoever holds the “{0}” leads the next trick.", "Qui tient l'objet « {0} » ouvre le pli suivant.", "Akinél ez van: „{0}”, az hívja a következő ütést."),
    ("The referee stops the clock after {a} minutes and {b} seconds.", "L'arbitre arrête le chronomètre au bout de {a} minutes et {b} secondes.", "A bíró {a} perc és {b} másodperc után megállítja az órát."),
    ("Buy at {a}.{b} credits a ton ({1}), sell them at {b} credits.", "Achetez à {a},{b} crédits la tonne ({1}), revendez à {b} crédits.", "Vegyél tonnánként {a},{b} kreditért ({1}), és add el {b} kreditért."),
    ("Are you sure that you want to delete “{w}”?", "Voulez-vous vraiment supprimer « {w} » ?", "Biztosan törlöd ezt: „{w}”?"),
    ("What has {a} legs at dawn, {b} at noon and none at night?", "Qu'est-ce qui a {a} pattes à l'aube, {b} à midi et aucune la nuit ?", "Minek van hajnalban {a} lába, délben {b}, éjjel meg egy se?"),
    ("{a} % of the harvest spoils each winter, {b} % in wet years.", "{a} % de la récolte pourrit chaque hiver, {b} % les années humides.", "A termés {a}%-a minden télen megromlik, nedves években {b}%-a."),
    ("Roll {d} for the weather: on a {a} or more it snows until dusk.", "Lancez {d} pour le temps : sur {a} ou plus, il neige jusqu'au soir.", "Dobj {d} kockával az időjárásra: {a} vagy több esetén estig havazik."),
    ("{w} whispers: “Never trust a {0} that sings.”", "{w} murmure : « Ne te fie jamais à cet objet s'il chante : {0}. »", "{w} ezt suttogja: „Sose bízz benne, ha énekel: {0}.”"),
    ("Save game", "Enregistrer la partie", "Játék mentése"),
    ("Loading the orchard of {w}…", "Chargement du verger de {w}…", "{w} gyümölcsösének betöltése…"),
    ("- tie the knot\n- cut the rope ({a} m)\n- let go", "- faites le nœud\n- coupez la corde ({a} m)\n- lâchez tout", "- kösd meg a csomót\n- vágd el a kötelet ({a} m)\n- engedd el"),
    ("Moves <b>{a}</b> squares sideways, <b>{b}</b> backwards.", "Se déplace de <b>{a}</b> cases de côté, <b>{b}</b> en arrière.", "Oldalra <b>{a}</b> mezőt lép, hátra <b>{b}</b> mezőt."),
    ("The half-back may not pass the {a}-metre mark before the whistle.", "Le demi ne passe pas la marque des {a} mètres avant le sifflet.", "A fedezet a sípszó előtt nem lépheti át a {a} méteres jelet."),
    ("First aid restores {a} points; see page {b} for fevers.", "Les premiers secours rendent {a} points ; voir page {b} pour les fièvres.", "Az elsősegély {a} pontot ad vissza; a lázról lásd a {b}. oldalt."),
    ("In 18{b} the mayor banned every {0} from the bridge.", "En 18{b}, le maire en interdit l'usage sur le viaduc : {0}.", "18{b}-ban a polgármester kitiltotta a viaduktról: {0}."),
    ("Choose one: {1}, or nothing at all.", "Au choix : {1}, ou rien du tout.", "Válassz egyet: {1}, vagy semmit."),
    ("Your ghost fades in {a} rounds unless somebody says its name.", "Votre fantôme s'efface en {a} manches si personne ne dit son nom.", "A szellemed {a} forduló alatt elhalványul, ha senki sem mondja ki a nevét."),
    ("Trump beats all other suits (even hearts).", "L'atout bat toutes les autres couleurs (même les cœurs).", "Az adu minden más színt üt (a kőrt is)."),
    ("Steep the leaves for {a} minutes, then strain.", "Laissez infuser les feuilles {a} minutes, puis filtrez.", "Áztasd a leveleket {a} percig, aztán szűrd le."),
    ("A toll of {a} pence is due for each wheel.", "Un péage de {a} sous est dû pour chaque roue.", "Kerekenként {a} garas vám jár."),
    ("Nobody leaves the hall while the bells are ringing!", "Que personne ne quitte la salle tant que sonnent les cloches !", "Senki se hagyja el a termet, míg a harangok szólnak!"),
    ("The third drawer holds {a} keys and a map of the attic.", "Le troisième tiroir contient {a} clés et un plan du grenier.", "A harmadik fiókban {a} kulcs és a padlás térképe van."),
    ("Warp drive (X)", "Propulsion de saut (X)", "Ugróhajtómű (X)"),
    ("With warp drive (X) you cross X sectors, but never more than {a}.", "Avec la propulsion de saut (X), vous franchissez X secteurs, jamais plus de {a}.", "Ugróhajtóművel (X) X szektort szelsz át, de sosem többet, mint {a}."),
    ("Connection lost after %(tries)s tries; wait {a} seconds.", "Connexion perdue après %(tries)s essais ; attendez {a} secondes.", "A kapcsolat %(tries)s próba után megszakadt; várj {a} másodpercet."),
    ("The winner takes the crown jewels and half of the pot.", "Le gagnant prend les joyaux de la couronne et la moitié du pot.", "A győztes elviszi a koronaékszereket és a bank felét."),
    ("If the crown jewels are stolen, each guard loses {a} days of pay.", "Si les joyaux de la couronne sont volés, chaque garde perd {a} jours de solde.", "Ha a koronaékszereket ellopják, minden őr {a} napi zsoldot veszít."),
    ("The jailer counts the prisoners twice a day.", "Le geôlier compte les prisonniers deux fois par jour.", "A porkoláb naponta kétszer megszámolja a rabokat."),
    ("Bribe the jailer with {a} coins to open the gate at night.", "Soudoyez le geôlier avec {a} pièces pour ouvrir la grille la nuit.", "Vesztegesd meg a porkolábot {a} érmével, hogy éjjel nyissa ki a kaput."),
]  # fmt: skip

GLOSSARY = (
    "concept,system,fr,hu,en,note\n"
    "jewels,,joyaux de la couronne,koronaékszer,crown jewels,\n"
    "jailer,,geôlier,porkoláb,jailer,\n"
    "orchard,,verger,gyümölcsös,orchard,\n"
    "round,,manche,forduló,round,\n"
    "credit,,crédit,kredit,credit,\n"
    "trump,,atout,adu,trump,\n"
)
FAULTS, EACH = 60, 5


def terms(source: str, target: str) -> Terms:
    return Terms(parse_glossary(GLOSSARY.encode(), "g"), "any", source, target)


def catalogue(source: str, target: str, seed: int, size: int = 500) -> Catalogue:
    """A catalogue without faults."""
    chance = random.Random(f"{source} {target} {seed}")
    one, two = LANGS.index(source), LANGS.index(target)
    messages: dict[str, Message] = {}
    for _ in range(size * 20):
        template, thing = chance.choice(TEMPLATES), chance.choice(THINGS)
        values = {
            "a": chance.randint(3, 99),
            "b": chance.randint(11, 98),
            "w": chance.choice(NAMES),
        }
        count, sides = chance.randint(1, 6), chance.choice([4, 6, 8, 10, 20])
        texts = []
        for at in (one, two):
            letter = "DDK"[at]
            texts.append(template[at].format(*thing[at], d=f"{count}{letter}{sides}", **values))
        key = f"any/e{len(messages)}"
        messages.setdefault(texts[0], Message(texts[0], (texts[1],), key))
        if len(messages) == size:
            break
    # What has few texts stands in many places, as words of a program do.
    spare = list(messages.values())
    while len(spare) < size:
        again = chance.choice(spare)
        spare.append(replace(again, msgctxt=f"any/e{len(spare)}"))
    return Catalogue(tuple(spare))


def with_faults(whole: Catalogue, target: str, seed: int) -> tuple[Catalogue, dict[Key, str]]:
    """The catalogue with `FAULTS` faults, `EACH` of each kind, and their kinds by key."""
    chance = random.Random(f"{target} {seed}")
    messages, faults = list(whole.messages), dict[Key, str]()
    places = list(range(len(messages)))
    for kind in KINDS:
        chance.shuffle(places)
        done = 0
        for at in places:
            if done == EACH:
                break
            message = messages[at]
            if message.key in faults:
                continue
            text = next(_spoilt(kind, message.msgid, message.msgstr[0], target), None)
            if text is not None and text != message.msgstr[0]:
                messages[at] = replace(message, msgstr=(text,))
                faults[message.key] = kind
                done += 1
        assert done == EACH, (kind, target, seed)
    return whole.with_messages(messages), faults


KINDS = (
    *("dice", "parameter", "markup", "list_item", "quote", "bracket"),
    *("term", "number", "ending", "untranslated_copy", "doubled_word", "capital"),
)


def _spoilt(kind: str, msgid: str, text: str, target: str) -> Iterator[str]:
    """The text with one fault; nothing where there is no place for it."""
    if kind == "dice" and (found := re.search(r"(?<=\d[DK])\d+", text)):
        yield text[: found.start()] + str(int(found[0]) + 2) + text[found.end() :]
    elif kind == "parameter" and "(X)" in text:
        yield text.replace(" (X)", "", 1)
    elif kind == "markup" and re.search(r"</?b>|%\(tries\)s", text):
        yield re.sub(r"</?b>|%\(tries\)s", "", text, count=1)
    elif kind == "list_item" and "\n- " in text:
        yield text.replace("\n- ", ", ", 1)
    elif kind == "quote" and re.search(r"[«»„”“]", text):
        yield re.sub(r"\s?[»”]", "", text, count=1)
    elif kind == "bracket" and text.count("(") == 1 and "(X)" not in text and "%(" not in text:
        yield text.replace(")", "", 1)
    elif kind == "number" and (found := re.search(r"(?<![\w,.D])\d+(?![\w,.%])(?![DK])", text)):
        yield text[: found.start()] + str(int(found[0]) + 1) + text[found.end() :]
    elif kind == "ending" and re.search(r"\w[.?!]$", msgid) and len(text.split()) > 6:
        yield " ".join(text.split()[:-2])
    elif kind == "untranslated_copy" and len(re.findall(r"\b[a-zé]{3,}", msgid)) > 4:
        yield msgid
    elif kind == "doubled_word" and (found := re.search(r"(?<=\s)[a-zéőűáó]{4,}(?=\s)", text)):
        yield text[: found.end()] + " " + text[found.start() :]
    elif kind == "capital" and msgid[:1].isupper() and text[:1].isupper() and text[-1] in ".!?":
        yield text[0].lower() + text[1:]
    elif kind == "term":
        wrong = {"en": "gizmo", "fr": "machin", "hu": "izé"}[target]
        for pattern in {
            "en": ("crown jewels", "[Jj]ailer", "[Tt]rump"),
            "fr": ("joyaux de la couronne", "[Gg]eôlier", "[Aa]tout"),
            "hu": (r"koronaékszer\w*", r"[Pp]orkoláb\w*", r"[Aa]du\b"),
        }[target]:
            if re.search(pattern, text):
                yield re.sub(pattern, wrong, text)
