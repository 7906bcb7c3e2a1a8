"""Speaks the worker protocol (tuner/eval/protocol.h) with a GPU worker and checks the answers. Called by worker.sh."""
import hashlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile

FATUNE, TOP, WORK = sys.argv[1:4]
failures = 0

# A warp computes one row, key after key; FAULT plants a mistake.
SOURCE = r"""
#include "fatune_config.h"
#include "ft_abi.h"
extern "C" __global__ void plain_attention(const __grid_constant__ struct ft_attn_args a)
{
    const int i = blockIdx.x, h = blockIdx.y, b = blockIdx.z, lane = threadIdx.x;
    const int len = a.seqlens_kv ? a.seqlens_kv[b] : a.seqlen_kv, g = h / (a.q_heads / a.kv_heads);
    int end = a.causal ? min(len, i + len - a.seqlen_q + 1) : len;
    if (FAULT == 1) end -= end > 1;                        /* the last key is forgotten */
    if (FAULT == 2 && i + h + b == 0) *(volatile int *)16 = 1;  /* illegal access */
    const unsigned short *q = (unsigned short *)a.q.data + b * a.q.stride_batch + i * a.q.stride_row + h * a.q.stride_head;
    auto at = [&](const struct ft_tensor &t, int j) {
        const ft_i64 outer = a.block_table ? a.block_table[b * a.block_table_stride + j / a.page_size] : b;
        return (unsigned short *)t.data + outer * t.stride_batch + (a.block_table ? j % a.page_size : j) * t.stride_row + g * t.stride_head;
    };
    float m = -INFINITY_F, l = 0, o[4] = {0, 0, 0, 0};
    for (int j = 0; j < end; j++) {
        const unsigned short *k = at(a.k, j), *v = at(a.v, j);
        float s = 0;
        for (int t = 0; t < 4; t++)
            s += __uint_as_float(q[lane + 32 * t] << 16) * __uint_as_float(k[lane + 32 * t] << 16);
        for (int x = 16; x; x /= 2)
            s += __shfl_xor_sync(~0u, s, x);
        s *= a.softmax_scale;
        const float top = fmaxf(m, s), f = __expf(m - top), p = __expf(s - top);
        m = top;
        l = l * f + p;
        for (int t = 0; t < 4; t++)
            o[t] = o[t] * f + p * __uint_as_float(v[lane + 32 * t] << 16);
    }
    unsigned short *out = (unsigned short *)a.o.data + b * a.o.stride_batch + i * a.o.stride_row + h * a.o.stride_head;
    for (int t = 0; t < 4; t++) {
        const unsigned u = __float_as_uint(l > 0 ? o[t] / l : 0);
        out[lane + 32 * t] = (u + 0x7fff + (u >> 16 & 1)) >> 16;
    }
    if (FAULT == 3 && b == a.batch - 1 && h == a.q_heads - 1 && i == a.seqlen_q - 1) out[128 + lane] = 0; /* past the row */
    if (a.lse.data && lane == 0)
        ((float *)a.lse.data)[b * a.lse.stride_batch + h * a.lse.stride_head + i * a.lse.stride_row] = l > 0 ? m + logf(l) : -INFINITY_F;
}
"""


def check(what, ok, detail=""):
    global failures
    failures += not ok
    print(f"{'ok  ' if ok else 'BAD '} {what} {detail}", flush=True)


class Worker:
    def __init__(self, argv, **env):
        ours, theirs = socket.socketpair()
        launcher = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.execvp(sys.argv[2], sys.argv[2:])"
        self.process = subprocess.Popen([sys.executable, "-c", launcher, str(theirs.fileno()), *argv],
                                        pass_fds=[theirs.fileno()], env={**os.environ, **env})
        theirs.close()
        self.socket, self.lines = ours, ours.makefile("rb")
        ours.settimeout(120)

    def ask(self, what, **fields):
        self.socket.sendall(json.dumps({"do": what, **fields}).encode() + b"\n")
        line = self.lines.readline()
        return json.loads(line) if line else {"ok": False, "error": "the worker is gone"}

    def quit(self):
        self.ask("quit")
        self.process.wait(20)


def compile_variant(arch, fault):
    path = os.path.join(WORK, "plain_attention.cu")
    with open(path, "w") as f:
        f.write(SOURCE)
    header = f"#define FAULT {fault}\n#define INFINITY_F __int_as_float(0x7f800000)\n"
    key = hashlib.sha256((header + SOURCE + arch + tempfile.mktemp()).encode()).hexdigest()
    worker = Worker([FATUNE, "--worker", "compile"])
    answer = worker.ask("compile", key=key, source=path, header=header, arch=arch,
                        include=[os.path.join(TOP, "kernel_templates", "common")])
    worker.socket.shutdown(socket.SHUT_RDWR)
    worker.process.wait(20)
    if answer.get("outcome") != "ok":
        sys.exit(f"the test's kernel does not compile: {answer}")
    return os.path.join(os.environ["FATUNE_CACHE"], "builds", key[:2], key, "build.cubin")


def program():
    probe = os.path.join(WORK, "size.c")
    with open(probe, "w") as f:
        f.write('#include <stdio.h>\n#include "ft_abi.h"\nint main(void) { printf("%zu", sizeof(struct ft_attn_args)); }\n')
    include = os.path.join(TOP, "kernel_templates", "common")
    subprocess.run(["cc", "-I", include, "-o", probe[:-2], probe], check=True)
    size = subprocess.run([probe[:-2]], check=True, capture_output=True, text=True).stdout
    return (f"args {size}\nkernel plain_attention when=1 grid=p.seqlen_q,p.q_heads,p.batch block=32,1,1 "
            "cluster=1,1,1 smem=0 pdl=0\n")


