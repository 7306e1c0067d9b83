"""References in French: names as they are announced, inflected, listed and shortened."""

from __future__ import annotations

import pytest
from link_samples import entry, linked, references

VOLANT = entry("Volant", "Il vole.")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Un drone avec la capacité Volant passe.", ["Volant > Volant"]),
        ("Les Volants passent, les drones volants aussi.", ["volants > Volant"]),
        ("Chaque drone volant ignore un fossé.", ["volant > Volant"]),
        ("Une vedette volante ignore un fossé.", ["volante > Volant"]),
        ("Il gagne la capacité Volant (2) sur ordre.", ["Volant (2) > Volant"]),
        ("L'aptitude Volant ne suffit pas.", ["Volant > Volant"]),
        ("Il n'a plus de capacité d'emport.", []),
        ("Il est moins volant que son frère.", []),
        ("On volant rien, il ne volant pas, qui volant verra.", []),
        ("Les volantaires reculent.", []),
    ],
)
def test_one_word(text: str, found: list[str]) -> None:
    wanted = [*found]
    if text.startswith("Les Volants"):
        wanted.insert(0, "Volants > Volant")
    assert references(VOLANT, entry("Drone", text)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Les unités d’Éclaireurs arrivent.",
        "Un Eclaireur arrive.",
        "Un éclaireur arrive.",
        "Quelques éclaireurs arrivent.",
    ],
)
def test_capitals_may_lack_their_accent(text: str) -> None:
    found = references(entry("Éclaireur", "Il voit."), entry("Guetteur", text))
    assert [f.partition(" > ")[2] for f in found] == ["Éclaireur"]


def test_names_of_several_words_in_any_number_and_across_an_elision() -> None:
    names = (entry("Chef d'Équipe", "Il guide."), entry("Bouclier Lourd", "Il pare."))
    text = "Les Chefs d’Équipe portent des boucliers lourds, pas un bouclier en bois lourd."
    assert references(*names, entry("Garde", text)) == [
        "Chefs d’Équipe > Chef d'Équipe",
        "boucliers lourds > Bouclier Lourd",
    ]


def test_ligatures_are_two_letters() -> None:
    assert references(
        entry("Cœur de Fer", "Il bat."), entry("Golem", "La capacité Coeur de Fer.")
    ) == ["Coeur de Fer > Cœur de Fer"]


def test_a_common_noun_is_no_mention_in_lower_case() -> None:
    wagon = entry(
        "Wagon",
        "Le wagon roule. Un wagon plein s'arrête. Chaque wagon freine.",
        "Ce wagon grince. Quand un wagon brûle, le wagon suivant recule.",
    )
    gare = entry("Gare", "Tout wagon y attend. Les unités avec la capacité Wagon y entrent.")
    assert references(wagon, gare) == ["Wagon > Wagon"]


def test_look_alikes_are_no_references() -> None:
    charge = entry("Charge", "Elle court.")
    portage = entry("Portage", "Il porte.")
    text = (
        "En mouvement de charge, une capacité de portage de 6 ou un mode de portage ne compte pas."
    )
    assert references(charge, portage, entry("Mule", text)) == []
    text = "Le Segment de Charge n'est pas un ordre de Charge."
    assert references(charge, entry("Tour", text)) == ["Charge > Charge"]
    text = "Un abordage manqué coûte un point."
    assert references(entry("Abordage", "Sautez."), entry("Coque", text)) == []


def test_self_mentions_are_no_references() -> None:
    radar = entry(
        "Anti-Missile",
        "Les AM tirent. L'Anti-Missile brûle, les anti-missiles aussi. La capacité Anti-Missile.",
        title="Anti-Missile (AM)",
        abbreviation="AM",
    )
    assert references(radar) == []


def test_abbreviations_are_told_by_their_capitals() -> None:
    radar = entry("Anti-Missile", "Il tire.", title="Anti-Missile (AM)", abbreviation="AM")
    chef = entry("PC", "Il guide.")
    text = "Le PC règle les tirs AM, mais ni le pc ni am, ni la SAM."
    assert references(radar, chef, entry("Radio", text)) == ["PC > PC", "AM > Anti-Missile"]


def test_titles_in_capitals_throughout_are_no_abbreviations() -> None:
    names = [entry(n, "Texte.") for n in ("VOLANT", "RAPIDE", "LOURD", "FURTIF")]
    assert references(*names, entry("Drone", "Un drone volant et furtif.")) == [
        "volant > VOLANT",
        "furtif > FURTIF",
    ]


