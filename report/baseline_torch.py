#!/usr/bin/env python3
"""PyTorch's attention as contestants: a worker that speaks fatune's protocol (tuner/eval/protocol.h) on descriptor 3.

The same data, flush and timer as fatune's own GPU worker, through build/libfatune_probe.so (FATUNE_PROBE names another). Needs
PyTorch with CUDA. Contestants: cudnn and fa2, both through scaled_dot_product_attention. Strided problems of equal lengths only.
"""
import ctypes
import json
import math
import os
import socket
import sys

CONTESTANTS = {-1: "cudnn", -2: "fa2"}
CACHE_MODES = {"cold": 0, "dirty": 1, "hot": 2}
DTYPES = {"bf16": 0, "fp16": 1, "fp32": 2}
BLOCK = 16  # iterations between two synchronisations
ATTEMPTS = 3
REFERENCE_ROWS = 64  # query rows a head that are compared, when there are more


class Rejected(Exception):
    """The problem or contestant cannot be done here; a result, not an error."""


def finite(value):
    """JSON has no NaN and no infinity."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def load_probe():
    here = os.path.dirname(os.path.abspath(__file__))  # in the source tree, or PREFIX/share/fatune/report
    places = [os.path.join(here, "..", "build"), os.path.join(here, "..", "..", "..", "lib")]
    found = [p for p in (os.path.join(d, "libfatune_probe.so") for d in places) if os.path.exists(p)]
    path = os.environ.get("FATUNE_PROBE") or (found[0] if found else None)
    if path is None:
        raise RuntimeError("libfatune_probe.so is not built; run 'make probe'")
    lib = ctypes.CDLL(path)
    lib.ft_probe_fill.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int, ctypes.c_uint64, ctypes.c_int]
    lib.ft_probe_end.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_int), ctypes.c_int]
    lib.ft_probe_timer.restype = ctypes.c_char_p
    lib.ft_probe_error.restype = ctypes.c_char_p
    return lib


def parse_key(key):
    """The fields of a problem's key, defaults filled in (tuner/runtime/problem.h)."""
    fields = dict(item.split("=", 1) for item in key.split(","))
    problem = {
        name: int(fields.get(name, default))
        for name, default in [("head_dim", 0), ("q_heads", 0), ("kv_heads", 0), ("batch", 1), ("seqlen_q", 0),
                              ("seqlen_kv", 0), ("window_left", -1), ("window_right", -1)]
    }
    problem["dtype"] = fields.get("dtype")
    problem["mask"] = fields.get("mask", "none")
    if fields.get("op") not in (None, "fwd"):
        raise Rejected("only forward problems")
    if fields.get("kv", "strided") != "strided":
        raise Rejected("only contiguous K and V")
    if fields.get("lengths", "equal") != "equal":
        raise Rejected("only sequences of equal length")
    if problem["window_left"] != -1 or problem["window_right"] != -1:
        raise Rejected("no sliding windows")
    if problem["dtype"] not in ("bf16", "fp16"):
        raise Rejected("only bf16 and fp16")
    for name in ("kv_dtype", "o_dtype"):
        if fields.get(name, problem["dtype"]) != problem["dtype"]:
            raise Rejected("q, k, v and o of one type only")
    if int(fields.get("head_dim_v", problem["head_dim"])) != problem["head_dim"]:
        raise Rejected("head_dim_v equal to head_dim only")
    if problem["mask"] == "causal" and problem["seqlen_q"] not in (1, problem["seqlen_kv"]):
        raise Rejected("PyTorch aligns causal masks to the top left")
    return problem


