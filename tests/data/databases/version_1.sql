-- A database as version 1 of the schema had it: two problems, two configs each, found with --max-evals 2.
PRAGMA application_id = 1179931982;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (
    key   TEXT PRIMARY KEY NOT NULL, -- 'created_at'
    value TEXT NOT NULL
);
INSERT INTO meta VALUES('created_at','2026-11-30T17:13:09.548Z');
CREATE TABLE device (
    id                  INTEGER PRIMARY KEY,
    key                 TEXT NOT NULL UNIQUE, -- identity of a measurement: "name|cc|sms|partition"
    name                TEXT NOT NULL,        -- "NVIDIA H200"
    arch                TEXT NOT NULL,        -- what kernels are compiled for: "sm_90a"
    cc                  INTEGER NOT NULL CHECK (cc > 0), -- compute capability times 10: 90
    sms                 INTEGER NOT NULL CHECK (sms > 0), -- streaming multiprocessors
    partition           TEXT NOT NULL DEFAULT '', -- MIG slice or green context, '' for a whole GPU
    uuid                TEXT NOT NULL DEFAULT '', -- of the GPU seen last
    smem_per_cta_bytes  INTEGER NOT NULL, -- shared memory, opt-in maximum of a CTA
    smem_per_sm_bytes   INTEGER NOT NULL, -- shared memory of an SM
    regs_per_sm         INTEGER NOT NULL, -- 32-bit registers of an SM
    max_threads_per_cta INTEGER NOT NULL, -- limit of a CTA
    max_threads_per_sm  INTEGER NOT NULL, -- limit of an SM
    max_ctas_per_sm     INTEGER NOT NULL, -- resident CTAs an SM can hold
    l2_bytes            INTEGER NOT NULL, -- L2 cache
    memory_bytes        INTEGER NOT NULL, -- device memory
    sm_mhz              INTEGER NOT NULL, -- maximum SM clock
    mem_mhz             INTEGER NOT NULL, -- maximum memory clock
    driver_version      INTEGER NOT NULL, -- CUDA version of the driver seen last: 13000
    read_roof_gbps      REAL,             -- measured speed of a plain read, seen last
    at                  TEXT NOT NULL     -- first seen
);
INSERT INTO device VALUES(1,'NVIDIA H200|90|132|','NVIDIA H200','sm_90a',90,132,'','GPU-00000000-0000-0000-0000-000000000000',232448,233472,65536,1024,2048,32,62914560,150121545728,1980,3201,13000,4650.0,'2026-11-30T17:13:09.605Z');
CREATE TABLE family (
    id                INTEGER PRIMARY KEY,
    name              TEXT NOT NULL, -- "decode_split"
    signature         TEXT NOT NULL, -- SHA-256 of kernel.cu's include closure and family.yaml
    about             TEXT NOT NULL, -- the family's own description
    is_deterministic  INTEGER NOT NULL CHECK (is_deterministic IN (0, 1)),  -- repeats give the same bits
    is_data_dependent INTEGER NOT NULL CHECK (is_data_dependent IN (0, 1)), -- speed depends on the data
    seen_at           TEXT NOT NULL, -- last used by a run; orders the versions of a family
    UNIQUE (name, signature)
);
INSERT INTO family VALUES(1,'decode_split','a68134f65ddab6920a75386d50e83171631fb852a83cb9e777be7cb469176b78',replace('Decode: one query token a sequence against its KV cache. A CTA takes one (sequence, KV head) and one split of the keys; the query heads of the group share every K and V row that is read. Flash-Decoding (Dao, Haziza, Massa, Sizov, 2023).\n','\n',char(10)),1,0,'2026-11-30T17:13:09.605Z');
CREATE TABLE problem (
    id        INTEGER PRIMARY KEY,
    key       TEXT NOT NULL UNIQUE, -- canonical text: "op=fwd,dtype=bf16,head_dim=128,..."
    name      TEXT NOT NULL,        -- what people call it, from the config used last
    op        TEXT NOT NULL,        -- fwd, bwd
    dtype     TEXT NOT NULL,        -- of Q
    kv        TEXT NOT NULL,        -- strided, varlen, paged
    head_dim  INTEGER NOT NULL CHECK (head_dim > 0), -- elements of a head
    q_heads   INTEGER NOT NULL CHECK (q_heads > 0),  -- query heads
    kv_heads  INTEGER NOT NULL CHECK (kv_heads > 0), -- heads of K and V
    batch     INTEGER NOT NULL CHECK (batch > 0),    -- sequences
    seqlen_q  INTEGER NOT NULL, -- query tokens a sequence
    seqlen_kv INTEGER NOT NULL, -- keys a sequence; the longest when lengths are uneven
    flops     REAL NOT NULL,    -- operations, as ft_problem_flops(key)
    min_bytes REAL NOT NULL     -- each input read once, each output written once, as ft_problem_bytes(key)
);
INSERT INTO problem VALUES(1,'dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=4096','qwen3-8b-decode-1x4k','fwd','bf16','strided',128,32,8,1,1,4096,67108864.0,16793600.0);
INSERT INTO problem VALUES(2,'dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=16','qwen3-14b-decode-paged16-1x4k','fwd','bf16','paged',128,40,8,1,1,4096,83886080.0,16798720.0);
CREATE TABLE problem_name (
    problem_id INTEGER NOT NULL REFERENCES problem (id),
    name       TEXT NOT NULL,
    PRIMARY KEY (problem_id, name)
) WITHOUT ROWID;
INSERT INTO problem_name VALUES(1,'qwen3-8b-decode-1x4k');
INSERT INTO problem_name VALUES(2,'qwen3-14b-decode-paged16-1x4k');
CREATE TABLE run (
    id             INTEGER PRIMARY KEY,
    device_id      INTEGER NOT NULL REFERENCES device (id),
    experiment     TEXT NOT NULL, -- name of the config
    config_text    TEXT NOT NULL, -- the config file itself
    command        TEXT NOT NULL, -- command line
    fatune_version TEXT NOT NULL,
    host           TEXT NOT NULL,
    driver         TEXT NOT NULL, -- version of the display driver
    nvrtc          TEXT NOT NULL, -- version of the compiler
    cupti          TEXT NOT NULL, -- version of the timer's library
    timer          TEXT NOT NULL, -- cupti, event, ...
    cache          TEXT NOT NULL, -- L2 before each sample: cold, dirty, hot
    seed           TEXT NOT NULL, -- of inputs and search; decimal, unsigned 64 bits
    status         TEXT NOT NULL CHECK (status IN ('running', 'done', 'interrupted', 'failed')),
                                  -- 'running' without a live process: it was killed
    started_at     TEXT NOT NULL,
    ended_at       TEXT           -- NULL until it ended
);
INSERT INTO run VALUES(1,1,'qwen3-smoke','','fatune','0.1.0 (45ff5c6)','host','580.65','13.0','130001','cupti','cold','1','done','2026-11-30T17:13:09.689Z','2026-11-30T17:13:09.713Z');
CREATE TABLE build (
    id                INTEGER PRIMARY KEY,
    family_id         INTEGER NOT NULL REFERENCES family (id),
    key               TEXT NOT NULL UNIQUE, -- SHA-256 of signature, header, arch, options, NVRTC version
    config            TEXT NOT NULL, -- build-time parameters: "Bc=32,load=direct"
    arch              TEXT NOT NULL, -- "sm_90a"
    header            TEXT NOT NULL, -- the generated header, whole
    options           TEXT NOT NULL, -- compiler options
    nvrtc             TEXT NOT NULL, -- version of the compiler
    outcome           TEXT NOT NULL, -- as in trial
    detail            TEXT NOT NULL, -- why it failed, '' when ok
    log               TEXT NOT NULL, -- the compiler's messages
    regs              INTEGER,       -- registers a thread
    spill_bytes       INTEGER,       -- local memory a thread
    static_smem_bytes INTEGER,       -- shared memory besides the dynamic part
    args_bytes        INTEGER NOT NULL, -- size of the kernel's argument struct
    wall_ns           REAL,          -- time to compile
    cubin             BLOB CHECK (cubin IS NULL OR typeof(cubin) = 'blob'), -- machine code, for winners only
    at                TEXT NOT NULL  -- compiled
);
INSERT INTO build VALUES(1,1,'bea5a6fef3830ed30874e0b21e92c20c2819c89c918e5d4ef0674d3232e14a2b','Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta','sm_90a','','--std=c++17 -default-device','13.0','ok','','',168,0,0,544,503174515.0,X'7f454c46','2026-11-30T17:13:09.693Z');
INSERT INTO build VALUES(2,1,'4696176a21b9b3d901d0b2e2c64d466c75f664ab23c21adae04a9a7e03260477','Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta','sm_90a','','--std=c++17 -default-device','13.0','ok','','',175,0,0,544,600462409.0,X'7f454c46','2026-11-30T17:13:09.709Z');
CREATE TABLE launch_program (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE -- '' for an outside contestant
);
INSERT INTO launch_program VALUES(1,replace('args 544\npass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?\nworkspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?\nworkspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?\nworkspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?\nkernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0\nkernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0\nneed p.seqlen_q 1 ==\nneed p.window_left -1 == p.window_right -1 == &&\nneed 131072 d.smem_per_cta <=\n','\n',char(10)));
INSERT INTO launch_program VALUES(2,replace('args 544\npass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?\nworkspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?\nworkspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?\nworkspace arrived zeroed=once bytes=1 p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?\nkernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0\nkernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0\nneed p.seqlen_q 1 ==\nneed p.window_left -1 == p.window_right -1 == &&\nneed 131072 d.smem_per_cta <=\n','\n',char(10)));
INSERT INTO launch_program VALUES(3,replace('args 544\npass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?\nworkspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?\nworkspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?\nworkspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?\nkernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0\nkernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0\nneed p.seqlen_q 1 ==\nneed p.window_left -1 == p.window_right -1 == &&\nneed 131072 d.smem_per_cta <=\n','\n',char(10)));
INSERT INTO launch_program VALUES(4,replace('args 544\npass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?\nworkspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?\nworkspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?\nworkspace arrived zeroed=once bytes=1 p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?\nkernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0\nkernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0\nneed p.seqlen_q 1 ==\nneed p.window_left -1 == p.window_right -1 == &&\nneed 131072 d.smem_per_cta <=\n','\n',char(10)));
CREATE TABLE trial (
    id              INTEGER PRIMARY KEY,
    device_id       INTEGER NOT NULL REFERENCES device (id),
    problem_id      INTEGER NOT NULL REFERENCES problem (id),
    contestant      TEXT NOT NULL, -- family name, or "pytorch/cudnn"
    family_id       INTEGER REFERENCES family (id), -- NULL: an outside contestant
    config          TEXT NOT NULL, -- all parameters, '' for an outside contestant
    cache           TEXT NOT NULL, -- as in run
    timer           TEXT NOT NULL, -- as in run
    build_id        INTEGER REFERENCES build (id), -- NULL: outside, or rejected before it was compiled
    run_id          INTEGER NOT NULL REFERENCES run (id), -- that set the outcome
    outcome         TEXT NOT NULL CHECK (outcome IN ('ok', 'rejected', 'compile_failed', 'compile_timeout', 'spills',
                    'launch_failed', 'wrong', 'nonfinite', 'nondeterministic', 'timeout', 'crashed')),
    detail          TEXT NOT NULL, -- why it failed, '' when ok
    program_id      INTEGER NOT NULL REFERENCES launch_program (id),
    ctas_per_sm     INTEGER,       -- resident CTAs an SM holds
    smem_bytes      INTEGER,       -- shared memory a CTA
    workspace_bytes INTEGER,       -- scratch memory of a call
    max_abs         REAL,          -- largest absolute error against the reference
    mean_abs        REAL,          -- mean absolute error
    rel_l2          REAL,          -- error's L2 norm over the reference's, a ratio
    cosine          REAL,          -- cosine similarity of output and reference
    tol             REAL,          -- what max_abs was allowed
    lse_max_abs     REAL,          -- largest absolute error of the log-sum-exp
    at              TEXT NOT NULL  -- outcome set
);
INSERT INTO trial VALUES(1,1,1,'decode_split',1,'Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto','cold','cupti',1,1,'ok','',1,4,32768,4096,0.0010000000000000000208,0.00010000000000000000479,0.0010000000000000000208,0.99999000000000004551,0.010000000000000000208,1.0000000000000000817e-05,'2026-11-30T17:13:09.694Z');
INSERT INTO trial VALUES(2,1,1,'decode_split',1,'Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=8','cold','cupti',1,1,'ok','',2,4,32768,4096,0.0010000000000000000208,0.00010000000000000000479,0.0010000000000000000208,0.99999000000000004551,0.010000000000000000208,1.0000000000000000817e-05,'2026-11-30T17:13:09.696Z');
INSERT INTO trial VALUES(3,1,2,'decode_split',1,'Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto','cold','cupti',2,1,'ok','',3,4,32768,4096,0.0010000000000000000208,0.00010000000000000000479,0.0010000000000000000208,0.99999000000000004551,0.010000000000000000208,1.0000000000000000817e-05,'2026-11-30T17:13:09.709Z');
INSERT INTO trial VALUES(4,1,2,'decode_split',1,'Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=8','cold','cupti',2,1,'ok','',4,4,32768,4096,0.0010000000000000000208,0.00010000000000000000479,0.0010000000000000000208,0.99999000000000004551,0.010000000000000000208,1.0000000000000000817e-05,'2026-11-30T17:13:09.710Z');
CREATE TABLE sample (
    id        INTEGER PRIMARY KEY,
    trial_id  INTEGER NOT NULL REFERENCES trial (id),
    run_id    INTEGER NOT NULL REFERENCES run (id),
    phase     TEXT NOT NULL CHECK (phase IN ('screen', 'race', 'final')),
    round     INTEGER NOT NULL, -- blocks of one problem, run and round were interleaved: they can be paired
    n         INTEGER NOT NULL CHECK (n > 0),
    ns        BLOB NOT NULL CHECK (typeof(ns) = 'blob' AND length(ns) = 8 * n), -- little-endian doubles, ns
    sm_mhz    INTEGER,          -- SM clock at the block
    throttled INTEGER NOT NULL CHECK (throttled IN (0, 1)), -- the GPU held its clock back
    at        TEXT NOT NULL
);
INSERT INTO sample VALUES(1,1,1,'screen',0,3,X'333333333378c640333333333371c6409a9999995977c640',1980,0,'2026-11-30T17:13:09.694Z');
INSERT INTO sample VALUES(2,2,1,'screen',0,3,X'9a999999d958c740000000004062c740666666662658c740',1980,0,'2026-11-30T17:13:09.696Z');
INSERT INTO sample VALUES(3,1,1,'race',0,10,X'333333333378c640333333333371c6409a9999995977c64066666666a674c640cdcccccc4c78c64033333333f371c6409a999999196ec640000000000077c64066666666a66dc640333333333373c640',1980,0,'2026-11-30T17:13:09.698Z');
INSERT INTO sample VALUES(4,2,1,'race',0,10,X'9a999999d958c740000000004062c740666666662658c740cdcccccc0c62c740000000004060c74066666666265ec740cdcccccc8c62c74066666666a662c740666666662661c74066666666e660c740',1980,0,'2026-11-30T17:13:09.698Z');
INSERT INTO sample VALUES(5,1,1,'final',0,10,X'333333333378c640333333333371c6409a9999995977c64066666666a674c640cdcccccc4c78c64033333333f371c6409a999999196ec640000000000077c64066666666a66dc640333333333373c640',1980,0,'2026-11-30T17:13:09.698Z');
INSERT INTO sample VALUES(6,2,1,'final',0,10,X'9a999999d958c740000000004062c740666666662658c740cdcccccc0c62c740000000004060c74066666666265ec740cdcccccc8c62c74066666666a662c740666666662661c74066666666e660c740',1980,0,'2026-11-30T17:13:09.698Z');
INSERT INTO sample VALUES(7,3,1,'screen',0,3,X'33333333f376c6409a9999999976c640cdcccccccc70c640',1980,0,'2026-11-30T17:13:09.709Z');
INSERT INTO sample VALUES(8,4,1,'screen',0,3,X'0000000000b2c6409a999999d9afc64033333333f3aac640',1980,0,'2026-11-30T17:13:09.711Z');
INSERT INTO sample VALUES(9,3,1,'race',0,10,X'33333333f376c6409a9999999976c640cdcccccccc70c640333333333370c6409a999999196fc64066666666a675c640cdcccccccc6ec640000000004073c640333333333376c64033333333b36dc640',1980,0,'2026-11-30T17:13:09.712Z');
INSERT INTO sample VALUES(10,4,1,'race',0,10,X'0000000000b2c6409a999999d9afc64033333333f3aac6409a99999999b0c6406666666626b2c64033333333f3acc6409a99999919afc6403333333333b2c6409a999999d9a7c6400000000000aec640',1980,0,'2026-11-30T17:13:09.712Z');
INSERT INTO sample VALUES(11,3,1,'final',0,10,X'33333333f376c6409a9999999976c640cdcccccccc70c640333333333370c6409a999999196fc64066666666a675c640cdcccccccc6ec640000000004073c640333333333376c64033333333b36dc640',1980,0,'2026-11-30T17:13:09.713Z');
INSERT INTO sample VALUES(12,4,1,'final',0,10,X'0000000000b2c6409a999999d9afc64033333333f3aac6409a99999999b0c6406666666626b2c64033333333f3acc6409a99999919afc6403333333333b2c6409a999999d9a7c6400000000000aec640',1980,0,'2026-11-30T17:13:09.713Z');
CREATE TABLE counter_set (
    id       INTEGER PRIMARY KEY,
    trial_id INTEGER NOT NULL REFERENCES trial (id),
    status   TEXT NOT NULL,    -- ok, denied, busy, unsupported, absent, failed
    passes   INTEGER NOT NULL, -- replays of the kernel that it took
    at       TEXT NOT NULL
);
CREATE TABLE counter (
    set_id INTEGER NOT NULL REFERENCES counter_set (id),
    name   TEXT NOT NULL, -- CUPTI's metric name
    value  REAL,          -- in the metric's unit
    PRIMARY KEY (set_id, name)
) WITHOUT ROWID;
CREATE TABLE winner (
    id                  INTEGER PRIMARY KEY,
    device_id           INTEGER NOT NULL REFERENCES device (id),
    problem_id          INTEGER NOT NULL REFERENCES problem (id),
    scope               TEXT NOT NULL, -- fingerprint of families, narrowing, options, cache and timer
    run_id              INTEGER NOT NULL REFERENCES run (id),
    trial_id            INTEGER NOT NULL REFERENCES trial (id), -- fastest of all
    own_trial_id        INTEGER NOT NULL REFERENCES trial (id), -- fastest of our families; trial_id when that is ours
    runner_up_id        INTEGER REFERENCES trial (id),          -- NULL: nothing else was valid
    median_ns           REAL NOT NULL CHECK (typeof(median_ns) = 'real' AND median_ns > 0), -- fresh samples of trial_id
    own_median_ns       REAL NOT NULL CHECK (typeof(own_median_ns) = 'real' AND own_median_ns > 0), -- of own_trial_id
    runner_up_median_ns REAL, -- of runner_up_id in the same run
    ci_low_ns           REAL NOT NULL, -- 95 % interval of median_ns
    ci_high_ns          REAL NOT NULL,
    screen_median_ns    REAL, -- what the selection saw; median_ns / screen_median_ns - 1 is its optimism
    roof_ns             REAL, -- plain read of the same bytes in the same run
    n_samples           INTEGER NOT NULL, -- behind median_ns
    n_ties              INTEGER NOT NULL, -- finalists that cannot be told apart from the winner
    ties                TEXT NOT NULL,    -- their configs, one a line
    n_valid             INTEGER NOT NULL, -- trials that ended ok
    n_trials            INTEGER NOT NULL, -- trials in all
    at                  TEXT NOT NULL,
    UNIQUE (device_id, problem_id, scope)
);
INSERT INTO winner VALUES(1,1,1,'ab881c752d5b6161e269e9a1a3fbe8ad35cee94282d9968d022cf478ada2fb77',1,1,1,2,11495.849999999998544,11495.849999999998544,11970.049999999999272,11484.200000000000728,11504.399999999999636,11502.700000000000727,8000.0,10,0,'',2,2,'2026-11-30T17:13:09.699Z');
INSERT INTO winner VALUES(2,1,2,'ab881c752d5b6161e269e9a1a3fbe8ad35cee94282d9968d022cf478ada2fb77',1,3,3,4,11492.049999999999272,11492.049999999999272,11614.950000000000727,11485.600000000000364,11501.200000000000727,11501.200000000000727,8000.0,10,0,'',2,2,'2026-11-30T17:13:09.713Z');
CREATE INDEX run_by_device ON run (device_id);
CREATE INDEX build_by_family ON build (family_id);
CREATE UNIQUE INDEX trial_identity
    ON trial (device_id, problem_id, contestant, ifnull(family_id, 0), config, cache, timer);