def test_announced_names_that_no_source_holds_dangle() -> None:
    text = "Sauf avec la capacité Fouisseur ou Tir de Barrage, il recule. Le Fouisseur avance."
    found = linked(entry("Mine", text))
    assert [(r.surface, r.target, r.status, r.to_key) for r in found.references] == [
        ("Fouisseur", "Fouisseur", "dangling", None),
        ("Tir de Barrage", "Tir de Barrage", "dangling", None),
        ("Fouisseur", "Fouisseur", "dangling", None),
    ]
    assert [(f.kind, f.excerpt) for f in found.findings] == [
        ("dangling_reference", "Fouisseur"),
        ("dangling_reference", "Tir de Barrage"),
    ]
    assert "2 times" in found.findings[0].message


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sauf les capacités Sapeur, Pontier et Mineur.", ["Sapeur", "Pontier", "Mineur"]),
        ("Une des capacités suivantes : Sapeur, Pontier.", ["Sapeur", "Pontier"]),
        ("Avec la capacité Sapeur, Gontran avance.", ["Sapeur"]),
        ("Avec la capacité Sapeur, le Titan avance.", ["Sapeur"]),
        ("Avec la capacité sapeur, il avance.", []),
        ("Avec cette capacité. Sapeur est un mot.", []),
        ("Une capacité (Sapeur) entre parenthèses.", []),
    ],
)
def test_announced_lists(text: str, names: list[str]) -> None:
    assert references(entry("Mine", text)) == [f"{n} > ? {n}" for n in names]


def test_lists_of_known_names_teach_others() -> None:
    text = "Ceux de capacité Rapide, ni volants, ni rampants, reculent."
    assert references(VOLANT, entry("Rapide", "Il court."), entry("Vent", text)) == [
        "Rapide > Rapide",
        "volants > Volant",
        "rampants > ? Rampant",
    ]
    text = "La cible est d'un de ces types : Volant, Nageur (en mer), Rapide ou de taille 3."
    assert references(VOLANT, entry("Rapide", "Il court."), entry("Vent", text)) == [
        "Volant > Volant",
        "Nageur > ? Nageur",
        "Rapide > Rapide",
    ]


def test_other_lists_teach_nothing() -> None:
    text = "Il n'est ni volant ni fatigué. Voici mes amis : Gontran, Volant et Zoé."
    assert references(VOLANT, entry("Vent", text)) == ["volant > Volant", "Volant > Volant"]


def test_a_shortened_name_is_ambiguous_or_a_variant() -> None:
    sel, fer = entry("Écran de Sel", "Il fond."), entry("Écran de Fer", "Il rouille.")
    text = "Elle ignore la capacité Écran de la cible."
    both = linked(sel, fer, entry("Lame", text))
    assert [(r.surface, r.status, r.to_key) for r in both.references] == [
        ("Écran", "ambiguous", None)
    ]
    assert "Écran de Sel" in both.references[0].why
    assert [f.kind for f in both.findings] == ["ambiguous_reference"]
    one = linked(sel, entry("Lame", text))
    assert [(r.surface, r.to_key) for r in one.references] == [("Écran", "tin/Écran de Sel")]
    assert [f.kind for f in one.findings] == ["name_variant"]


def test_another_member_of_a_family_is_no_variant() -> None:
    text = "Elle ignore la capacité Écran de Verre."
    assert references(entry("Écran de Sel", "Il fond."), entry("Lame", text)) == [
        "Écran de Verre > ? Écran de Verre"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Voir p37, p. 8, p.9 ou page 12.",
            ["p37 > page 37", "p. 8 > page 8", "p.9 > page 9", "page 12 > page 12"],
        ),
        ("Lisez les pages 4 à 6.", ["pages 4 à 6 > page 4-6"]),
        ("La figure 3 le montre.", ["figure 3 > figure 3"]),
        ("Comme sur le dessin ci-dessous.", ["le dessin ci-dessous > figure dessin ci-dessous"]),
        ("Le tableau 2 le dit.", ["tableau 2 > table 2"]),
        ("Dans le livre « Les Brumes » il pleut.", ["« Les Brumes » > book Les Brumes"]),
        ("Il a 12 pages, PA 0 et 3 points ; la page suivante est vide.", []),
        ("Un tableau accroché au mur, une figure de cire.", []),
        ("Le mot « Brume » et le livre de bord.", []),
    ],
)
def test_places_of_books(text: str, found: list[str]) -> None:
    assert references(entry("Carte", text)) == found


