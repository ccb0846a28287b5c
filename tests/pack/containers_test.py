#!/usr/bin/env python3
"""Packs samples into every container and holds the result against what other programs make of it.

Usage: containers_test.py PLANBUILDER SAMPLES
"""
import hashlib
import os
import pathlib
import random
import signal
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile

planbuilder, samples = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FORMATS = ["zip", "tar", "tar.gz"]
SERVICE = """\
tosca_definitions_version: tosca_simple_yaml_1_3
metadata: { template_name: hard, template_version: 1.0 }
topology_template: { node_templates: { n: { type: tosca.nodes.Root } } }
"""


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, **options)


def pack(*arguments, **options):
    result = run(planbuilder, "pack", *arguments, **options)
    if result.returncode:
        raise AssertionError(result.stderr.decode())
    return result


def in_zip(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {i.filename: (bool(i.external_attr >> 16 & stat.S_IXUSR), archive.read(i)) for i in archive.infolist() if not i.is_dir()}


def in_tar(path):
    with tarfile.open(path) as archive:
        return {i.name: (bool(i.mode & stat.S_IXUSR), archive.extractfile(i).read()) for i in archive.getmembers() if i.isfile()}


def content_of(path):
    return in_zip(path) if path.name.endswith(".zip") else in_tar(path)


class Containers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def hard_service(self):
        """Names and modes that containers find hard."""
        service = self.folder / "hard"
        for name in ["s.yaml", "sub/" + "f" * 180, "d" * 120 + "/" + "f" * 99, "café/ナ", "run.sh", "empty"]:
            (service / name).parent.mkdir(parents=True, exist_ok=True)
            (service / name).write_text("" if name == "empty" else name)
        (service / "s.yaml").write_text(SERVICE)
        (service / "run.sh").chmod(0o700)
        return service

    def test_other_programs_read_what_is_written(self):
        for service in [samples / "guestbook", samples / "figures/xml", self.hard_service()]:
            for form in FORMATS:
                out = self.folder / f"out.{form}"
                pack(service, "-o", out, "--declare", "none")
                expected = {file.relative_to(service).as_posix(): (bool(file.stat().st_mode & stat.S_IXUSR), file.read_bytes())
                            for file in service.rglob("*") if file.is_file()}
                held = content_of(out)
                self.assertEqual({path: held.get(path) for path in expected if not path.endswith("TOSCA.meta")},
                                 {path: expected[path] for path in expected if not path.endswith("TOSCA.meta")}, form)
                self.assertTrue(held["Plans/build/shell/plan.sh"][0])
                if form == "zip":
                    self.assertEqual(run("unzip", "-tq", out).returncode, 0)
                    self.assertEqual(run("zipinfo", "-v", out).returncode, 0)
                else:
                    listing = run("tar", "--utc", "-tvf", out, env={**os.environ, "LC_ALL": "C.UTF-8"})
                    self.assertEqual((listing.returncode, listing.stderr), (0, b""))
                    for line in listing.stdout.decode().splitlines():
                        self.assertIn(" 0/0 ", line)
                        self.assertIn(" 1980-01-01 00:00 ", line)
                    self.assertEqual(len(listing.stdout.splitlines()), len(held))
                if form == "tar.gz":
                    self.assertEqual(run("gzip", "-t", out).returncode, 0)

    def test_the_bytes_depend_on_the_content_alone(self):
        service = self.hard_service()
        for form in FORMATS:
            digests = set()
            places = [("UTC", 0o022, "C"), ("Pacific/Kiritimati", 0o077, "C.UTF-8"), ("XYZ+11", 0o002, "en_US.UTF-8")]
            for number, (zone, mask, locale) in enumerate(places):
                out = self.folder / str(number) / f"out.{form}"
                out.parent.mkdir(exist_ok=True)
                os.utime(service / "run.sh", (number * 10**8, number * 10**8))
                given = service if number == 0 else os.path.relpath(service, out.parent)
                pack(given, "-o", out, cwd=None if number == 0 else out.parent, umask=mask,
                     env={**os.environ, "TZ": zone, "LC_ALL": locale})
                digests.add(hashlib.sha256(out.read_bytes()).hexdigest())
            self.assertEqual(len(digests), 1, form)

    def test_packing_again_changes_nothing(self):
        for service in [samples / "guestbook", samples / "figures/xml"]:
            for form in FORMATS:
                once, twice = self.folder / f"once.{form}", self.folder / f"once-more/once.{form}"
                twice.parent.mkdir(exist_ok=True)
                pack(service, "-o", once)
                pack(once, "-o", twice)
                self.assertEqual(once.read_bytes(), twice.read_bytes(), (service, form))

    def test_containers_are_converted(self):
        first = self.folder / "a.zip"
        pack(samples / "guestbook", "-o", first)
        for form in FORMATS:
            other, back = self.folder / f"b.{form}", self.folder / "c.zip"
            pack(first, "-o", other)
            pack(other, "-o", back)
            self.assertEqual(in_zip(back), in_zip(first), form)
            pack(first, "-o", self.folder / "d.csar", "--container", form)
            self.assertEqual((self.folder / "d.csar").read_bytes(), other.read_bytes())

    def test_standard_input_and_output(self):
        given, out = self.folder / "in.tar.gz", self.folder / "out.tar.gz"
        pack(samples / "guestbook", "-o", given)
        pack(given, "-o", out)
        piped = pack("-", "-o", "-", input=given.read_bytes())
        self.assertEqual(piped.stdout, out.read_bytes())
        self.assertIn(b"plans", piped.stderr)
        self.assertEqual(in_zip_bytes(pack(given, "-o", "-", "--container", "zip").stdout, self.folder), in_tar(out))

    def test_a_signed_package_stays_a_package(self):
        service = self.folder / "vnf"
        service.mkdir()
        (service / "s.yaml").write_text(SERVICE)
        (service / "image.bin").write_bytes(b"image")
        digests = "".join(f"Source: {file.name}\r\nAlgorithm: SHA-512\r\nHash: {hashlib.sha512(file.read_bytes()).hexdigest()}\r\n\r\n"
                          for file in sorted(service.iterdir()))
        text = f"metadata:\r\n  vnf_product_name: x\r\n\r\n{digests}"
        signature = "-----BEGIN CMS-----\r\nMIGDBgsqhkiG\r\n-----END CMS-----\r\n"
        with zipfile.ZipFile(self.folder / "vnf.csar", "w") as out:
            for file in service.iterdir():
                out.write(file, file.name)
            out.writestr("s.mf", text + signature)
            out.writestr("s.mf.cms", "beside")
        first, second = self.folder / "first.zip", self.folder / "more/first.zip"
        result = pack(self.folder / "vnf.csar", "-o", first)
        self.assertIn(b"s.mf:12:1: warning[archive-manifest]", result.stderr)
        held = in_zip(first)
        was, now = (hashlib.sha512(content).hexdigest() for content in [SERVICE.encode(), held["s.yaml"][1]])
        self.assertNotEqual(was, now)  # the plans are declared in it
        self.assertTrue(held["s.mf"][1].decode().startswith(text.replace(was, now)))
        self.assertNotIn(b"BEGIN", held["s.mf"][1])
        self.assertEqual(held["s.mf.superseded-signature"][1], signature.encode())
        self.assertEqual(held["s.mf.cms.superseded-signature"][1], b"beside")
        self.assertNotIn("s.mf.cms", held)
        listed = {line.split(b": ")[1].strip().decode() for line in held["s.mf"][1].splitlines() if line.startswith(b"Source: ")}
        self.assertEqual(listed, set(held) - {"s.mf", "s.mf.cms.superseded-signature"})
        self.assertEqual(run(planbuilder, "validate", first).returncode, 0)
        second.parent.mkdir()
        self.assertEqual(pack(first, "-o", second).stderr, b"")
        self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_usage(self):
        given = self.folder / "in.csar"
        pack(samples / "guestbook", "-o", given)
        self.assertEqual(run(planbuilder, "pack", given).returncode, 2)
        self.assertEqual(run(planbuilder, "pack", given, "--in-place", "-o", "x").returncode, 2)
        self.assertEqual(run(planbuilder, "pack", "-", "--in-place").returncode, 2)
        self.assertEqual(run(planbuilder, "pack", given, "-o", "x", "--container", "rar").returncode, 2)
        self.assertEqual(run(planbuilder, "pack", samples / "guestbook", "--in-place").returncode, 2)

    def test_in_place_the_old_or_the_new_is_there(self):
        old = self.folder / "old.zip"
        with zipfile.ZipFile(old, "w") as out:
            out.writestr("s.yaml", SERVICE)
            for number in range(20):
                out.writestr(f"{number}.bin", bytes(1_000_000))
        given = self.folder / "work" / "given.zip"
        given.parent.mkdir()
        given.write_bytes(old.read_bytes())
        start = time.monotonic()
        pack(given, "--in-place")
        whole = time.monotonic() - start
        new = given.read_bytes()
        self.assertNotEqual(new, old.read_bytes())
        dice = random.Random(7)
        for _ in range(15):
            given.write_bytes(old.read_bytes())
            process = subprocess.Popen([planbuilder, "pack", given, "--in-place"], stdout=subprocess.DEVNULL)
            time.sleep(dice.random() * whole)
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.assertIn(given.read_bytes(), (old.read_bytes(), new))
            for left in given.parent.glob(".*.tmp"):  # on file systems where every file has a name
                left.unlink()


def in_zip_bytes(data, folder):
    (folder / "piped.zip").write_bytes(data)
    return in_zip(folder / "piped.zip")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
