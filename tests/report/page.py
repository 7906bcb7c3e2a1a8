#!/usr/bin/env python3
"""page.py PAGE WINNERS HAS_PLOTS [SECTION=COMPARED]... -- is a report well-formed, self-contained, and does it say what
the database says?

WINNERS is what `fatune query --json` prints for the same database and filters, COMPARED what `fatune compare --json`
prints for the two devices of a section ("c1-2").
"""
import html.parser
import json
import re
import sys

VOID = {"meta", "br", "wbr", "input", "link", "img", "hr"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.rows, self.pairs, self.elements = [], [], [], [], [], []
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
        if tag == "tr" and re.match(r"c\d+-\d+-\d+$", values.get("id", "")):
            self.pairs.append(values)
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
        # Styles are in page.css, by role; what gnuplot repeats at each element is gone.
        for left in ("rgb(", "font-family", "style=", "stroke=", "fill=", "gnuplot", "xlink"):
            assert left not in plot, f"{left} is left in {plot[:400]}"
        assert plot.count("<text") >= 2, plot[:400]
        for names in re.findall(r'class="([^"]*)"', plot)[1:]:
            role = names.split()[-1]
            assert re.fullmatch(r"((f|m|e) )?r\d+", names), names
            assert f".{role} {{ color: var(--c{role[1:]}); }}" in light + dark, f"{role} is not in page.css"
            assert f"--c{role[1:]}:" in light and f"--c{role[1:]}:" in dark, f"{role} has no light and dark value"
        used = set(re.findall(r'<use href="#(pt\d+)"', plot))
        assert used <= set(page.ids), f"points without a symbol: {used - set(page.ids)}"
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
        labels = re.findall(r"<text[^>]*>(.*?)</text>", heat[0])
        assert sorted(l for l in labels if re.fullmatch(r"\d\.\d\d", l)) == ["1.00", "1.00", "1.50", "1.50", "2.00"], labels
        assert labels.count("wrong") == 3 and labels.count("build") == 1, labels
        assert len(heat[0]) < 2000, f"a heat map of 9 cells takes {len(heat[0])} bytes"


def check_pairs(text, page, compared, has_plots):
    n_rows = 0
    for section, path in (c.split("=", 1) for c in compared):
        assert section in page.ids, f"there is no section {section}"
        wanted = json.load(open(path))
        rows = [row for row in page.pairs if row["id"].startswith(section + "-")]
        assert len(rows) == len(wanted) > 0, f"{section}: {len(rows)} rows, wanted {len(wanted)}"
        n_rows += len(rows)
        for row, pair in zip(rows, wanted):
            for key in ("problem", "problem_key", "a_time_ns_median", "b_time_ns_median", "a_roof_ratio", "b_roof_ratio",
                        "time_ratio", "same_winner", "tie_on_b", "transfer_outcome", "transfer_phase",
                        "transfer_time_ns_median", "transfer_base_ns_median", "transfer_loss_ratio"):
                shown, value = row.get("data-" + key.replace("_", "-")), pair[key]
                assert (shown is None) == (value is None), f"{row['id']}: {key} is {shown!r}, wanted {value!r}"
                assert value is None or same(shown, value), f"{row['id']}: {key} is {shown!r}, wanted {value!r}"
            shown = page.texts[row["id"]]
            assert f"{pair['time_ratio']:.3f}" in shown, shown
            if pair["same_winner"]:
                assert "same" in shown, shown
            elif pair["transfer_loss_ratio"] is not None:
                assert f"{pair['transfer_loss_ratio'] * 100:+.1f} %" in shown, shown
            # Its point, with the same figures, leads here.
            points = re.findall(f'<a href="#{row["id"]}"><title>(.*?)</title>', text)
            assert bool(points) == has_plots and all(f"{pair['time_ratio']:.3f}" in p for p in points), points
    assert len(page.pairs) == n_rows, f"{len(page.pairs)} rows of comparisons, wanted {n_rows}"


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
    check_pairs(text, page, sys.argv[4:], has_plots)


main()
