#!/usr/bin/env python3
"""gpu_worker.py -- a GPU worker without a GPU: speaks tuner/eval/protocol.h on descriptor 3, pretends to be an H200

Started by the tuner when FATUNE_GPU_WORKER names it. Every answer follows from the request alone: the time of a candidate
is a hash of its problem, build and launch program, plus noise from a hash of the seed and the sample's number. So an
interrupted run must end with the winners of an undisturbed one. From the environment:

    FAKE_LOG       every request is appended here, one line of JSON: what, where, and "who", the candidate
    FAKE_DELAY_MS  pause before each answer about a candidate
    FAKE_SEED      of the noise (default 1)
    FAKE_NOISE     its width, relative (default 0.002); when set it goes on from request to request
    FAKE_DEVICES   names of the devices of this host, separated by commas (default: one NVIDIA H200)
    FAKE_SCRIPT    a JSON list of faults; the first that fits a request is played. What must fit, all optional:
                     do, set, samples   as in the request
                     problem            its key
                     kind               of worker: gpu (when not said) or counters
                     who                one of the request's candidates
                     device             its number
                     life               1 for the first worker of this kind and device in the log, 2 for the next
                     group              true: there are several of them, false: there is one
                     n                  it is the n-th request of this process that fits the rest, from 1
                   and what happens:
                     act                crash, exit, hang, close, nonsense, sticky, error, empty, events (the timer from now
                                        on), throttle, or the name of an outcome
"""
import hashlib
import json
import os
import signal
import socket
import sys
import time

DEVICE = {
    "name": "NVIDIA H200", "arch": "sm_90a", "uuid": "GPU-00000000-0000-0000-0000-000000000000", "partition": "",
    "cc": 90, "sms": 132, "smem_per_cta": 232448, "smem_per_sm": 233472, "regs_per_sm": 65536,
    "max_threads_per_cta": 1024, "max_threads_per_sm": 2048, "max_ctas_per_sm": 32, "l2_bytes": 62914560,
    "memory_bytes": 150121545728, "sm_mhz": 1980, "mem_mhz": 3201, "driver_version": 13000,
}
VERSIONS = {"driver": "580.65", "cupti": "130001", "nvrtc": "13.0"}


