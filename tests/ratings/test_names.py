"""Czech names sort as Czechs sort them and are found without accents."""

import pytest

from ratings.names import initialled, search_key, sort_key, surname_first, written


@pytest.mark.parametrize(
    "names",
    [
        ["Cibulka", "Čada", "Dlouhý", "Hrubý", "Chytil", "Ivan"],
        ["Rada", "Řada", "Sova", "Šach", "Tichý", "Zeman", "Žáček"],
        ["Novák", "Novák Adam", "Novák Bedřich", "Nováková"],
        ["Dana", "Daňa", "Dána", "Darek"],
        ["Malá", "Málek", "Malý"],
        ["Uhlíř", "Úlehla", "Umlauf"],
    ],
    ids=lambda names: names[0],
)
def test_names_sort_by_the_czech_alphabet(names):
    assert [*sorted(set(names), key=sort_key)] == names


def test_accents_matter_only_between_equal_letters():
    assert sort_key("Kral") < sort_key("Král") < sort_key("Krala")


def test_a_sort_key_is_digits_only_so_that_every_database_sorts_it_alike():
    assert sort_key("Łukasz Ødegård-Müller 3 Иван").isdigit()


def test_case_does_not_matter():
    assert sort_key("NOVÁK") == sort_key("novák")


def test_people_are_listed_by_surname():
    assert surname_first("Jan Novák") == "Novák Jan"
    assert surname_first("Jan Karel Novák ml.") == "Novák Jan Karel ml."
    assert surname_first("Ota") == "Ota"


def test_a_name_is_found_without_accents():
    assert search_key("Jiří  O'Müller-Šťastný") == "jiri o muller stastny"
    assert search_key("Łukasz Großmann") == "lukasz grossmann"


def test_a_minor_is_given_name_and_initial():
    assert initialled("Jana Marie Nováková") == "Jana N."
    assert initialled("Jana") == "Jana"


@pytest.mark.parametrize("typed", [" Jan\tNovák ", "Jan\u00a0Nov\u200bák", "Ja\x00n Novák\x07"])
def test_a_name_is_stored_without_what_nobody_sees(typed: str) -> None:
    assert written(typed) == "Jan Novák"
