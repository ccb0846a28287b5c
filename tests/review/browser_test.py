#!/usr/bin/env python3
"""The page of a review in a real browser. Usage: browser_test.py PLANBUILDER [PATTERN]

Skipped (77) only where no browser is installed. PLANBUILDER_SCREENSHOTS=DIR keeps pictures of what was looked at.
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import webdriver

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = SOURCE / "samples"
CORPUS = SOURCE.parent / "shared" / "corpus"
PLANBUILDER = sys.argv[1]
HOSTILE = ["<script>window.broken = 1</script>", "</script><script>window.broken = 1</script>", "\"><img src=x onerror=window.broken=1>",
           "${window.broken = 1}", "a\u2028b\u2029c", "it's \"quoted\" `here` \\ there", "\u05e9\u05dc\u05d5\u05dd \u202egnp.exe", "<!--", "__proto__",
           "constructor", "line\nbreak", "&lt;b&gt;", "x" * 300, " ", "\u200b"]


def run(*arguments, expected=0):
    result = subprocess.run([PLANBUILDER, *map(str, arguments)], capture_output=True, text=True)
    assert result.returncode == expected, f"{arguments}: {result.returncode}\n{result.stderr}"
    return result.stdout


def plans_of(service):
    return json.loads(run("plan", service, "--all", "--json"))["plans"]


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="planbuilder-review-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.browser = webdriver.Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.pages = {}

    def page(self, *arguments):
        """The address of the page for these arguments of review; made once."""
        key = " ".join(map(str, arguments))
        if key not in self.pages:
            path = self.folder / f"page{len(self.pages)}.html"
            run("review", *arguments, "-o", path)
            self.pages[key] = path.as_uri()
        return self.pages[key]

    def show(self, *arguments, at=""):
        """Opens it anew, and waits until it is drawn."""
        self.browser.open("about:blank")
        self.browser.log("browser"), self.browser.log("performance")
        self.address = self.page(*arguments)
        self.browser.open(self.address + at)
        self.wait("return document.documentElement.dataset.ready === 'true'", "the page is ready")
        self.settle()

    def tearDown(self):
        """Whatever a test did: nothing was complained about, and nothing left the page."""
        # Of a page that refused something, a browser says so as an error here.
        complaints = [entry["message"] for entry in self.browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        requests = []
        for entry in self.browser.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                requests.append(message["params"]["request"]["url"])
        self.assertEqual(complaints, [])
        outside = [url for url in requests if not url.startswith(self.folder.as_uri())]
        self.assertEqual(outside, [])

    def wait(self, script, what, *arguments):
        return self.browser.wait(script, what, *arguments)

    def settle(self):
        """Until what was changed is drawn. A browser without a window draws when it likes to, and a picture makes it draw."""
        self.browser.run("window.drawn = false; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { window.drawn = true; })))")
        while not self.browser.run("return window.drawn"):
            self.browser.command("Page.captureScreenshot", format="jpeg", quality=1)

    def run_script(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def texts(self, selector):
        return self.run_script("return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector)

    def boxes(self):
        return self.run_script("return [...document.querySelectorAll('.boxes .box')].map((box) => box.dataset.activity)")

    def details(self):
        return self.run_script("return document.getElementById('details').innerText")

    def selected(self):
        return self.run_script("return document.querySelector('.boxes .selected')?.dataset.activity")

    def picture(self, name):
        if folder := os.environ.get("PLANBUILDER_SCREENSHOTS"):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.browser.screenshot(f"{folder}/{name}.png")

    # --- the graph ---

    def test_every_sample_is_drawn(self):
        for sample in ("guestbook", "figures/xml", "figures/yaml-1.3", "figures/yaml-2.0", "events/vnf.yaml", "events/simple.yaml"):
            plans = plans_of(SAMPLES / sample)
            for plan in plans:
                with self.subTest(sample=sample, plan=plan["name"]):
                    self.show(SAMPLES / sample, at=f"#plan={plan['name']}")
                    expected = sorted(activity["id"] for activity in plan["activities"])
                    if self.run_script("return document.querySelector('.stage').classList.contains('far')"):
                        self.browser.run("document.querySelector('[aria-label=\"Zoom in\"]').click()")
                        self.settle()
                    drawn = sorted(self.boxes())
                    self.assertTrue(set(drawn) <= set(expected))
                    if self.run_script("return document.querySelector('.stage').getBoundingClientRect().width > document.querySelector('.boxes').getBoundingClientRect().width + 20"):
                        self.assertEqual(drawn, expected)
                    self.assertIn(f"{len(expected)} activit", self.texts("#summary")[0])
            self.picture(sample.replace("/", "-"))

    def test_guestbook_has_a_box_per_activity_grouped_by_machine(self):
        self.show(SAMPLES / "guestbook")
        plan = plans_of(SAMPLES / "guestbook")[0]
        self.assertEqual(sorted(self.boxes()), sorted(activity["id"] for activity in plan["activities"]))
        lanes = self.run_script("return [...document.querySelectorAll('.lanes button')].map((each) => each.getAttribute('aria-label'))")
        self.assertTrue(any("machine" in lane for lane in lanes), lanes)
        edges = sum(1 for edge in plan["edges"] if not edge.get("redundant"))
        drawn = self.run_script("return [...document.querySelectorAll('.edge:not(.redundant) .way')].map((way) => way.getAttribute('d').match(/M/g).length)")
        self.assertEqual(sum(drawn), edges)
        self.picture("guestbook")

    def test_switches_and_lanes(self):
        self.show(SAMPLES / "figures/yaml-1.3")
        self.assertTrue(self.texts(".edge.critical .way"))
        self.browser.press("c")
        self.settle()
        self.assertEqual(self.texts(".edge.critical .way"), [])
        redundant = sum(1 for edge in plans_of(SAMPLES / "figures/yaml-1.3")[0]["edges"] if edge.get("redundant"))
        self.assertEqual(self.texts(".edge.redundant .way"), [])
        self.browser.press("r")
        self.settle()
        drawn = self.run_script("return (document.querySelector('.edge.redundant .way')?.getAttribute('d').match(/M/g) || []).length")
        self.assertEqual(drawn, redundant)
        before = len(self.boxes())
        self.browser.press("g")
        self.settle()
        self.assertLessEqual(len(self.boxes()), before)
        self.assertIn("false", self.run_script("return [...document.querySelectorAll('.lanes button')].map((each) => each.getAttribute('aria-expanded'))"))
        self.browser.press("g")
        self.settle()
        self.assertEqual(len(self.boxes()), before)

    def test_zoom_and_pan(self):
        self.show(SAMPLES / "guestbook")
        transform = "return document.querySelector('.world').getAttribute('transform')"
        first = self.run_script(transform)
        self.run_script("document.querySelector('.stage').focus()")
        self.browser.press("+")
        self.wait(f"{transform} !== arguments[0]", "the key zooms", first)
        zoomed = self.run_script(transform)
        self.browser.press("Shift+Right")
        self.wait(f"{transform} !== arguments[0]", "the key pans", zoomed)
        panned = self.run_script(transform)
        stage = self.browser.one(".stage")
        move = {"type": "pointerMove", "origin": {webdriver.ELEMENT: stage.reference}, "duration": 50}
        drag = [{**move, "x": -150, "y": 90}, {"type": "pointerDown", "button": 0}, {**move, "x": -60, "y": 110}, {"type": "pointerUp", "button": 0}]
        self.browser.post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": drag}]})
        self.wait(f"{transform} !== arguments[0]", "the mouse pans", panned)
        wheel = {"type": "scroll", "x": 300, "y": 400, "deltaX": 0, "deltaY": 200, "duration": 10}
        dragged = self.run_script(transform)
        self.browser.post("/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [wheel]}]})
        self.wait(f"{transform} !== arguments[0]", "the wheel zooms", dragged)
        self.browser.press("0")
        self.wait(f"{transform} === arguments[0]", "all is in view again", first)
        self.assertIsNone(self.selected(), "dragging selects nothing")

    def test_a_plan_without_activities(self):
        plan = json.loads(run("plan", SAMPLES / "guestbook", "--json"))
        plan.update(activities=[], edges=[], inputs=[], outputs=[])
        document = self.folder / "empty.json"
        document.write_text(json.dumps(plan))
        for view in ("graph", "waves", "table", "interface", "files", "problems"):
            self.show(document, at=f"#plan=build&view={view}")
            self.assertIn("nothing to do", self.texts("#summary")[0])
        self.browser.press("1", "n", "g", "0")

    # --- selecting ---

    def test_click_selects_and_tells_why(self):
        self.show(SAMPLES / "guestbook")
        index = self.boxes().index("app_to_redis/provision")
        self.browser.all(".boxes .box")[index].click()
        self.settle()
        self.assertEqual(self.selected(), "app_to_redis/provision")
        details = self.details()
        self.assertIn("'app' ConnectsTo 'redis': both ends come before the connection", details)
        self.assertIn("guestbook.yaml:64:11", details)
        marked = self.texts("#details .line.marked code")
        source = (SAMPLES / "guestbook/guestbook.yaml").read_text().splitlines()
        self.assertIn(source[63], marked)
        before = self.run_script("return [...document.querySelectorAll('.boxes .before')].map((box) => box.dataset.activity)")
        self.assertIn("machine/provision", before)
        self.assertNotIn("nginx/provision", before)
        self.assertTrue(self.texts(".edge.before .way"))
        self.picture("guestbook-selected")

    def test_keyboard_selects(self):
        self.show(SAMPLES / "guestbook")
        self.run_script("document.querySelector('.stage').focus()")
        self.browser.press("Right")
        self.settle()
        self.assertEqual(self.selected(), "machine/provision")
        self.browser.press("Right", "Right")
        self.settle()
        third = self.selected()
        self.browser.press("Down")
        self.settle()
        self.assertNotEqual(third, self.selected())
        self.assertIn(self.selected(), self.texts("#announce")[0])
        self.browser.press("Enter")
        self.assertEqual(self.run_script("return document.activeElement.id"), "details")
        self.browser.press("Escape")
        self.settle()
        self.assertIsNone(self.selected())

    def test_exact_commands_of_each_target(self):
        self.show(SAMPLES / "figures/xml", at="#plan=build&activity=DBMS%2Fprovision")
        plan = plans_of(SAMPLES / "figures/xml")[0]
        activity = next(each for each in plan["activities"] if each["id"] == "DBMS/provision")
        self.open_all()
        shell = "\n".join(self.texts("#details .steps .code .line code"))
        self.assertIn("step_DBMS_provision", shell)
        for target, word in (("bpel", "<scope name=\"DBMS--provision"), ("json", "\"id\": \"DBMS/provision\"")):
            self.browser.run("const tabs = [...document.querySelectorAll('#details > section:last-of-type .tabs button')];"
                             "tabs.find((each) => each.textContent === arguments[0]).click()", target)
            self.settle()
            self.assertIn(word, "\n".join(self.texts("#details > section:last-of-type .line code")))
        written = "\n".join(self.texts("#details > section:last-of-type .line code"))
        self.assertEqual(json.loads(written), activity)

    def open_all(self):
        self.run_script("for (const each of document.querySelectorAll('details')) each.open = true")
        self.settle()

    def test_commands_as_a_person_would_type_them(self):
        self.show(SAMPLES / "guestbook", at="#plan=build&activity=app%2Fprovision")
        self.picture("guestbook-by-hand")
        activity = next(each for each in plans_of(SAMPLES / "guestbook")[0]["activities"] if each["id"] == "app/provision")
        calls = [step for step in activity["steps"] if step["kind"] == "invoke"]
        shown = self.run_script("return [...document.querySelectorAll('.steps > .step > .by-hand')].map((each) => [...each.querySelectorAll('.line code')].map((line) => line.textContent))")
        self.assertEqual(len(shown), len(calls))
        for lines, step in zip(shown, calls):
            folder, file = step["artifact"]["file"].rsplit("/", 1)
            self.assertEqual(lines[0], f"cd {folder}")
            self.assertEqual(lines[-1], f"bash ./{file}")
            self.assertEqual([line.split("=")[0] for line in lines[1:-1]], [f"export {each['name']}" for each in step.get("inputs", [])])
        typed = "\n".join(line for lines in shown for line in lines)
        self.assertIn("export port=‹property port of node app›", typed)
        self.assertIn("this computer", self.details())
        self.assertFalse(self.run_script("return [...document.querySelectorAll('.step .lazy')].some((each) => each.open)"), "what targets write is behind a fold")

    def test_commands_elsewhere(self):
        service = self.folder / "elsewhere.yaml"
        service.write_text("""\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    vm:
      type: tosca.nodes.Compute
      attributes: { private_address: 10.1.2.3 }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: vm } ]
      interfaces: { Standard: { operations: { create: { implementation: { primary: far.sh, timeout: 77 }, inputs: { max-clients: "it's 5" } } } } }
