#!/usr/bin/env python3
"""browser.py PAGE OUT_DIR -- opens a report in headless Chromium and uses it as a reader would

Talks to the browser by its DevTools protocol over a pipe (descriptors 3 and 4 of the browser), so that nothing has to
be installed besides Chromium itself. Every message on the console and every exception is a failure, and so is any
request besides the page itself. Screenshots of both widths, light and dark, go to OUT_DIR.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

DESKTOP, PHONE = (1280, 900), (390, 844)

# Pairs of texts of one plot whose boxes have more than a corner in common; the box of a line is higher than its letters.
TOUCHING_LABELS = """[...document.querySelectorAll('svg.plot')].flatMap(plot => {
    const boxes = [...plot.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]).filter(b => b[1].width);
    return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).filter(([, q]) =>
        Math.min(p.right, q.right) - Math.max(p.left, q.left) > 0.5 &&
        Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 0.3 * Math.min(p.height, q.height, p.width, q.width))
        .map(([b]) => plot.getAttribute('aria-label') + ': ' + a + ', ' + b)); })"""


class Browser:
    def __init__(self, program, profile):
        child_in, self.to_child = os.pipe()
        self.from_child, child_out = os.pipe()

        def set_descriptors():
            # Through high numbers, as either end may be 3 or 4 already.
            for at, fd in ((100, child_in), (101, child_out)):
                os.dup2(fd, at)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--hide-scrollbars", f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=set_descriptors)
        os.close(child_in)
        os.close(child_out)
        self.input = b""
        self.last_id = 0
        self.session = None
        self.problems = []
        self.requests = []
        self.loaded = 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.input:
            data = os.read(self.from_child, 1 << 20)
            if not data:
                sys.exit("the browser is gone")
            self.input += data
        line, self.input = self.input.split(b"\0", 1)
        return json.loads(line)

    def event(self, message):
        name, params = message.get("method"), message.get("params", {})
        if name == "Runtime.exceptionThrown":
            self.problems.append("exception: " + json.dumps(params["exceptionDetails"])[:500])
        elif name == "Runtime.consoleAPICalled":
            self.problems.append("console: " + json.dumps(params["args"])[:500])
        elif name == "Log.entryAdded":
            self.problems.append("log: " + params["entry"]["text"])
        elif name == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif name == "Page.loadEventFired":
            self.loaded += 1

    def call(self, method, **params):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_child, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            self.event(answer)

    def open(self, url):
        before = self.loaded
        self.call("Page.navigate", url=url)
        while self.loaded == before:
            self.event(self.receive())

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            sys.exit(f"{script}: {json.dumps(result['exceptionDetails'])[:500]}")
        return result["result"].get("value")

    def screen(self, size, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                  mobile=size is PHONE)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def shoot(self, path, whole=False):
        params = {"captureBeyondViewport": True} if whole else {}
        if whole:
            size = self.run("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            params["clip"] = {"x": 0, "y": 0, "width": size[0], "height": min(size[1], 16000), "scale": 1}
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", **params)["data"]))

    def close(self):
        os.close(self.to_child)  # the browser ends with its pipe
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()


def check(browser, out, is_true, what):
    if not is_true:
        browser.shoot(out / "failure.png")
        sys.exit(what)


def use(browser, out, url):
    for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
        for scheme in ("light", "dark"):
            browser.screen(size, scheme)
            browser.open(url)
            width = browser.run("document.documentElement.scrollWidth")
            check(browser, out, width <= size[0], f"{name}: the page is {width} wide on a screen of {size[0]}")
            plots = browser.run("""[...document.querySelectorAll('svg.plot')].filter(s => s.getBoundingClientRect().height > 0)
                .map(s => [s.getBoundingClientRect().width, s.querySelectorAll('text').length])""")
            check(browser, out, len(plots) >= 3, f"{name}: {len(plots)} plots are to be seen")
            check(browser, out, all(w > 250 and n > 0 for w, n in plots), f"{name}: a plot is empty or too small: {plots}")
            # Ink must differ from the page, in the plots too.
            ink, page = browser.run("""[getComputedStyle(document.querySelector('svg.plot text')).fill,
                getComputedStyle(document.body).backgroundColor]""")
            check(browser, out, luminance_ratio(ink, page) > 7, f"{name}, {scheme}: text {ink} on {page}")
            browser.shoot(out / f"{name}-{scheme}.png", whole=True)
            touching = browser.run(TOUCHING_LABELS)
            check(browser, out, not touching, f"{name}: labels lie upon each other: {touching[:5]}")
            # Lines and points are drawn, in the colours of their roles.
            drawn = browser.run("""['.plot path', '.plot .f', '.plot use'].map(s => [...document.querySelectorAll(s)]
                .filter(e => e.getBoundingClientRect().width > 0).length)""")
            check(browser, out, all(drawn), f"{name}: paths, areas, points to be seen: {drawn}")
            commands = browser.run("""[...document.querySelectorAll('.runs td.main')].map(
                td => [td.getBoundingClientRect().width, td.closest('table').getBoundingClientRect().width])""")
            check(browser, out, name != "phone" or all(w > 0.95 * table for w, table in commands),
                  f"{name}: commands of runs are squeezed: {commands}")

            # A point of a plot leads to its problem, which opens.
            target = browser.run("""(() => { const a = document.querySelector('svg.plot a'); a.dispatchEvent(
                new MouseEvent('click', {bubbles: true, cancelable: true})); return a.getAttribute('href'); })()""")
            browser.run("new Promise(done => setTimeout(done, 200))")
            opened = browser.run(f"document.querySelector('{target}').open && document.querySelector('{target}').getBoundingClientRect().top")
            check(browser, out, opened is not None and opened is not False and -5 < opened < size[1],
                  f"{name}: {target} did not open or is out of sight: {opened}")
            browser.shoot(out / f"{name}-{scheme}-detail.png")

    browser.screen(DESKTOP, "light")
    browser.open(url)
    # Headings sort, up and down, with unknown values last.
    tables = browser.run("[...document.querySelectorAll('table.sorted')].map(t => t.tHead.rows[0].cells.length)")
    for table, heading in ((t, h) for t, n in enumerate(tables) for h in range(n)):
        for sign in (1, -1):
            is_numeric, values = browser.run(f"""(() => {{
                const table = document.querySelectorAll('table.sorted')[{table}], th = table.tHead.rows[0].cells[{heading}];
                th.querySelector('button').click();
                return [th.classList.contains('num'), [...table.tBodies[0].rows].map(r => th.dataset.key
                    ? r.getAttribute('data-' + th.dataset.key) ?? '' : r.cells[{heading}].dataset.v ?? 'text')]; }})()""")
            known = [v for v in values if v != ""]
            check(browser, out, values[:len(known)] == known, f"table {table}, column {heading}: unknown values are not last")
            if is_numeric:
                numbers = [sign * float(v) for v in known]
                check(browser, out, numbers == sorted(numbers), f"table {table}, column {heading} is not sorted: {known}")
    # The filter hides what does not match.
    shown = browser.run("""(() => { const input = document.querySelector('input[data-filter]'),
        rows = [...document.querySelectorAll('#' + input.dataset.filter + '-table tbody tr')];
        input.value = rows[0].dataset.problem; input.dispatchEvent(new Event('input'));
        const n = rows.filter(r => !r.hidden).map(r => r.textContent.includes(input.value));
        input.value = ''; input.dispatchEvent(new Event('input')); return [n, rows.some(r => r.hidden)]; })()""")
    check(browser, out, len(shown[0]) >= 1 and all(shown[0]) and not shown[1], f"the filter shows {shown}")
    # The choice of a problem changes the heat map.
    heat = browser.run("""(() => { const select = document.querySelector('select[data-select]'); if (!select) return null;
        select.selectedIndex = select.options.length - 1; select.dispatchEvent(new Event('change'));
        return [select.value, [...document.querySelectorAll('figure[data-heat="' + select.dataset.select + '"]')]
            .filter(f => !f.hidden).map(f => f.dataset.winner)]; })()""")
    check(browser, out, heat is None or (heat[1] and all(w == heat[0] for w in heat[1])), f"heat map: {heat}")
    # Every link within the page leads somewhere.
    lost = browser.run("""[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))
        .filter(h => !h.startsWith('#') || !document.getElementById(h.slice(1)))""")
    check(browser, out, not lost, f"links that lead nowhere: {lost[:5]}")
    # On paper it is dark on white, whatever the screen.
    browser.screen(DESKTOP, "dark")
    browser.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    background = browser.run("getComputedStyle(document.body).backgroundColor")
    check(browser, out, background == "rgb(255, 255, 255)", f"printed on {background}")


def luminance_ratio(a, b):
    def luminance(colour):
        channels = [float(c) / 255 for c in colour[colour.index("(") + 1:colour.index(")")].split(",")[:3]]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def main():
    page, out = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    url = page.as_uri()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            use(browser, out, url)
            foreign = [r for r in browser.requests if r.split("#")[0] != url and r != "about:blank"]
            check(browser, out, not foreign, f"the page asks for {foreign}")
            check(browser, out, not browser.problems, "\n".join(browser.problems))
        finally:
            browser.close()


main()
