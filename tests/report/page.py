#!/usr/bin/env python3
"""page.py PAGE WINNERS HAS_PLOTS -- is a report well-formed, self-contained, and does it say what the database says?

WINNERS is what `fatune query --json` prints for the same database and filters.
"""
import html.parser
import json
import re
import sys

VOID = {"meta", "br", "wbr", "input", "link", "img", "hr"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.rows, self.elements = [], [], [], [], []
        self.cells = {}  # of the row of winners at hand, by the order of columns
        self.texts = {}  # id of the nearest element that has one: its text

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        values = dict(attributes)
        self.elements.append((tag, values))
        if "id" in values:
            self.ids.append(values["id"])
        if "href" in values:
            self.links.append(values["href"])
        if tag == "tr" and values.get("id", "").startswith("row-"):
            self.rows.append(values)
        if tag not in VOID:
            self.open.append((tag, values.get("id")))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        expected, _ = self.open.pop()
        assert tag == expected, f"line {self.getpos()[0]}: </{tag}> where </{expected}> was expected"

    def handle_data(self, data):
        inside = [name for _, name in self.open if name]
        if inside:
            self.texts[inside[-1]] = self.texts.get(inside[-1], "") + data


def same(text, value):
    return float(text) == value if isinstance(value, (int, float)) else text == value


def check_figures(page, winners):
    assert len(page.rows) == len(winners), f"{len(page.rows)} rows for {len(winners)} winners"
    for row, winner in zip(page.rows, winners):
        for key, value in winner.items():
            text = row.get("data-" + key.replace("_", "-"))
            assert (text is None) == (value is None), f"{winner['problem']}: {key} is {text!r}, wanted {value!r}"
            assert value is None or same(text, value), f"{winner['problem']}: {key} is {text!r}, wanted {value!r}"
        shown = page.texts[row["id"]]
        if winner["roof_ratio"] is not None:
            assert f"{winner['roof_ratio'] * 100:.1f} %" in shown, shown
        assert f"{winner['n_valid']}/{winner['n_trials']}" in shown, shown


def check_plots(text, page, winners, has_plots):
    plots = re.findall(r'<svg class="plot".*?</svg>', text, re.S)
    assert bool(plots) == has_plots, f"{len(plots)} plots"
    if not has_plots:
        return
    style = text[text.index("<style>"):text.index("</style>")]
    light, dark = style.split("prefers-color-scheme: dark", 1)
    for plot in plots:
        assert "rgb(" not in plot and "font-family" not in plot, plot[:400]
        assert plot.count("<text>") >= 2, plot[:400]
        for role in set(re.findall(r"var\((--c\d+)\)", plot)):
            assert role + ":" in light and role + ":" in dark, f"{role} has no light and dark value"
    # Each problem with a kernel of our own is a point of a plot over length, and says what it stands for.
    titles = set(re.findall(r"<a href=\"#(d\d+-\d+)\"><title>(.*?)</title>", "".join(plots)))
    for row, winner in zip(page.rows, winners):
        mine = [title for target, title in titles if target == row["id"][len("row-"):]]
        assert len(mine) == 1, (winner["problem"], mine)
        if winner["roof_ratio"] and winner["contestant"] == winner["own_contestant"]:
            assert f"{winner['roof_ratio'] * 100:.1f} % of the roof" in mine[0], mine
    # The grid of prefill.sql: Br upwards, Bc to the right, what failed by name.
    if any(w["problem"] == "qwen3-8b-prefill-512" for w in winners):
        heat = [p for p in plots if 'aria-label="prefill_wmma on qwen3-8b-prefill-512' in p]
        assert len(heat) == 1 and "best time by Bc and Br" in heat[0]
        labels = re.findall(r"<text>\s*(.*?)\s*</text>", heat[0])
        assert sorted(l for l in labels if re.fullmatch(r"\d\.\d\d", l)) == ["1.00", "1.00", "1.50", "1.50", "2.00"], labels
        assert labels.count("wrong") == 3 and labels.count("build") == 1, labels


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    winners = json.load(open(sys.argv[2]))
    has_plots = sys.argv[3] == "1"
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open, f"not closed: {page.open}"
    twice = {i for i in page.ids if page.ids.count(i) > 1}
    assert not twice, f"ids that occur twice: {sorted(twice)[:5]}"
    lost = [l for l in page.links if not l.startswith("#") or l[1:] not in page.ids]
    assert not lost, f"links that lead nowhere: {lost[:5]}"
    for pattern in (r"https?:", r"\bsrc\s*=", r"@import", r"url\s*\(", r"<link\b", r"<(img|iframe|object|embed)\b"):
        found = re.search(pattern, text)
        assert not found, f"reaches outside: {text[found.start() - 40:found.end() + 40]!r}"
    assert "{{" not in text and "nan" not in re.findall(r"<td[^>]*>([^<]*)</td>", text)
    check_figures(page, winners)
    check_plots(text, page, winners, has_plots)


main()
