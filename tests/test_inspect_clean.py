"""Sound prose in three languages, with constructions that look like faults: no finding."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from inspect_texts import found

PROSE = {
    "en": """# Rowing by Night
When the harbour bell has rung, no boat may leave the quay unless its lamp is lit. A crew that had had its lamp put out by the wind may row back at once; it is, is it not, the only sensible thing to do?
A captain (or, failing him, the oldest rower) rolls 2D6: on an 8+ the boat slips past the guard... but only just. On a 2 it runs aground 3" from the nearest rock, i.e. within reach of the gulls, gannets, etc. Nothing else happens that turn.
"Who goes there?" the guard will ask, and the crew must answer: "Friends!" Those who answer "foes" (it has been known to happen) fight until one side - theirs or the guard's - has fled.
The rule that that lamp protects its bearer does not apply to captains. In addition, whoever takes over over half of the oars decides the course; see also rules 4.2, 4.10 and B.3 of the pilots' handbook, pp. 12-14, or http://harbour.example/rules/night.html for more.
# Mending Nets
Each net has the following three states: whole, torn or lost. The state of a net is shown by a token beside the boat; a torn net catches half as much (rounding up), a lost one nothing at all.
- A whole net catches 1D6 fish per turn;
- a torn net catches half of that;
- a lost net has to be bought again, for 3 coins (5 in winter).
To mend a net, spend a turn within 2" of the quay and roll a die. 1-2: the twine breaks; 3-4: one hole is closed; 5-6: all holes are closed. It's a long, long job, but the rowers' pay isn't docked for it.
# The Wreckers' Code (Optional)
Wreckers are bound by a code of their own, which the McAllister brothers wrote down in the year 1702 (some say 1703): never on Sundays, never on New Year's Day, never for less than £5.50. Even so they may, at the cost of 1 coin/boat, put out false lights and/or bribe the guard.
A boat misled by false lights moves D6" towards them. If it touches a rock, roll a D6 and add its speed: 1 to 6, no damage; 7 to 9, a leak; 10+, she sinks. Well, well: that's how Captain Lloyd lost the Gannet, the Llama and the Aardvark!
""",
    "fr": """# La rame de nuit
