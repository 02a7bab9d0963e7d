"""Text that runs both ways: the order in which it stands. Capitals are Hebrew letters in the cases below."""

import pytest

from servers.text.bidi import base_level, has_leftward, resolved_levels, visual_runs

HEBREW = {chr(ord("A") + place): chr(0x5D0 + place) for place in range(26)}
LATIN = {hebrew: latin for latin, hebrew in HEBREW.items()}
LRE, RLE, PDF, LRO, RLO = "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"
LRI, RLI, FSI, PDI, LRM, RLM = "\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f"


def shown(text: str, base: int) -> str:
    """The line as it stands, without what is not seen."""
    line = "".join(HEBREW.get(letter, letter) for letter in text)
    parts = [line[start:end][::-1] if left else line[start:end] for start, end, left in visual_runs(line, base)]
    return "".join(LATIN.get(letter, letter) for letter in "".join(parts) if letter.isprintable())


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("", 0, ""),
        ("car", 0, "car"),
        ("CAR", 0, "RAC"),
        ("car means CAR.", 0, "car means RAC."),
        ("car means CAR.", 1, ".RAC car means"),
        ("car MEANS CAR.", 1, ".RAC SNAEM car"),
        ("he said CAR MEANS it", 0, "he said SNAEM RAC it"),
        # numbers run to the right
        ("CAR 123 AB", 0, "BA 123 RAC"),
        ("CAR 1.5, 2,000 AB", 1, "BA 2,000 ,1.5 RAC"),
        ("A -5% $7", 1, "$7 5%- A"),
        # spaces at the end belong to the paragraph
        ("CAR  ", 0, "RAC  "),
        ("car  ", 1, "  car"),
        # brackets run as what they hold, or as the paragraph; they are not mirrored here
        ("CAR (ab) AB", 1, "BA )ab( RAC"),
        ("ab(CD)ef", 0, "ab(DC)ef"),
        ("CD(ef)", 0, "DC(ef)"),
        ("AB (CD[&ef]!) gh", 0, "BA (DC[&ef]!) gh"),
        ("a AB(CD) b", 0, "a )DC(BA b"),
        # said by characters that are not seen
        (f"a{RLE}b.{PDF}c", 0, "a.bc"),
        (f"A{LRE}B.{PDF}C", 1, "CB.A"),
        (f"a{RLO}bc{PDF}d", 0, "acbd"),
        (f"A{LRO}BC{PDF}D", 1, "DBCA"),
        (f"a{RLI}b C{PDI}!", 0, "aC b!"),
        (f"a {FSI}BC d{PDI}.", 0, "a d CB."),
        (f"a {FSI}bc D{PDI}.", 0, "a bc D."),
        (f"AB{LRM}! c", 0, "BA! c"),
        (f"ab{RLM}! c", 0, "ab! c"),
        (f"A {LRI}1 B{PDI} 2", 1, "2 1 B A"),
    ],
)
def test_a_line_stands_as_the_unicode_standard_says(text: str, base: int, expected: str) -> None:
    assert shown(text, base) == expected


@pytest.mark.parametrize(
    ("text", "level"),
    [("", 0), ("12 .", 0), ("a\u05d0", 0), ("1 \u05d0a", 1), ("\u0639", 1), (f"{RLI}\u05d0{PDI}a", 0), (f"{LRI}a", 0)],
)
def test_a_paragraph_runs_as_its_first_letter(text: str, level: int) -> None:
    assert base_level(text) == level


def test_arabic_makes_digits_behind_it_arabic_ones() -> None:
    assert resolved_levels("\u0639 1-2", 0) == [1, 1, 2, 1, 2]  # not one number, as behind Hebrew
    assert resolved_levels("\u05d0 1-2", 0) == [1, 1, 2, 2, 2]


def test_marks_run_as_their_letter() -> None:
    assert resolved_levels("a\u05d0\u0300b\u05b0", 0) == [0, 1, 1, 0, 0]


def test_brackets_of_equal_meaning_are_a_pair() -> None:
    assert resolved_levels("\u05d0\u2329a\u3009", 0) == [1, 0, 0, 0]
    assert resolved_levels("\u2329\u05d0\u232a", 1) == [1, 1, 1]


@pytest.mark.parametrize("sign", [LRE, RLE, LRO, RLO, LRI, RLI, FSI, PDF, PDI])
def test_any_number_of_signs_is_taken(sign: str) -> None:
    levels = resolved_levels(sign * 1_000 + "a" + PDF * 500 + PDI * 500 + "\u05d0", 0)

    assert len(levels) == 2_002
    assert 0 <= min(levels) <= max(levels) <= 126


def test_text_without_letters_of_either_way_needs_no_second_look() -> None:
    assert not has_leftward("Grüße 12 ¿\u3042")
    assert has_leftward("a \u05d0")
    assert has_leftward("\u0661")