def fraction(*parts):
    """A number in [0, 1) that follows from the parts."""
    digest = hashlib.sha256("\0".join(str(p) for p in parts).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def candidate(problem, cubin, program):
    """Name of a candidate: problem key, build key (the directory of its cubin), launch program."""
    build = os.path.basename(os.path.dirname(cubin)) or cubin
    return hashlib.sha256(f"{problem}\0{build}\0{program}".encode()).hexdigest()[:16]


def base_ns(who):
    """Its time without noise: steps of 1 %, so that two candidates are equal or can be told apart; half of them race."""
    return 10000 * 1.01 ** int(20 * fraction("time", who))


def sample_ns(who, i):
    width = float(os.environ.get("FAKE_NOISE", 0.002))
    return round(base_ns(who) * (1 + width * (fraction("noise", os.environ.get("FAKE_SEED", 1), who, i) - 0.5)), 1)


class Worker:
    def __init__(self, kind):
        self.kind = kind
        self.socket = socket.socket(fileno=3)
        self.lines = self.socket.makefile("r")
        self.problem = ""
        self.loaded = {}  # id: who
        self.script = [dict(fault, seen=0) for fault in json.loads(os.environ.get("FAKE_SCRIPT") or "[]")]
        self.life = 1
        self.device = 0
        self.n_rounds = 0
        self.timer = "cupti"
        self.log_fd = -1
        if os.environ.get("FAKE_LOG"):
            self.log_fd = os.open(os.environ["FAKE_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def begin_life(self, device):
        self.device = device
        if self.log_fd >= 0:
            with open(os.environ["FAKE_LOG"]) as log:
                self.life = 1 + sum(r["kind"] == self.kind and r["do"] == "hello" and r["device"] == device
                                    for r in map(json.loads, log))

    def log(self, what, whos, request):
        if self.log_fd >= 0:
            line = {"pid": os.getpid(), "kind": self.kind, "device": self.device, "do": what, "problem": self.problem, "who": whos}
            line.update({k: request[k] for k in ("id", "ids", "set", "samples", "partition", "deterministic") if k in request})
            os.write(self.log_fd, (json.dumps(line) + "\n").encode())

    def fault(self, what, whos, request):
        facts = {"do": what, "problem": self.problem, "kind": self.kind, "device": self.device, "life": self.life, "group": len(whos) > 1}
        facts.update({name: request.get(name) for name in ("set", "samples")})
        for fault in self.script:
            if (fault.get("who") in [None, *whos] and fault.get("kind", "gpu") == self.kind
                    and all(fault.get(name, value) == value for name, value in facts.items())):
                fault["seen"] += 1
                if fault.get("n", fault["seen"]) == fault["seen"]:
                    return fault
        return {}

    def play(self, fault, request):
        """Does what a fault says; returns the answer where there is one."""
        act = fault["act"]
        if act == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        if act == "exit":
            os._exit(7)
        if act == "close":
            self.socket.shutdown(socket.SHUT_RDWR)
            self.lines.close()
            self.socket.close()
            time.sleep(3600)
        if act == "hang":
            time.sleep(3600)
        if act == "nonsense":
            return "Segmentation fault (core dumped)"
        if act == "error":
            return {"ok": False, "error": "the fake worker was told to fail", "hint": "tell it something else"}
        if act == "empty":
            return {"ok": True, "outcome": "ok", "samples": []}
        answer = {"ok": True, "outcome": act, "detail": f"the fake worker was told to say {act}"}
        if act == "sticky":
            answer.update(outcome="crashed", detail="an illegal memory access was encountered", sticky=True)
        bad = [i for i in request.get("ids", []) if self.loaded[i] == fault.get("who")]
        return dict(answer, id=bad[0] if bad else request.get("id", -1))

    def whos(self, what, request):
        if what == "load":
            return [candidate(self.problem, request.get("cubin", ""), request.get("program", ""))]
        ids = request.get("ids", [request["id"]] if "id" in request else [])
        return [self.loaded[i] for i in ids if i in self.loaded]

    def answer(self, request):
        what = request["do"]
        if what == "hello":
            self.begin_life(request["device"])
        if what == "problem":
            self.problem = request["key"]
            self.loaded = {}
        whos = self.whos(what, request)
        self.log(what, whos, request)
        if what in ("load", "validate", "time"):
            time.sleep(float(os.environ.get("FAKE_DELAY_MS", 0)) / 1000)
        fault = self.fault(what, whos, request)
        if fault.get("act") == "events":
            self.timer = "event"
        elif fault.get("act") == "throttle":
            return dict(self.do_time(request, whos), throttled=True)
        elif fault:
            return self.play(fault, request)
        return getattr(self, "do_" + what)(request, whos)

    def do_hello(self, request, whos):
        sms = request.get("partition", 0)
        names = os.environ.get("FAKE_DEVICES", DEVICE["name"]).split(",")
        if self.device >= len(names):
            return {"ok": False, "error": f"there is no device {self.device}: there are {len(names)}"}
        device = dict(DEVICE, name=names[self.device])
        if sms:
            device.update(sms=sms, partition=f"{sms} SMs")
        return {"ok": True, "name": "fatune", "device": device, "pci": "0000:00:00.0", "versions": VERSIONS, "timer": "cupti",
                "peers": [{"name": name, "cc": DEVICE["cc"], "sms": DEVICE["sms"]} for name in names]}

    def do_calibrate(self, request, whos):
        return {"ok": True, "read_roof_gbps": 4650.0, "empty_kernel_ns": 1000.0, "reference_ns": 20000.0, "sm_mhz": 1980}

    def do_problem(self, request, whos):
        return {"ok": True, "bytes": 1 << 20, "min_read_ns": 8000.0}

    def do_load(self, request, whos):
        if "library" in request:  # through libfatune: which config it is stays unknown here
            self.loaded[request["id"]] = whos[0]
            return {"ok": True, "outcome": "ok", "match": "exact", "describe": "", "regs": 128, "ctas_per_sm": 4}
        if not os.path.exists(request["cubin"]):
            return {"ok": True, "outcome": "launch_failed", "detail": f"there is no {request['cubin']}"}
        self.loaded[request["id"]] = whos[0]
        return {"ok": True, "outcome": "ok", "regs": 128, "ctas_per_sm": 4, "smem_bytes": 32768, "local_bytes": 0,
                "workspace_bytes": 4096}

    def do_unload(self, request, whos):
        self.loaded.pop(request["id"], None)
        return {"ok": True}

    def do_validate(self, request, whos):
        return {"ok": True, "outcome": "ok", "detail": "", "case": request["set"], "max_abs": 0.001, "mean_abs": 0.0001,
                "rel_l2": 0.001, "cosine": 0.99999, "tol": 0.01, "lse_max_abs": 1e-5}

    def do_time(self, request, whos):
        limit = request.get("limit_ns") or 1e30
        first = self.n_rounds if "FAKE_NOISE" in os.environ else 0
        self.n_rounds += request["samples"]
        series = [[sample_ns(who, first + i) for i in range(request["samples"])] for who in whos]
        return {"ok": True, "samples": [s if s[0] <= limit else s[:1] for s in series], "timer": self.timer,
                "timer_why": "CUPTI gave 3 kernel records for 4 launches", "sm_mhz": 1980, "throttled": False, "kernels": [1] * len(whos)}

    def do_counters(self, request, whos):
        return {"ok": True, "status": "ok", "passes": 1, "counters": {"dram__bytes_read.sum": 1e6, "sm__cycles_elapsed.max": 1e4}}

    def serve(self):
        for line in self.lines:
            request = json.loads(line)
            if request["do"] == "quit":
                break
            reply = self.answer(request)
            self.socket.sendall(((reply if isinstance(reply, str) else json.dumps(reply)) + "\n").encode())


if __name__ == "__main__":
    Worker(sys.argv[2]).serve()