""")
        (self.folder / "far.sh").write_text("#!/bin/sh\nsudo ufw allow 80\n")
        self.show(service, at="#plan=build&activity=app%2Fprovision")
        details = "\n".join(self.texts("#details"))
        for expected in ("vm, by SSH to 10.1.2.3", "77 seconds", "export INPUT_max_2Dclients='it'\\''s 5'", "bash ./far.sh", "runs a command as another user", "far.sh:2", "opens the firewall"):
            self.assertIn(expected, details)
        self.assertEqual(self.texts(".boxes .selected .signs"), ["UPEN"])
        self.picture("elsewhere")

    # --- what is to be looked at ---

    def test_risks_are_shown_and_filter(self):
        self.show(SAMPLES / "guestbook", at="#plan=terminate")
        self.assertIn("deletes", self.texts(".overview-of-risks .chip"))
        self.picture("guestbook-terminate")
        self.run_script("[...document.querySelectorAll('.overview-of-risks button')].find((each) => each.textContent.startsWith('deletes')).click()")
        self.settle()
        bright = self.run_script("return [...document.querySelectorAll('.boxes .box:not(.dim)')].map((box) => box.dataset.activity)")
        self.assertIn("nginx/terminate", bright)
        self.assertNotIn("machine/terminate", bright)
        self.assertIn("D", self.run_script("return document.querySelector('.boxes [data-activity=\"nginx/terminate\"] .signs').textContent"))
        self.show(SAMPLES / "guestbook", at="#plan=terminate&activity=nginx%2Fterminate")
        script = (SAMPLES / "guestbook/scripts/nginx/delete.sh").read_text().splitlines()
        line = next(number for number, text in enumerate(script, 1) if text.startswith("rm -r"))
        shown = "\n".join(self.texts(".risks"))
        self.assertIn(f"scripts/nginx/delete.sh:{line}", shown)
        self.assertIn(script[line - 1], shown)
        self.run_script("[...document.querySelectorAll('.risks button')].find((each) => each.textContent.includes('delete.sh')).click()")
        self.settle()
        self.assertEqual(self.texts(".code.whole .line.marked code"), [script[line - 1]])

    def test_what_is_in_files(self):
        self.show(SAMPLES / "guestbook", at="#plan=build&activity=app%2Fprovision")
        self.open_all()
        for file in ("create.sh", "start.sh"):
            text = (SAMPLES / "guestbook/scripts/app" / file).read_text()
            shown = self.run_script("return [...[...document.querySelectorAll('.step > .content')].find((each) => each.querySelector('summary').textContent.includes(arguments[0])).querySelectorAll('.line code')].map((line) => line.textContent).join('\\n') + '\\n'", file)
            self.assertEqual(shown, text)
            self.assertIn(hashlib.sha256(text.encode()).hexdigest()[:12], self.details())
        self.picture("guestbook-contents")

    def test_what_changed_in_files(self):
        target = self.folder / "touched"
        shutil.copytree(SAMPLES / "guestbook", target)
        path = target / "scripts/redis/start.sh"
        path.write_text(path.read_text() + "echo one more line\n")
        self.show(target, "--against", SAMPLES / "guestbook")
        self.assertIn("scripts/redis/start.sh", "\n".join(self.texts("#view")))
        self.assertIn("echo one more line", self.texts(".differences .line.added code"))
        self.picture("changed-file")
        self.show(target, "--against", SAMPLES / "guestbook", at="#plan=build&view=graph&activity=redis%2Fprovision")
        self.assertIn("echo one more line", self.texts("#details .content .line.added code"))
        self.picture("changed-file-details")

    def test_approval(self):
        run("pack", SAMPLES / "guestbook", "-o", self.folder / "approved.csar")
        self.show(self.folder / "approved.csar", at="#plan=build&view=approval")
        words = "\n".join(self.texts("#view"))
        self.assertIn("planbuilder approve approved.csar --by NAME", words)
        packed = zipfile.ZipFile(self.folder / "approved.csar")
        plan = next(each for each in plans_of(self.folder / "approved.csar") if each["name"] == "build")
        covered = [f"Plans/build/{file}" for file in ("shell/plan.sh", "shell/runtime.sh", "json/plan.json")] + [each["file"] for each in plan["files"]]
        for file in covered:
            self.assertIn(hashlib.sha256(packed.read(file)).hexdigest(), words, file)
        self.picture("approval")

    # --- activities with nothing to call ---

    def test_what_reacts_to_what(self):
        self.show(SAMPLES / "recovery", at="#plan=workflow-failure_recovery&view=reactions")
        sections = self.run_script("return [...document.querySelectorAll('.view-reactions section')].map((each) => each.innerText)")
        self.assertEqual(len(sections), 3)
        for words in ("recover.", "store tells StayingAlive.failure_report", "failure_level of store > 0", "workflow-failure_recovery", "recovery.yaml:"):
            self.assertIn(words, sections[0])
        self.assertIn("level as failure_level of shop", sections[2])
        self.assertIn("scripts/monitor.py", sections[2])
        self.run_script("document.querySelector('.view-reactions details.place summary').click()")
        self.assertTrue(self.texts(".view-reactions .place code"), "the lines of the model are there")
        self.check_contrast()
        self.picture("reactions")
        self.show(SAMPLES / "recovery", at="#plan=build&view=reactions")
        self.assertIn("Nothing in the model: somebody runs it.", self.texts(".view-reactions section")[0])
        self.run_script("document.querySelector('.view-reactions button.link').click()")
        self.settle()
        self.assertIn("plan=workflow-failure_recovery", self.run_script("return location.hash"))
        self.show(SAMPLES / "guestbook", at="#view=reactions")
        self.assertNotIn("Reactions", "".join(self.texts("#views button")), "a service that reacts to nothing has no such view")

    def large_service(self):
        path = self.folder / "large.yaml"
        if not path.exists():
            apps = "".join(f"    app{i}: {{ type: tosca.nodes.SoftwareComponent, requirements: [ {{ host: vm{i % 3} }} ], interfaces: {{ Standard: {{ operations: {{ create: a.sh }} }} }} }}\n" for i in range(12))
            vms = "".join(f"    vm{i}: {{ type: tosca.nodes.Compute, interfaces: {{ Standard: {{ operations: {{ create: a.sh }} }} }} }}\n" for i in range(3))
            links = "".join(f"    web{i}: {{ type: tosca.nodes.SoftwareComponent, requirements: [ {{ host: vm{i % 3} }}, {{ dependency: app{i} }} ], interfaces: {{ Standard: {{ operations: {{ create: a.sh }} }} }} }}\n" for i in range(6))
            path.write_text(f"tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n{vms}{apps}{links}")
            (self.folder / "a.sh").write_text("#!/bin/sh\n")
        return path

    def test_what_calls_nothing_is_hidden(self):
        service = self.large_service()
        plan = plans_of(service)[0]
        calls = lambda activity: any(step["kind"] not in ("record", "set-state") for step in activity["steps"])
        everything = {activity["id"] for activity in plan["activities"]}
        loud = {activity["id"] for activity in plan["activities"] if calls(activity)}
        self.assertGreater(len(everything), 30)
        self.show(service)
        self.picture("large-hidden")
        self.assertEqual(set(self.boxes()), loud)
        after = {}
        for edge in plan["edges"]:
            after.setdefault(edge["from"], set()).add(edge["to"])

        def reached(activity):
            found = set()
            for other in after.get(activity, ()):
                found |= {other} if other in loud else reached(other)
            return found
        pairs = {(one, other) for one in loud for other in reached(one)}
        drawn = sum(self.run_script("return [...document.querySelectorAll('.edge:not(.redundant) .way')].map((way) => way.getAttribute('d').match(/M/g).length)"))
        self.assertGreater(drawn, len(loud) - 4)
        self.assertLessEqual(drawn, len(pairs))
        self.browser.press("3")
        self.settle()
        self.assertEqual(set(self.run_script("return [...document.querySelectorAll('.activities tbody tr')].map((row) => row.dataset.activity)")), loud)
        self.browser.press("1", "h")
        self.settle()
        self.run_script("document.querySelector('.toolbar button').click()")  # Fit
        self.settle()
        self.picture("large-shown")
        self.assertEqual(set(self.boxes()), everything)
        one = sorted(everything - loud)[0]
        self.show(service, at=f"#plan=build&activity={encoded(one)}")
        self.assertEqual(self.selected(), one)
        self.assertEqual(set(self.boxes()), loud | {one})

    def test_the_picture_fills_its_frame(self):
        self.show(SAMPLES / "guestbook")
        for width, height in ((1280, 800), (1920, 1080)):
            self.browser.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            self.settle()
            self.picture(f"guestbook-{width}")
            share = self.run_script("const a = document.querySelector('.boxes').getBoundingClientRect(), b = document.querySelector('.stage').getBoundingClientRect(), c = document.querySelector('.lanes').getBoundingClientRect();"
                                    "return [a.width / (b.width - c.width), a.height / b.height]")
            self.assertGreater(max(share), 0.85)
            self.assertGreater(min(share), 0.4)
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def test_lanes_have_names_at_every_zoom(self):
        self.show(self.large_service())
        names = "return [...document.querySelectorAll('.lanes button .name')].map((each) => each.textContent)"
        self.assertEqual(self.run_script(names), ["vm0", "vm1", "vm2"])
        for _ in range(12):
            self.run_script("document.querySelector('[aria-label=\"Zoom out\"]').click()")
            self.settle()
            self.assertTrue(self.run_script(names))
        for _ in range(20):
            self.run_script("document.querySelector('[aria-label=\"Zoom in\"]').click()")
            self.settle()
            self.assertTrue(self.run_script(names))

    def test_values_say_where_they_come_from(self):
        self.show(SAMPLES / "guestbook", at="#plan=build&activity=app%2Fprovision")
        details = self.details()
        activity = next(each for each in plans_of(SAMPLES / "guestbook")[0]["activities"] if each["id"] == "app/provision")
        inputs = [each for step in activity["steps"] for each in step.get("inputs", []) + step.get("properties", [])]
        self.assertTrue(inputs)
        for each in inputs:
            self.assertIn(each["name"], details)
            call = each.get("from", {}) if isinstance(each.get("from"), dict) else {}
            if "$get_input" in call:
                self.assertIn(f"input {call['$get_input']} of the plan", details)
            if "$get_property" in call:
                self.assertIn(f"of {call['$get_property'][0]} {call['$get_property'][1]}", details)
        self.assertIn("it is a node of the service", details)

    def test_secrets_are_nowhere(self):
        service = self.folder / "secret.yaml"
        service.write_text("""\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: { password: { type: string } }
