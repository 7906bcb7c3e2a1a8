-- schema.sql -- the database of results, version 2
--
-- What is measured is stored, what can be derived is a view: samples stay raw, so that a new metric
-- works on old runs. One row of `trial` is one contestant on one problem and device; its samples come
-- in blocks, one a commit, so that a killed run loses at most the block that was open.
--
-- Conventions. Names end in their unit: _ns nanoseconds, _bytes, _gbps 1e9 bytes a second, _tflops 1e12
-- operations a second, _mhz, _ratio (1.0 is 100 %). NULL means not measured or not known, never 0.
-- Times of day (`at`) are UTC text, "2026-11-29T16:20:11.042Z". Texts that may be empty are '' and not NULL.
-- The file runs on SQLite 3.26 and later, because the run-time library reads it with whatever is installed.
--
-- The sqlite3 shell lacks three functions that the program registers when it opens the file:
--     ft_median(blob)          aggregate: median of all doubles in the blobs of a group, ns
--     ft_problem_bytes(key)    least bytes a problem must move
--     ft_problem_flops(key)    operations of a problem
-- Only the view `trials` uses one of them; `winners`, `outcomes`, `counters` and `reader_*` work everywhere.
--
-- A change of this file raises the version in PRAGMA user_version, and FT_DB_VERSION with it, and adds a step to
-- db_migrate.c, which brings older files along; newer ones are refused. Views follow the line "-- Views", and are
-- made again by every step.

PRAGMA application_id = 1179931982; -- "FTUN"
PRAGMA user_version = 2;

-- Facts about the file itself.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY NOT NULL, -- 'created_at'
    value TEXT NOT NULL
);

-- GPU models (and partitions of them) that were measured. Two GPUs of one model are one row.
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

-- Kernel families. A changed source is another signature and another row.
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

-- Problems: attention calls to optimise, one row a normalised key.
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

-- Every name that a problem had in a config.
CREATE TABLE problem_name (
    problem_id INTEGER NOT NULL REFERENCES problem (id),
    name       TEXT NOT NULL,
    PRIMARY KEY (problem_id, name)
) WITHOUT ROWID;

-- Runs of the tuner.
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
CREATE INDEX run_by_device ON run (device_id);

-- Compiled configs. One build serves every problem with the same specialised constants.
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
CREATE INDEX build_by_family ON build (family_id);

-- Launch programs (runtime/program.h): how a build's kernels are launched. Many trials share one.
CREATE TABLE launch_program (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE -- '' for an outside contestant
);

-- Contestants on a problem and device: one of our configs, or an outside baseline. Measuring again replaces
-- the outcome and adds samples.
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
CREATE UNIQUE INDEX trial_identity
    ON trial (device_id, problem_id, contestant, ifnull(family_id, 0), config, cache, timer);
CREATE INDEX trial_by_family ON trial (device_id, problem_id, family_id);
CREATE INDEX trial_by_build ON trial (build_id);

-- Timing samples, one row a block.
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
CREATE INDEX sample_by_trial ON sample (trial_id, run_id, phase);

-- Collections of hardware counters, in runs of their own.
CREATE TABLE counter_set (
    id       INTEGER PRIMARY KEY,
    trial_id INTEGER NOT NULL REFERENCES trial (id),
    status   TEXT NOT NULL,    -- ok, denied, busy, unsupported, absent, failed
    passes   INTEGER NOT NULL, -- replays of the kernel that it took
    at       TEXT NOT NULL
);
CREATE INDEX counter_set_by_trial ON counter_set (trial_id);
CREATE TABLE counter (
    set_id INTEGER NOT NULL REFERENCES counter_set (id),
    name   TEXT NOT NULL, -- CUPTI's metric name
    value  REAL,          -- in the metric's unit
    PRIMARY KEY (set_id, name)
) WITHOUT ROWID;

-- Decisions: the fastest of what one scope of search allowed. Views pick among the scopes.
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
    rigor               TEXT NOT NULL DEFAULT '', -- how much was tried: estimate, measure, patient, exhaustive; '' chosen by the user
    n_configs           INTEGER, -- of the spaces that n_trials are out of
    is_throttled        INTEGER NOT NULL DEFAULT 0 CHECK (is_throttled IN (0, 1)), -- the GPU held its clock back in the last round
    UNIQUE (device_id, problem_id, scope)
);

-- Views

-- Which decision counts, for the fastest of all (rank) and the fastest of our own (own_rank): 1 is the one that is shown
-- or exported. Only trials that are still valid count. Cold times come before dirty and hot ones, as they do not compare.
-- A version of a family gives way to a newer one as soon as that was tried on the problem. Then the least time decides.
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

-- What won: one row a device and problem.
CREATE VIEW winners AS
SELECT trim(d.name || ' ' || d.partition) AS device, p.name AS problem, p.key AS key, t.contestant AS contestant, t.config AS config,
       w.median_ns AS median_ns, w.ci_low_ns AS ci_low_ns, w.ci_high_ns AS ci_high_ns,
       (w.ci_high_ns - w.ci_low_ns) / 2 / w.median_ns AS spread_ratio, -- half-width of the interval
       p.min_bytes / w.median_ns AS gbps, p.flops / w.median_ns / 1000 AS tflops,
       w.roof_ns AS roof_ns, w.roof_ns / w.median_ns AS roof_ratio, -- 1: as fast as a plain read of the same bytes
       r.contestant AS runner_up, r.config AS runner_up_config, w.runner_up_median_ns AS runner_up_median_ns,
       w.runner_up_median_ns / w.median_ns - 1 AS runner_up_behind_ratio,
       w.n_ties AS n_ties, w.ties AS ties, w.n_valid AS n_valid, w.n_trials AS n_trials, w.n_samples AS n_samples,
       w.rigor AS rigor, w.n_configs AS n_configs, w.is_throttled AS is_throttled,
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
WHERE k.rank = 1 AND k.is_ok;

-- Every trial. median_ns is over the samples of its newest run, in the best phase that it reached there.
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
LEFT JOIN build b ON b.id = t.build_id;

-- How trials ended.
CREATE VIEW outcomes AS
SELECT trim(d.name || ' ' || d.partition) AS device, p.name AS problem, t.outcome AS outcome, count(*) AS n
FROM trial t JOIN device d ON d.id = t.device_id JOIN problem p ON p.id = t.problem_id
GROUP BY t.device_id, t.problem_id, t.outcome;

-- The newest value of each counter of a trial.
CREATE VIEW counters AS
SELECT s.trial_id AS trial_id, c.name AS name, c.value AS value, s.at AS at
FROM counter c JOIN counter_set s ON s.id = c.set_id
WHERE s.id = (SELECT max(s2.id) FROM counter_set s2 JOIN counter c2 ON c2.set_id = s2.id
              WHERE s2.trial_id = s.trial_id AND c2.name = c.name);

-- For the run-time library and the export of dispatch tables: winners of our own families with their code. A contract:
-- columns are added, never changed.
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
WHERE k.own_rank = 1 AND k.is_own_ok;

CREATE VIEW reader_entries AS
SELECT w.device_id AS device_id, w.own_trial_id AS build_id, w.own_median_ns AS ns, 0 AS is_default, p.key AS problem
FROM winner_rank k
JOIN winner w ON w.id = k.id
JOIN problem p ON p.id = w.problem_id
WHERE k.own_rank = 1 AND k.is_own_ok;