def test_a_caption_that_is_here_resolves_its_number() -> None:
    plan = entry("Plan", "Figure 3 : le tout vu d'en haut.")
    assert references(plan, entry("Pont", "La figure 3 le montre.")) == ["figure 3 > figure 3 Plan"]


def test_sections_by_their_numbers() -> None:
    cover = entry("Couvert", "Il aide.", kind="rule", title="1.4 Couvert")
    text = "Le couvert compte (voir 1.4), comme au point 1.4 ; il reste 1.4 m et le point 1."
    assert references(cover, entry("Notes", text)) == ["1.4 > Couvert", "point 1.4 > Couvert"]
    assert references(cover, entry("Notes", "Selon l'art. 1.4, il en reste un.")) == [
        "art. 1.4 > Couvert"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Il tire (voir Les bêtes de somme).", ["bêtes de somme > Les bêtes de somme"]),
        ("Il suit la règle Les bêtes de somme.", ["bêtes de somme > Les bêtes de somme"]),
        ("Les bêtes de somme avancent. Les bêtes de somme tirent.", []),
        ("Il mène les bêtes de somme du voisin.", []),
        ("Note : Les bêtes de somme tirent.", []),
    ],
)
def test_the_article_of_a_name_with_its_capital(text: str, found: list[str]) -> None:
    beasts = entry("Les bêtes de somme", "Elles portent.", kind="rule")
    assert references(beasts, entry("Meneur", text, kind="rule")) == found


def test_a_number_that_opens_a_passage_is_known() -> None:
    range_ = entry(
        "Portée",
        "Elle compte.",
        "3.2b La portée longue est estimée.",
        kind="rule",
        title="3.2 Portée",
    )
    own = entry("Mesures", "On mesure, sauf selon la règle 3.2b.", kind="rule", title="1.2 Mesures")
    assert references(range_, own) == ["règle 3.2b > Portée"]
    # In two entries it says nothing.
    other = entry("Tir", "3.2b Le tir est long.", kind="rule", title="4.2 Tir")
    assert references(range_, own, other) == []
    measured = entry("Pas", "3.2 cm font un pas.", kind="rule", title="4.1 Pas")
    assert references(measured, entry("Mesures", "Voir 3.2 pas.", kind="rule")) == []


def test_sections_that_say_how_something_is_done() -> None:
    snow = entry("Neige", "Elle est profonde.", lang="fr", kind="rule", title="2.3. Neige")
    text = (
        "Selon 2.3 elle tient, sauf 2.3, comme expliqué en 2.3. Selon 2.4 elle fond; sauf 2.3 cm."
    )
    notes = entry("Notes", text, lang="fr", kind="rule")
    assert references(snow, notes) == ["2.3 > Neige"] * 3


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Le sapeur ignore le 2.3 une fois, hormis les effets du 2.3.", 2),
        ("Reportez-vous au 2.3 ; voir aussi le 2.3 et confer 2.3.", 3),
        ("Voir chap. 2.3.", 1),
        # A number that no title has, a measure, a version.
        ("Le sapeur ignore le 2.7 une fois.", 0),
        ("La portée passe des 2.3 cm au 2.3 mètres.", 0),
        ("Cela vaut depuis la 2.3 édition.", 0),
    ],
)
def test_a_number_behind_an_article_is_one_that_a_title_has(text: str, found: int) -> None:
    snow = entry("Neige", "Elle est profonde.", lang="fr", kind="rule", title="2.3. Neige")
    notes = entry("Notes", text, lang="fr", kind="rule")
    assert len(references(snow, notes)) == found


def test_the_word_for_a_part_says_which_of_two_with_one_number() -> None:
    parts = [
        entry("De la neige", "Elle est là.", kind="rule", title="Titre 3 – De la neige"),
        entry("Du vent", "Il souffle.", kind="rule", title="Article 3 – Du vent"),
        entry("Des voiles", "Elles claquent.", kind="rule", title="Chapitre 3 : Des voiles"),
    ]
    text = "On suit le titre 3, l'article 3, les art. 3 et le chap. 3, mais aussi le chapitre 3."
    assert references(*parts, entry("Notes", text, kind="rule")) == [
        "titre 3 > De la neige",
        "article 3 > Du vent",
        "art. 3 > Du vent",
        "chap. 3 > Des voiles",
        "chapitre 3 > Des voiles",
    ]