topology_template:
  node_templates:
    a:
      type: N
      properties: { password: tops3cret }
      interfaces: { Standard: { operations: { create: { implementation: a.sh, inputs: { password: { get_property: [ SELF, password ] } } } } } }
""")
        (self.folder / "a.sh").write_text("#!/bin/sh\n")
        self.show(service, at="#plan=build&activity=a%2Fprovision")
        self.assertNotIn("tops3cret", run("plan", service, "--json"))
        self.assertNotIn("tops3cret", pathlib.Path(self.address.removeprefix("file://")).read_text())
        self.assertIn("secret", self.details())

    # --- the other views ---

    def test_table_sorts(self):
        self.show(SAMPLES / "guestbook", at="#plan=build&view=table")
        self.picture("guestbook-table")
        ids = lambda: self.run_script("return [...document.querySelectorAll('.activities tbody tr')].map((row) => row.dataset.activity)")
        plan = plans_of(SAMPLES / "guestbook")[0]
        self.assertEqual(ids(), [activity["id"] for activity in plan["activities"]])
        header = "document.querySelectorAll('.activities thead button')[0]"
        self.run_script(f"{header}.click()")
        self.assertEqual([name.split("/")[0] for name in ids()], ["app_to_redis", "app.host", "app", "machine", "nginx_to_app", "nginx.host", "nginx", "redis.host", "redis", "runtime.host", "runtime"])
        ascending = ids()
        self.run_script(f"{header}.click()")
        self.assertEqual(ids(), ascending[::-1])
        self.assertEqual(self.run_script("return document.querySelector('.activities th').getAttribute('aria-sort')"), "descending")
        self.browser.one(".activities tbody tr:nth-child(3) td:nth-child(4)").click()
        self.settle()
        self.assertEqual(self.run_script("return document.querySelector('.activities tr.selected').dataset.activity"), ids()[2])
        self.assertIn(ids()[2], self.details())

    def test_waves_inputs_files_and_problems(self):
        self.show(SAMPLES / "guestbook", at="#plan=build&view=waves")
        self.assertEqual(len(self.texts(".wave")), 6)
        self.picture("guestbook-waves")
        plan = plans_of(SAMPLES / "guestbook")[0]
        self.browser.press("4")
        self.settle()
        for each in plan["inputs"] + plan["outputs"]:
            self.assertIn(each["name"], " ".join(self.texts(".parameters th")))
        self.picture("guestbook-inputs")
        self.browser.press("5")
        self.settle()
        self.assertIn("plan.sh", self.texts(".files nav")[0])
        self.assertGreater(self.run_script("return document.querySelector('.code.whole').clientWidth"), 400)
        run("pack", SAMPLES / "guestbook", "-o", self.folder / "guestbook.csar")
        packed = zipfile.ZipFile(self.folder / "guestbook.csar")
        for file, target in (("plan.json", "json"), ("plan.sh", "shell")):
            self.run_script("[...document.querySelectorAll('.files nav button')].find((each) => each.textContent === arguments[0]).click()", file)
            self.run_script("for (const more = document.querySelector('.file .more'); !more.hidden;) more.click()")
            shown = "\n".join(self.texts(".code.whole .line code")) + "\n"
            self.assertEqual(shown, packed.read(f"Plans/build/{target}/{file}").decode())
        self.picture("guestbook-files")
        self.browser.press("6")
        self.settle()
        self.assertTrue(self.texts("#view h3"))

    def test_problems_have_their_place(self):
        service = self.folder / "warned.yaml"
        service.write_text("tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  inputs: { unused: { type: string } }\n"
                           "  node_templates:\n    a: { type: tosca.nodes.Root }\n    b: { type: tosca.nodes.Root, requirements: [ { dependency: a } ] }\n")
        self.show(service, at="#plan=build&view=problems")
        self.assertIn("unused-input", "\n".join(self.texts(".group > summary")))
        self.assertTrue(any("unused" in line for line in self.texts(".findings .line.marked code")))

    def test_problems_are_grouped(self):
        service = self.folder / "many.yaml"
        unused = "".join(f"    unused{i}: {{ type: string }}\n" for i in range(20))
        service.write_text(f"tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  inputs:\n{unused}  node_templates:\n    a: {{ type: tosca.nodes.Root }}\n")
        self.show(service, at="#plan=build&view=problems")
        group = next(each for each in self.texts(".group > summary") if "unused-input" in each)
        self.assertIn("20 times", group)
        self.assertEqual(self.texts(".findings"), [], "groups are closed")
        self.run_script("[...document.querySelectorAll('.group')].find((each) => each.textContent.includes('unused-input')).open = true")
        self.settle()
        self.assertEqual(len(self.texts(".findings > li")), 20)
        self.picture("problems")

    def test_search_and_filters(self):
        self.show(SAMPLES / "guestbook")
        self.browser.press("/")
        self.browser.one("#search").type("redis")
        # It also searches for the beginning of the word, when keys come slowly.
        bright = self.wait("const found = [...document.querySelectorAll('.boxes .box:not(.dim)')].map((box) => box.dataset.activity).sort();"
                           "return found.join() === arguments[0].join() && found", "the search is done",
                           ["app_to_redis/provision", "redis.host/provision", "redis/provision"])
        self.browser.press("Enter")
        self.settle()
        self.assertIn(self.selected(), bright)
        self.browser.press("Escape")
        self.run_script("const s = document.getElementById('filter-transition'); s.selectedIndex = 1; s.dispatchEvent(new Event('change'))")
        self.run_script("const s = document.getElementById('filter-plugin'); s.selectedIndex = 1; s.dispatchEvent(new Event('change'))")
        chosen = self.run_script("return document.getElementById('filter-plugin').value.replace(/ \\(.*/, '')")
        self.browser.run("document.getElementById('tab-table').click()")
        self.settle()
        plugins = self.run_script("return [...document.querySelectorAll('.activities tbody tr')].map((row) => row.children[3].textContent)")
        self.assertEqual(set(plugins), {chosen})
        self.run_script("document.getElementById('clear').click()")
        self.assertEqual(len(self.texts(".activities tbody tr")), 11)
        self.browser.one("#search").type("nothing has this name")
        self.wait("return document.querySelector('#view .nothing') !== null", "nothing is found")

    def test_deep_links_and_back(self):
        self.show(SAMPLES / "guestbook", at="#plan=terminate&view=table&activity=app%2Fterminate")
        self.assertIn("app/terminate", self.details())
        self.assertEqual(self.run_script("return document.querySelector('#plans [aria-current]').textContent"), "terminate")
        self.run_script("document.querySelector('#plans button').click()")
        self.settle()
        self.run_script("document.getElementById('tab-graph').click()")
        self.settle()
        self.assertEqual(self.run_script("return location.hash"), "#plan=build")
        self.browser.post("/back", {})
        self.wait("return document.getElementById('tab-table').getAttribute('aria-selected') === 'true'", "back leads to the table")
        self.browser.post("/back", {})
        self.wait("return document.querySelector('#plans [aria-current]').textContent === 'terminate'", "back leads to the other plan")
        self.assertIn("app/terminate", self.details())
        self.browser.post("/forward", {})
        self.wait("return document.querySelector('#plans [aria-current]').textContent === 'build'", "forward leads to it again")
        self.show(SAMPLES / "guestbook", at="#plan=none&view=none&activity=%E0%A4%A")
        self.assertEqual(len(self.boxes()), 11)

    # --- looks ---

    def colours(self):
        """Contrast of text on its ground, for every visible text."""
        return self.run_script("""
          const rgb = (c) => { const m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
          const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
          const ground = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 0.9) return c; } return [255, 255, 255, 1]; };
          const worst = new Map();
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const e = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || !e.getClientRects().length || e.closest('script, style, .hidden, .dim, [aria-hidden=true]')) continue;
            const style = getComputedStyle(e);
            const svg = e instanceof SVGElement;
            const card = svg ? e.parentElement.querySelector('.card') : null;
            const back = card ? rgb(getComputedStyle(card).fill) : ground(e);
            const a = light(rgb(svg ? style.fill : style.color)), b = light(back);
            const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            const key = (e.className.baseVal ?? e.className) + ' ' + e.tagName;
            if (!worst.has(key) || worst.get(key)[0] > contrast) worst.set(key, [contrast, walker.currentNode.data.slice(0, 30)]);
          }
          return [...worst].map(([key, value]) => [key, ...value]);""")

    def check_contrast(self):
        poor = [each for each in self.colours() if each[1] < 4.5]
        self.assertEqual(poor, [])

    def test_light_and_dark(self):
        edited = self.edited_guestbook()
        ground = "return getComputedStyle(document.body).backgroundColor"
        for scheme in ("light", "dark"):
            self.browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for view in ("graph", "table", "waves", "files", "difference", "problems", "interface", "approval"):
                self.show(edited, "--against", SAMPLES / "guestbook", at=f"#plan=build&view={view}&activity=app%2Fprovision")
                self.check_contrast()
                self.picture(f"{scheme}-{view}")
        dark = self.run_script(ground)
        self.run_script("document.getElementById('theme').click()")
        self.assertEqual(self.run_script("return document.documentElement.dataset.theme"), "light")
        self.wait(f"{ground} !== arguments[0]", "the switch has its way", dark)
        self.browser.press("t")
        self.wait(f"{ground} === arguments[0]", "the key has its way", dark)
        self.run_script("localStorage.clear()")
        self.browser.command("Emulation.setEmulatedMedia", features=[])

    def test_every_control_has_a_name(self):
        for view in ("graph", "waves", "table", "interface", "files", "problems", "difference", "approval"):
            self.show(self.edited_guestbook(), "--against", SAMPLES / "guestbook", at=f"#plan=build&view={view}&activity=app%2Fprovision")
            self.run_script("for (const each of document.querySelectorAll('details')) each.open = true")
            self.settle()
            nodes = self.browser.command("Accessibility.getFullAXTree")["nodes"]
            controls = {"button", "link", "textbox", "searchbox", "combobox", "tab", "application", "region", "img", "tabpanel", "DisclosureTriangle"}
            nameless = [node["role"]["value"] for node in nodes if not node.get("ignored") and node["role"]["value"] in controls and not node.get("name", {}).get("value", "").strip()]
            self.assertEqual(nameless, [], view)
        self.assertEqual(self.run_script("return document.documentElement.lang"), "en")

    def test_help_and_focus(self):
        self.show(SAMPLES / "guestbook")
        self.browser.press("?")
        self.assertTrue(self.run_script("return document.getElementById('keys').open"))
        self.assertIn("search", self.texts("#keys")[0])
        self.picture("help")
        self.browser.press("Escape")
        self.assertFalse(self.run_script("return document.getElementById('keys').open"))
        seen = set()
        for _ in range(40):
            self.browser.press("Tab")
            focus = self.run_script("const e = document.activeElement, s = getComputedStyle(e); return [e.id || e.className?.baseVal || e.textContent.slice(0, 20), s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0, e.tagName]")
            if focus[2] != "BODY":
                self.assertTrue(focus[1], f"the focus is not seen on {focus}")
            seen.add(focus[0])
        for control in ("search", "theme", "tab-graph", "filter-node", "stage"):
            self.assertIn(control, seen)

    def test_narrow_screens(self):
        self.browser.command("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=True)
        self.show(SAMPLES / "guestbook", at="#plan=build&activity=app%2Fprovision")
        self.picture("narrow")
        self.assertLessEqual(self.run_script("return document.documentElement.scrollWidth"), 391)
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def test_prints(self):
        self.show(SAMPLES / "guestbook")
        pdf = self.browser.command("Page.printToPDF")["data"]
        self.assertGreater(len(pdf), 10_000)
        self.browser.command("Emulation.setEmulatedMedia", media="print")
        self.wait("return document.querySelectorAll('.printed tbody tr').length === 11", "the table is made for paper")
        shown = self.run_script("return ['.top', '.filters', 'main', '.strip'].filter((each) => getComputedStyle(document.querySelector(each)).display !== 'none')")
        self.assertEqual(shown, [])
        self.assertIn("both ends come before the connection", self.texts(".printed")[0])
        self.picture("printed")
        self.browser.command("Emulation.setEmulatedMedia", media="")

    # --- what must not happen ---

    def test_hostile_names_stay_text(self):
        plan = json.loads(run("plan", SAMPLES / "guestbook", "--json"))
        template = next(activity for activity in plan["activities"] if activity["id"] == "app/provision")
        for name in HOSTILE:
            other = json.loads(json.dumps(template).replace("app/provision", "PLACE"))
            other.update(id=f"{name}/provision", entity={"node": name}, type=name, reason=name, filled_by=name, host=name)
            for step in other["steps"]:
                step["id"] = step["id"].replace("PLACE", f"{name}/provision")
                for each in step.get("inputs", []):
                    each.pop("from", None)
                    each.update(value={name: [name]}, reason=name)
            plan["activities"].append(other)
            plan["edges"].append({"from": "app/provision", "to": f"{name}/provision", "origins": [{"rule": name, "reason": name, "at": {"file": name, "line": 1}}]})
        order = {activity["id"]: i for i, activity in enumerate(plan["activities"])}
        plan["edges"].sort(key=lambda edge: (order[edge["from"]], order[edge["to"]]))
        plan["service"]["name"] = HOSTILE[1]
        plan["diagnostics"] = [{"severity": "warning", "code": name, "summary": name, "detail": name} for name in HOSTILE]
        document = self.folder / "hostile.json"
        document.write_text(json.dumps(plan))
        shown = self.run_script
        for view in ("graph", "waves", "table", "interface", "files", "problems"):
            self.show(document, at=f"#plan=build&view={view}")
            self.assertEqual(shown("return [typeof window.broken, document.scripts.length, document.querySelectorAll('img, iframe, object').length]"), ["undefined", 1, 0])
        for name in HOSTILE:
            self.show(document, at=f"#plan=build&view=table&activity={encoded(name)}%2Fprovision")
            self.run_script("for (const each of document.querySelectorAll('details')) each.open = true")
            self.settle()
            title = shown("return document.querySelector('#details h2').textContent")
            self.assertEqual(title, visible(name) + "/provision")
            self.assertEqual(shown("return typeof window.broken"), "undefined")
        self.show(document)
        self.picture("hostile")

    # --- differences ---

    def edited_guestbook(self):
        """Redis has another script, and the balancer waits for it."""
        target = self.folder / "edited"
        if not target.exists():
            shutil.copytree(SAMPLES / "guestbook", target)
            path = target / "guestbook.yaml"
            text = path.read_text()
            requirement = "        - application: { node: app, relationship: nginx_to_app }\n"
            for old, new in ((requirement, requirement + "        - dependency: redis\n"), ("configure: scripts/redis/configure.sh", "configure: scripts/redis/create.sh")):
                self.assertIn(old, text)
                text = text.replace(old, new)
            path.write_text(text)
        return target

    def test_against_shows_what_is_added_and_changed(self):
        self.show(self.edited_guestbook(), "--against", SAMPLES / "guestbook")
        self.assertEqual(self.run_script("return document.querySelector('#views [aria-selected=true]').id"), "tab-difference", "it opens on what differs")
        self.show(self.edited_guestbook(), "--against", SAMPLES / "guestbook", at="#plan=build&view=graph")
        classes = dict(self.run_script("return [...document.querySelectorAll('.boxes .box')].map((box) => [box.dataset.activity, box.getAttribute('class')])"))
        self.assertIn("added", classes["nginx.dependency/provision"])
        self.assertIn("changed", classes["redis/provision"])
        self.assertTrue(self.texts(".edge.gained .way"))
        self.picture("difference")
        self.run_script("document.getElementById('tab-difference').click()")
        self.settle()
        words = "\n".join(self.texts("#view"))
        for expected in ("Activities added", "nginx.dependency/provision", "Activities changed", "steps/configure/artifact", "Order gained"):
            self.assertIn(expected, words)
        self.picture("difference-list")

    def test_against_shows_ghosts(self):
        self.show(SAMPLES / "guestbook", "--against", self.edited_guestbook(), at="#plan=build&view=graph&activity=nginx.dependency%2Fprovision")
        self.assertIn("removed", self.run_script("return document.querySelector('.boxes .selected').getAttribute('class')"))
        self.assertIn("Why it was here", self.details())
        self.assertEqual(self.texts("#details .line.marked"), [], "its place is one of the old sources, which are not here")
        self.assertTrue(self.texts(".edge.lost .way"))
        self.picture("ghosts")

    def test_against_shows_renames(self):
        target = self.folder / "renamed"
        shutil.copytree(SAMPLES / "guestbook", target)
        path = target / "guestbook.yaml"
        path.write_text(path.read_text().replace("\n    redis:\n", "\n    store:\n").replace("node: redis,", "node: store,").replace("redis: First", "store: First"))
        self.show(target, "--against", SAMPLES / "guestbook", at="#plan=build&view=difference")
        self.assertIn("renamed node redis is now store", "\n".join(self.texts("#view")))

    # --- others' services ---

    def test_corpus(self):
        archives = sorted((CORPUS / "opentosca-xml").glob("*.csar"))[:4] if CORPUS.exists() else []
        for archive in archives:
            with self.subTest(archive=archive.name):
                plan = json.loads(subprocess.run([PLANBUILDER, "plan", archive, "--json"], capture_output=True, text=True, check=True).stdout)
                self.show(archive)
                self.assertIn(f"{len(plan['activities'])} activit", self.texts("#summary")[0])
                self.picture(f"corpus-{archive.stem}")


def encoded(text):
    from urllib.parse import quote
    return quote(text, safe="")


def visible(text):
    """As the page shows it: dom.js."""
    import re
    text = text.replace("\n", "⏎").replace("\t", " ")
    return re.sub("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]", lambda c: f"⟨U+{ord(c[0]):04X}⟩", text)


if __name__ == "__main__":
    if webdriver.missing():
        print(f"skipped: there is no {webdriver.missing()}")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], "-v", *(["-k", sys.argv[2]] if len(sys.argv) > 2 else [])])