CREATE INDEX trial_by_family ON trial (device_id, problem_id, family_id);
CREATE INDEX trial_by_build ON trial (build_id);
CREATE INDEX sample_by_trial ON sample (trial_id, run_id, phase);
CREATE INDEX counter_set_by_trial ON counter_set (trial_id);
CREATE VIEW winner_rank AS
WITH candidate AS (
    SELECT w.id, w.device_id, w.problem_id, w.median_ns, w.own_median_ns,
           t.outcome = 'ok' AS is_ok,
           o.outcome = 'ok' AND o.family_id IS NOT NULL AND b.cubin IS NOT NULL AS is_own_ok,
           CASE t.cache WHEN 'cold' THEN 0 WHEN 'dirty' THEN 1 ELSE 2 END AS cache_order,
           EXISTS (SELECT 1 FROM family f JOIN family g ON g.name = f.name AND g.seen_at > f.seen_at
                   JOIN trial u ON u.device_id = w.device_id AND u.problem_id = w.problem_id AND u.family_id = g.id
                   WHERE f.id = t.family_id) AS is_old,
           EXISTS (SELECT 1 FROM family f JOIN family g ON g.name = f.name AND g.seen_at > f.seen_at
                   JOIN trial u ON u.device_id = w.device_id AND u.problem_id = w.problem_id AND u.family_id = g.id
                   WHERE f.id = o.family_id) AS is_own_old
    FROM winner w
    JOIN trial t ON t.id = w.trial_id
    JOIN trial o ON o.id = w.own_trial_id
    LEFT JOIN build b ON b.id = o.build_id)
