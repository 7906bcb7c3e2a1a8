/* protocol.h -- what the tuner and its workers say to each other
 *
 * One JSON object a line; the parent asks ({"do": ...}), the worker answers with exactly one line.
 * A worker may be our own process (`fatune --worker compile|gpu|counters`) or an outside program (a
 * Python script with PyTorch's attention): both speak this. An answer has "ok": true, or "ok":
 * false with "error" (and "hint"). An answer about a candidate has "outcome" (base/outcome.h) and
 * "detail". "sticky": true says that the CUDA context is lost: the worker must be replaced. Unknown
 * fields are ignored.
 */
/* clang-format off
 *
 * compile worker
 *   {"do":"compile","key":K,"source":PATH,"header":TEXT,"arch":A,"include":[DIR...]}
 *       -> {"ok":true,"outcome":O,"detail":first error line,"wall_ns":n}
 *          the result itself is in the cache under K
 *
 * gpu worker and baselines
 *   {"do":"hello","protocol":1,"device":N,"partition":multiprocessors, 0 for all}
 *       -> {"ok":true,"name":"fatune"|"pytorch","device":{...struct ft_device...},"pci":"0000:..",
 *           "versions":{"driver":..,"cupti":..,"nvrtc":..},"timer":"cupti"|"event","timer_why":why not CUPTI,
 *           "peers":[{"name":..,"cc":90,"sms":132},...],      peers: all devices in the order of their numbers; ours only
 *           "contestants":[{"id":-1,"name":"cudnn"},...]}      contestants: outside workers only
 *   {"do":"calibrate"}  warm up until the clock is flat, measure roofs
 *       -> {"ok":true,"read_roof_gbps":x,"empty_kernel_ns":x,"reference_ns":x,"sm_mhz":n}
 *   {"do":"problem","key":K,"seed":S,"cache":"cold"}  allocate, fill, compute the reference
 *       -> {"ok":true,"bytes":device bytes in use,"min_read_ns":time of a plain read of the problem's bytes}
 *          or {"ok":false,"outcome":"rejected","error":"needs 68 GB, device has 40 GB free"}
 *   {"do":"load","id":I,"cubin":PATH,"program":TEXT,"deterministic":true}
 *       I >= 0 names a contestant from then on. Optional: what the full set may vary, because the
 *       family neither is specialised on it nor refuses it: "page_sizes":[1,48] besides the problem's,
 *       "any_lse":true for LSE both wanted and not. Absent: only as in the problem
 *       -> {"ok":true,"outcome":"ok","regs":n,"ctas_per_sm":n,"smem_bytes":n,"local_bytes":n,
 *           "workspace_bytes":n}
 *       "library":PATH instead of cubin and program: libfatune opens that table or database and chooses
 *       for the problem; then also "match":"exact"|"bucket"|..., "describe":fatune_plan_describe's line
 *   {"do":"validate","id":I,"set":"full"|"problem"|"problem-once"}
 *       full: the adversarial set for the problem's class; problem: the real problem, one seed, two
 *       launches that must agree; problem-once: one launch
 *       -> {"ok":true,"outcome":O,"detail":T,"case":NAME,"max_abs":x,"mean_abs":x,"rel_l2":x,"cosine":x,
 *           "tol":x,"lse_max_abs":x}
 *   {"do":"time","ids":[I...],"samples":n,"cache":"cold","limit_ns":x}
 *       round-robin over ids, n rounds; a launch above limit_ns ends that id's series early
 *       -> {"ok":true,"samples":[[ns...],...],"timer":"cupti","timer_why":what was wrong with its last bad
 *           block, if any,"sm_mhz":n,"throttled":false,
 *           "kernels":[n per id]}
 *          a candidate that fails here: {"ok":true,"outcome":O,"detail":T,"id":I,"sticky":true}
 *   {"do":"unload","id":I}   -> {"ok":true}
 *   {"do":"quit"}
 *
 * counters worker: hello, problem, load as above, then
 *   {"do":"counters","id":I,"cache":"cold"}
 *       -> {"ok":true,"status":"ok","passes":1,"counters":{NAME:value,...}}
 *
 * clang-format on */
#ifndef FT_PROTOCOL_H
#define FT_PROTOCOL_H
#define FT_PROTOCOL_VERSION 1
#define FT_MAX_LOADED       64 /* contestants a gpu worker holds at once */
/* Entry points of worker processes; they return exit codes. argv as after `--worker`. */
int ft_worker_compile_main(void);
int ft_worker_gpu_main(int is_counters);
#endif