class Worker:
    def __init__(self):
        self.torch = None
        self.probe = None
        self.problem = None
        self.backends = {}

    def check(self, rc):
        if rc < 0:
            raise RuntimeError(self.probe.ft_probe_error().decode() or "the probe library failed")
        return rc

    def do_hello(self, request):
        if request.get("protocol") != 1:
            raise RuntimeError("this worker speaks protocol 1")
        import torch
        from torch.nn.attention import SDPBackend

        if not torch.cuda.is_available():
            raise RuntimeError("PyTorch sees no GPU")
        device = int(request.get("device", 0))
        torch.cuda.set_device(device)
        torch.zeros(1, device="cuda")  # makes the context
        torch.set_grad_enabled(False)
        self.backends = {-1: SDPBackend.CUDNN_ATTENTION, -2: SDPBackend.FLASH_ATTENTION}
        self.probe = load_probe()
        self.check(self.probe.ft_probe_open())
        self.torch = torch
        properties = torch.cuda.get_device_properties(device)
        return {
            "name": "pytorch",
            "device": {"name": properties.name, "cc": 10 * properties.major + properties.minor,
                       "sms": properties.multi_processor_count, "memory_bytes": properties.total_memory},
            "versions": {"pytorch": torch.__version__, "cudnn": str(torch.backends.cudnn.version()),
                         "cuda": torch.version.cuda},
            "timer": self.probe.ft_probe_timer().decode(),
            "contestants": [{"id": i, "name": name} for i, name in CONTESTANTS.items()],
        }

    def do_calibrate(self, request):
        """Warms the GPU up; the roofs are the other worker's business."""
        torch = self.torch
        x = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
        for _ in range(200):
            torch.matmul(x, x)
        torch.cuda.synchronize()
        return {"read_roof_gbps": None, "empty_kernel_ns": None, "reference_ns": None, "sm_mhz": 0}

    def do_problem(self, request):
        torch = self.torch
        self.problem = None
        torch.cuda.empty_cache()
        p = parse_key(request["key"])
        dtype = torch.bfloat16 if p["dtype"] == "bf16" else torch.float16
        shapes = [(p["batch"], p["seqlen_q"], p["q_heads"], p["head_dim"])]
        shapes += [(p["batch"], p["seqlen_kv"], p["kv_heads"], p["head_dim"])] * 2
        try:
            tensors = [torch.empty(shape, device="cuda", dtype=dtype) for shape in shapes]
        except torch.cuda.OutOfMemoryError as e:
            raise Rejected("out of device memory") from e
        seed = int(request.get("seed", 0)) & (2**64 - 1)
        for tag, t in enumerate(tensors):
            self.check(self.probe.ft_probe_fill(t.data_ptr(), t.numel(), DTYPES[p["dtype"]], seed, tag))
        # [batch, rows, heads, dim] in memory, seen by PyTorch as [batch, heads, rows, dim]
        p["q"], p["k"], p["v"] = (t.transpose(1, 2) for t in tensors)
        p["is_causal"] = p["mask"] == "causal" and p["seqlen_q"] > 1
        self.problem = p
        return {"bytes": sum(t.numel() * t.element_size() for t in tensors), "min_read_ns": None}

    def call(self, contestant):
        p = self.problem
        return self.torch.nn.functional.scaled_dot_product_attention(
            p["q"], p["k"], p["v"], is_causal=p["is_causal"], enable_gqa=p["q_heads"] != p["kv_heads"])

    def backend(self, contestant):
        from torch.nn.attention import sdpa_kernel

        return sdpa_kernel([self.backends[contestant]])

    def need_contestant(self, contestant):
        if self.problem is None:
            raise RuntimeError("'problem' comes first")
        if contestant not in CONTESTANTS:
            raise RuntimeError(f"there is no contestant {contestant}")
        return contestant

    def compared_rows(self):
        n = self.problem["seqlen_q"]
        if n <= REFERENCE_ROWS:
            return list(range(n))
        step = n // (REFERENCE_ROWS - 2)
        return sorted({0, n - 1, *range(0, n, step)})

    def attention(self, sequence, rows, low):
        """Reference (fp64) or plain attention in the tensors' own precision of some rows of one sequence."""
        torch, p = self.torch, self.problem
        out = []
        group = p["q_heads"] // p["kv_heads"]
        keys = torch.arange(p["seqlen_kv"], device="cuda")
        last = torch.tensor(rows, device="cuda") + p["seqlen_kv"] - p["seqlen_q"]
        for g in range(p["kv_heads"]):
            q = p["q"][sequence][g * group:(g + 1) * group][:, rows]
            k, v = p["k"][sequence][g], p["v"][sequence][g]
            work = torch.float32 if low else torch.float64
            scores = q.to(work) @ k.to(work).T * p["head_dim"] ** -0.5
            if low:
                scores = scores.to(q.dtype).to(work)
            if p["is_causal"]:
                scores = scores.masked_fill(keys > last[:, None], float("-inf"))
            weights = torch.softmax(scores, -1)
            if low:
                weights = weights.to(q.dtype).to(work)
            o = weights @ v.to(work)
            out.append((o.to(q.dtype) if low else o).double())
        return torch.cat(out)

    def do_validate(self, request):
        torch = self.torch
        contestant = self.need_contestant(int(request["id"]))
        rows = self.compared_rows()
        with self.backend(contestant):
            o = self.call(contestant)
        torch.cuda.synchronize()
        result = {"outcome": "ok", "case": "problem", "max_abs": 0.0, "tol": 0.0, "lse_max_abs": None}
        error_sum = error_squares = ref_squares = o_squares = product = 0.0
        count, worst = 0, -1.0
        for sequence in range(self.problem["batch"]):
            ref = self.attention(sequence, rows, low=False)
            low = self.attention(sequence, rows, low=True)
            mine = o[sequence][:, rows].double()
            rounded = ref.to(o.dtype)
            noise = ((rounded + 0.3 - 0.3).double() - rounded.double()).abs().max().item()
            tol = 2 * (low - ref).abs().max().item() + 2 * noise
            error = (mine - ref).abs()
            max_abs = error.max().item()
            if not max_abs <= tol and result["outcome"] == "ok":
                result["outcome"] = "wrong" if torch.isfinite(mine).all() else "nonfinite"
                result["detail"] = f"sequence {sequence}: error {max_abs:.3g}, tolerance {tol:.3g}"
            if not max_abs / tol <= worst:
                worst, result["tol"] = max_abs / tol, tol
            result["max_abs"] = max(result["max_abs"], max_abs)
            error_sum += error.sum().item()
            error_squares += (error ** 2).sum().item()
            ref_squares += (ref ** 2).sum().item()
            o_squares += (mine ** 2).sum().item()
            product += (mine * ref).sum().item()
            count += error.numel()
        result["mean_abs"] = error_sum / count
        result["rel_l2"] = (error_squares / ref_squares) ** 0.5
        result["cosine"] = product / (ref_squares * o_squares) ** 0.5
        return result

    def run_block(self, items, mode):
        """Times of one block of iterations, and kernels per call."""
        n = len(items)
        times, kernels = (ctypes.c_double * n)(), (ctypes.c_int * n)()
        for _ in range(ATTEMPTS):
            self.check(self.probe.ft_probe_begin())
            for contestant in items:
                with self.backend(contestant):
                    self.check(self.probe.ft_probe_flush(mode))
                    self.call(contestant)
            if self.probe.ft_probe_end(times, kernels, n) == n and all(t > 0 for t in times):
                return list(times), list(kernels)
        raise RuntimeError(self.probe.ft_probe_error().decode() or "the timer lost records")

    def do_time(self, request):
        ids = [self.need_contestant(int(i)) for i in request["ids"]]
        mode = CACHE_MODES[request.get("cache", "cold")]
        limit_ns = request.get("limit_ns") or 0
        samples = {i: [] for i in ids}
        per_call = {i: 0 for i in ids}
        for contestant in ids:  # plans, workspaces, clocks
            with self.backend(contestant):
                for _ in range(3):
                    self.call(contestant)
        self.torch.cuda.synchronize()
        order = [i for _ in range(int(request.get("samples", 5))) for i in ids]
        over = set()
        while order:
            block, order = order[:BLOCK], order[BLOCK:]
            times, kernels = self.run_block(block, mode)
            for contestant, ns, n in zip(block, times, kernels):
                if contestant in over:
                    continue
                samples[contestant].append(ns)
                per_call[contestant] = n
                if limit_ns and ns > limit_ns:
                    over.add(contestant)
            order = [i for i in order if i not in over]
        return {"outcome": "ok", "samples": [samples[i] for i in ids], "kernels": [per_call[i] for i in ids],
                "timer": self.probe.ft_probe_timer().decode(), "sm_mhz": 0, "throttled": False}

    def do_unload(self, request):
        return {}

    def answer(self, request):
        what = request.get("do", "")
        handler = getattr(self, "do_" + what, None)
        if handler is None:
            return {"ok": False, "error": f"'{what}' is no request of this worker"}
        if what != "hello" and self.torch is None:
            return {"ok": False, "error": "'hello' comes first"}
        try:
            return {"ok": True, **handler(request)}
        except Rejected as e:
            return {"ok": False, "outcome": "rejected", "error": str(e)}
        except ImportError as e:
            return {"ok": False, "error": f"PyTorch cannot be imported: {e}"}
        except Exception as e:  # a contestant's failure is a result
            text = str(e).strip().split("\n")[0] or type(e).__name__
            if what in ("validate", "time"):
                # PyTorch refuses a backend for a problem with a RuntimeError
                lost = "CUDA error" in text
                return {"ok": True, "outcome": "crashed" if lost else "rejected", "detail": text, "sticky": lost,
                        "id": request.get("id", (request.get("ids") or [0])[0])}
            return {"ok": False, "error": text}


def main():
    try:
        channel = socket.socket(fileno=3)
    except OSError:
        sys.exit("baseline_torch.py is started by fatune (--baseline), which talks to it on descriptor 3")
    worker = Worker()
    with channel, channel.makefile("rb") as lines:
        for line in lines:
            request = json.loads(line)
            if request.get("do") == "quit":
                channel.sendall(b'{"ok":true}\n')
                break
            answer = {name: finite(value) for name, value in worker.answer(request).items()}
            channel.sendall(json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()