SELECT id, is_ok, is_own_ok,
       row_number() OVER (PARTITION BY device_id, problem_id
                          ORDER BY is_ok DESC, cache_order, is_old, median_ns, id DESC) AS rank,
       row_number() OVER (PARTITION BY device_id, problem_id
                          ORDER BY is_own_ok DESC, cache_order, is_own_old, own_median_ns, id DESC) AS own_rank
FROM candidate;
CREATE VIEW winners AS
SELECT trim(d.name || ' ' || d.partition) AS device, p.name AS problem, p.key AS key, t.contestant AS contestant, t.config AS config,
       w.median_ns AS median_ns, w.ci_low_ns AS ci_low_ns, w.ci_high_ns AS ci_high_ns,
       (w.ci_high_ns - w.ci_low_ns) / 2 / w.median_ns AS spread_ratio, -- half-width of the interval
       p.min_bytes / w.median_ns AS gbps, p.flops / w.median_ns / 1000 AS tflops,
       w.roof_ns AS roof_ns, w.roof_ns / w.median_ns AS roof_ratio, -- 1: as fast as a plain read of the same bytes
       r.contestant AS runner_up, r.config AS runner_up_config, w.runner_up_median_ns AS runner_up_median_ns,
       w.runner_up_median_ns / w.median_ns - 1 AS runner_up_behind_ratio,
       w.n_ties AS n_ties, w.ties AS ties, w.n_valid AS n_valid, w.n_trials AS n_trials, w.n_samples AS n_samples,
       w.median_ns / w.screen_median_ns - 1 AS optimism_ratio,
       o.contestant AS own_contestant, o.config AS own_config, w.own_median_ns AS own_median_ns,
       t.cache AS cache, t.timer AS timer, run.driver AS driver, run.nvrtc AS nvrtc,
       CASE WHEN run.driver <> newest.driver THEN 'driver ' || run.driver || ' -> ' || newest.driver
            WHEN run.nvrtc <> newest.nvrtc THEN 'nvrtc ' || run.nvrtc || ' -> ' || newest.nvrtc
       END AS stale, -- NULL: nothing has changed since, as far as the newest run on the device shows
       w.at AS at, d.id AS device_id, d.cc AS cc, d.sms AS sms, p.id AS problem_id, run.id AS run_id,
       w.trial_id AS trial_id, w.own_trial_id AS own_trial_id, w.runner_up_id AS runner_up_id