Dès que la cloche du port a sonné, aucune barque ne quitte le quai si sa lampe n'est pas allumée. Nous nous en tenons là ; vous vous en doutez, c'est la règle la plus discutée : faut-il la garder ? Oui !
Le patron (ou, à défaut, le plus vieux rameur) lance 2D6 : sur 8+, la barque passe inaperçue... mais de peu. Sur un 2, elle s'échoue à 3 cm du rocher le plus proche, c'est-à-dire à portée des mouettes, des fous de Bassan, etc. Rien d'autre n'arrive ce tour-ci.
« Qui va là ? » demandera le garde, et l'équipage de répondre : « Des amis ! » Ceux qui répondent « ennemis » (cela s'est vu) se battent jusqu'à ce que l'un des deux camps – le leur ou celui du garde – ait pris la fuite.
Quelque chose que fasse le patron, quel que soit le vent et quelles que soient les marées, on ne peut faire faire demi-tour à la barque qu'une fois par tour : ni plus, ni moins. La légalité n'est pas l'égalité, lesquelles diffèrent. Voir aussi les règles 4.2, 4.10 et B.3, p. 12, ou http://port.example/regles/nuit.html au besoin.
# Le ravaudage des filets
Chaque filet peut être dans l'un des trois états suivants : entier, troué ou perdu. Un filet troué prend moitié moins de poisson (en arrondissant au supérieur) ; un filet perdu n'en prend point.
- Un filet entier prend 1D6 poissons par tour ;
- un filet troué en prend la moitié ;
- un filet perdu se rachète 3 sous (5 en hiver).
Pour ravauder un filet, restez un tour à moins de 2 cm du quai et lancez un dé. 1-2 : le fil casse ; 3-4 : un trou est refermé ; 5-6 : tous les trous le sont. C'est très, très long, mais au-delà d'un tour les rameurs n'y perdent rien. D'autres que les rameurs peuvent s'y mettre, jusqu'à l'aube s'il le faut.
# Le code des naufrageurs (facultatif)
Les naufrageurs suivent un code bien à eux, que les frères Le Goff mirent par écrit en 1702 (1703 selon d'autres) : jamais le dimanche, jamais au jour de l'An, jamais pour moins de 5,50 €. Ils peuvent néanmoins, au prix d'un sou par barque, allumer de faux feux et/ou soudoyer le garde.
Une barque trompée par de faux feux avance de D6 cm vers eux. Si elle touche un rocher, lancez 1D6 et ajoutez sa vitesse : de 1 à 6, rien ; de 7 à 9, une voie d'eau ; 10 et plus, elle coule. C'est ainsi que le père La Houle perdit La Mouette, l'Aigrette et Le Cormoran, au Havre puis à La Rochelle.
""",
    "hu": """# Éjszakai evezés
Ha a kikötő harangja megszólalt, egyetlen csónak sem hagyhatja el a rakpartot, amíg a lámpása nem ég. Az a legénység, amelynek a lámpását a szél oltotta el, azonnal visszaevezhet; ez az egyetlen ésszerű megoldás, nemde?
A kormányos (vagy ha ő nincs, a legöregebb evezős) 2D6-tal dob: 8+ esetén a csónak észrevétlen marad... de csak éppen hogy. 2-es dobásnál zátonyra fut a legközelebbi sziklától 3"-re, vagyis a sirályok, szulák stb. közelében. Más nem történik abban a körben.
„Ki az?” – kérdezi majd az őr, mire a legénység így felel: „Barátok!” Akik azt felelik, hogy „ellenségek” (volt már rá példa), addig harcolnak, amíg az egyik fél – az övék vagy az őré – el nem menekül.
Az az evezős, aki a túlsó oldalon ül, más és más szabályt követ, mint az, aki innen evez. Tudni kell, hogy az utas mely oldalra ül, és hogy hányan vannak a 41. számú csónakban. A be- és kiszállás, illetve a le- és felrakodás egy-egy körbe telik; ld. még a 4.2. és a 4.10. pontot, a 12. oldalon, pl. a http://kikoto.example/szabalyok/ej.html címen.
# Hálók foltozása
Minden háló az alábbi három állapot egyikében lehet: ép, szakadt vagy elveszett. A szakadt háló feleannyi halat fog (felfelé kerekítve), az elveszett pedig semennyit sem.
- Az ép háló körönként 1D6 halat fog;
- a szakadt ennek a felét;
- az elveszettet újra meg kell venni, 3 garasért (télen 5-ért).
A foltozáshoz állj egy körig legfeljebb 2"-re a rakparttól, és dobj egy kockával. 1-2: elszakad a fonal; 3-4: egy lyuk bezárul; 5-6: minden lyuk bezárul. Sok sok fonal kell hozzá, de az evezősök bérét nem érinti. Az ez utáni körben a háló használható.
# A hajótörők törvénye (választható)
A hajótörőknek saját törvényük van, melyet a Kelemen fivérek írtak le 1702-ben (mások szerint 1703-ban): sosem vasárnap, sosem újévkor, sosem 5,50-nél kevesebbért. Mindazonáltal csónakonként egy garasért hamis fényt gyújthatnak és/vagy megvesztegethetik az őrt.
A hamis fénnyel megtévesztett csónak D6"-et halad a fény felé. Ha sziklához ér, dobj egy D6-tal, és add hozzá a sebességét: 1-től 6-ig semmi baj; 7-től 9-ig léket kap; 10 vagy több: elsüllyed. Így veszett el a Sirály, a Szula és az Alka, mert a kormányos, aki jól tudta, mely fények igaziak, aznap éjjel mást nézett, nem a partot.
""",
}


@pytest.mark.parametrize("lang", sorted(PROSE))
def test_nothing_is_found_in_sound_prose(lang: str) -> None:
    assert found(PROSE[lang], lang) == []


@pytest.mark.parametrize("lang", sorted(PROSE))
def test_nothing_is_found_in_prose_that_is_read_as_another_language(lang: str) -> None:
    for other in ("und", "xx"):
        assert found(PROSE[lang], other) == []


@pytest.mark.parametrize("lang", sorted(PROSE))
def test_a_fault_in_sound_prose_is_found_alone(lang: str) -> None:
    word = {"en": "harbour", "fr": "barque", "hu": "csónak"}[lang]
    text = PROSE[lang].replace(f" {word} ", f" {word} {word} ", 1)
    assert [(f.kind, f.suggestion) for f in found(text, lang)] == [("doubled_word", word)]


MANUALS = {
    "en": Path("/usr/share/man"),
    "fr": Path("/usr/share/man/fr"),
    "hu": Path("/usr/share/man/hu"),
}


def _manual_prose(folder: Path, limit: int) -> str:
    """Running text of the manual pages of a language, where the system has any."""
    paragraphs: list[str] = []
    size = 0
    for page in sorted(folder.glob("man[1578]/*.gz")):
        try:
            text = gzip.decompress(page.read_bytes()).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        for line in text.splitlines():
            if re.fullmatch(r"[^\W\d_][^\\.|<>{}\[\]=_/@*#~$%]{80,}[.]", line):
                paragraphs.append(line)
                size += len(line.encode("utf-8"))
        if size > limit:
            break
    return "\n".join(paragraphs)


@pytest.mark.parametrize("lang", sorted(MANUALS))
def test_hardly_anything_is_found_in_installed_manuals(lang: str) -> None:
    text = _manual_prose(MANUALS[lang], 100_000)
    if len(text) < 20_000:
        pytest.skip("this system has too few manual pages in this language")
    findings = found(text, lang)
    assert len(findings) <= 1 + len(text.encode("utf-8")) // 20_000, findings