DECODE = "op=fwd,dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=2,seqlen_q=1,seqlen_kv=4096"
PAGED = ("op=fwd,dtype=bf16,head_dim=128,q_heads=10,kv_heads=2,batch=8,seqlen_q=1,seqlen_kv=1000,kv=paged,page_size=16,"
         "want_lse=1,lengths=uniform,lengths_seed=5")
PREFILL = "op=fwd,dtype=bf16,head_dim=128,q_heads=8,kv_heads=2,batch=1,seqlen_q=700,seqlen_kv=700,mask=causal,want_lse=1"


def test_worker():
    worker = Worker([FATUNE, "--worker", "gpu"])
    hello = worker.ask("hello", protocol=1, device=0)
    check("hello", hello["ok"], hello.get("error", ""))
    check("kernel times come from CUPTI", hello.get("timer") == "cupti", hello.get("timer_why", ""))
    arch, text = hello["device"]["arch"], program()
    cubins = [compile_variant(arch, fault) for fault in range(4)]

    c = worker.ask("calibrate")
    check("calibrate", c["ok"] and c["read_roof_gbps"] > 50 and 200 < c["empty_kernel_ns"] < 20000, c)
    for key in DECODE, PAGED, PREFILL:
        p = worker.ask("problem", key=key, seed=1, cache="cold")
        check("problem", p["ok"] and p["min_read_ns"] > 0, p)
        for fault, expected in (0, "ok"), (1, "wrong"), (3, "wrong"):
            loaded = worker.ask("load", id=fault, cubin=cubins[fault], program=text, deterministic=True,
                                page_sizes=[1, 48], any_lse=True)
            check("load", loaded.get("outcome") == "ok", loaded.get("detail", ""))
            for group in "full", "problem":
                v = worker.ask("validate", id=fault, set=group)
                check(f"validate {group}, fault {fault}", v.get("outcome") == expected, v)
        times = {}
        for cache in "cold", "dirty", "hot":
            t = worker.ask("time", ids=[0, 1], samples=20, cache=cache, limit_ns=1e12)
            times[cache] = statistics.median(t["samples"][0])
            check(f"time {cache}", t["timer"] == "cupti" and t["kernels"] == [1, 1], f"{times[cache]:.0f} ns")
            q1, _, q3 = statistics.quantiles(t["samples"][0])
            check("samples are close together", q3 - q1 < 0.1 * times[cache], f"{q1:.0f} {q3:.0f}")
        check("an L2 full of other data is not faster", times["hot"] <= 1.05 * times["cold"])
        t = worker.ask("time", ids=[0, 1], samples=20, cache="cold", limit_ns=1)
        check("a series ends above its limit", [len(s) for s in t["samples"]] == [1, 1])
    worker.ask("load", id=2, cubin=cubins[2], program=text, deterministic=True)
    v = worker.ask("validate", id=2, set="problem")
    check("an illegal access is a sticky crash", v.get("outcome") == "crashed" and v.get("sticky") is True, v)
    worker.quit()

    worker = Worker([FATUNE, "--worker", "gpu"], FATUNE_VALIDATE_LARGE="1")
    worker.ask("hello", protocol=1, device=0)
    worker.ask("problem", key=DECODE, seed=1, cache="cold")
    worker.ask("load", id=0, cubin=cubins[0], program=text, deterministic=True)
    v = worker.ask("validate", id=0, set="full")
    check("offsets beyond 2^31 elements", v.get("outcome") == "ok", v)
    worker.quit()

    worker = Worker([FATUNE, "--worker", "counters"])
    worker.ask("hello", protocol=1, device=0)
    worker.ask("problem", key=DECODE, seed=1, cache="cold")
    worker.ask("load", id=0, cubin=cubins[0], program=text, deterministic=True)
    c = worker.ask("counters", id=0, cache="cold")
    check("counters are given, or their absence is explained", c["ok"] and (c["status"] != "ok" or c["counters"]), c)
    worker.quit()


def test_baseline():
    if subprocess.run([sys.executable, "-c", "import torch; assert torch.cuda.is_available()"],
                      stderr=subprocess.DEVNULL).returncode != 0:
        print("the PyTorch worker is not tested: no PyTorch with CUDA")
        return
    worker = Worker([sys.executable, os.path.join(TOP, "report", "baseline_torch.py")])
    hello = worker.ask("hello", protocol=1, device=0)
    check("hello of PyTorch", hello["ok"], hello)
    if not hello["ok"]:
        return
    check("problem", worker.ask("problem", key=DECODE, seed=1, cache="cold")["ok"])
    for contestant in hello["contestants"]:
        v = worker.ask("validate", id=contestant["id"], set="problem")
        check(f"validate {contestant['name']}", v.get("outcome") == "ok", v)
    t = worker.ask("time", ids=[c["id"] for c in hello["contestants"]], samples=10, cache="cold")
    check("time", t.get("outcome") == "ok", [statistics.median(s) for s in t.get("samples", [])] or t)
    check("paged is rejected", worker.ask("problem", key=PAGED, seed=1, cache="cold").get("outcome") == "rejected")
    worker.quit()


os.environ.setdefault("FATUNE_CACHE", os.path.join(WORK, "cache"))
test_worker()
test_baseline()
sys.exit(failures > 0)