FROM winner_rank k
JOIN winner w ON w.id = k.id
JOIN device d ON d.id = w.device_id
JOIN problem p ON p.id = w.problem_id
JOIN run ON run.id = w.run_id
JOIN run newest ON newest.id = (SELECT max(id) FROM run WHERE device_id = w.device_id)
JOIN trial t ON t.id = w.trial_id
JOIN trial o ON o.id = w.own_trial_id
LEFT JOIN trial r ON r.id = w.runner_up_id
WHERE k.rank = 1 AND k.is_ok
;
CREATE VIEW trials AS
WITH timed AS ( -- every step is a look-up by index: a derived table of medians would be joined by scanning it
    SELECT t.*, s.phase AS phase,
           (SELECT ft_median(x.ns) FROM sample x
            WHERE x.trial_id = t.id AND x.run_id = s.run_id AND x.phase = s.phase) AS median_ns,
           (SELECT sum(x.n) FROM sample x
            WHERE x.trial_id = t.id AND x.run_id = s.run_id AND x.phase = s.phase) AS n_samples
    FROM trial t
    LEFT JOIN sample s ON s.id = (SELECT x.id FROM sample x WHERE x.trial_id = t.id
        ORDER BY x.run_id DESC, CASE x.phase WHEN 'final' THEN 0 WHEN 'race' THEN 1 ELSE 2 END LIMIT 1))
SELECT trim(d.name || ' ' || d.partition) AS device, p.name AS problem, p.key AS key, t.contestant AS contestant,
       t.config AS config, t.outcome AS outcome, t.detail AS detail, t.median_ns AS median_ns, t.phase AS phase,
       t.n_samples AS n_samples, p.min_bytes / t.median_ns AS gbps, p.flops / t.median_ns / 1000 AS tflops,
       b.regs AS regs, b.spill_bytes AS spill_bytes, t.ctas_per_sm AS ctas_per_sm, t.smem_bytes AS smem_bytes,
       t.workspace_bytes AS workspace_bytes, t.max_abs AS max_abs, t.mean_abs AS mean_abs, t.rel_l2 AS rel_l2,
       t.cosine AS cosine, t.tol AS tol, t.lse_max_abs AS lse_max_abs, t.cache AS cache, t.timer AS timer,
       f.signature AS signature, t.at AS at, t.id AS trial_id, t.device_id AS device_id, t.problem_id AS problem_id,
       t.build_id AS build_id, t.run_id AS run_id
FROM timed t
JOIN device d ON d.id = t.device_id
JOIN problem p ON p.id = t.problem_id
LEFT JOIN family f ON f.id = t.family_id
LEFT JOIN build b ON b.id = t.build_id
;
CREATE VIEW outcomes AS
SELECT trim(d.name || ' ' || d.partition) AS device, p.name AS problem, t.outcome AS outcome, count(*) AS n
FROM trial t JOIN device d ON d.id = t.device_id JOIN problem p ON p.id = t.problem_id
GROUP BY t.device_id, t.problem_id, t.outcome;
CREATE VIEW counters AS
SELECT s.trial_id AS trial_id, c.name AS name, c.value AS value, s.at AS at
FROM counter c JOIN counter_set s ON s.id = c.set_id
WHERE s.id = (SELECT max(s2.id) FROM counter_set s2 JOIN counter c2 ON c2.set_id = s2.id
              WHERE s2.trial_id = s.trial_id AND c2.name = c.name);
CREATE VIEW reader_devices AS
SELECT id, name, cc, sms FROM device;
CREATE VIEW reader_builds AS -- id is the trial's, as launch-time parameters and program belong to it
SELECT t.id AS id, t.device_id AS device_id, f.name AS family, f.signature AS signature, b.arch AS arch,
       t.config AS config, b.regs AS regs, l.text AS program, b.cubin AS cubin
FROM winner_rank k
JOIN winner w ON w.id = k.id
JOIN trial t ON t.id = w.own_trial_id
JOIN family f ON f.id = t.family_id
JOIN launch_program l ON l.id = t.program_id
JOIN build b ON b.id = t.build_id
WHERE k.own_rank = 1 AND k.is_own_ok
;
CREATE VIEW reader_entries AS
SELECT w.device_id AS device_id, w.own_trial_id AS build_id, w.own_median_ns AS ns, 0 AS is_default, p.key AS problem
FROM winner_rank k
JOIN winner w ON w.id = k.id
JOIN problem p ON p.id = w.problem_id
WHERE k.own_rank = 1 AND k.is_own_ok;
COMMIT;
