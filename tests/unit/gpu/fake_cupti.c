/* fake_cupti.c -- a libcupti that delivers what a test queues; built and loaded by test_cupti.c
 *
 * Records have the size and the places of CUpti_ActivityKernel10; test_cupti.c asserts them.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { RECORD_BYTES = 216, AT_START = 16, AT_END = 24, AT_ID = 92, AT_NAME = 104, MAX = 4096 };

static struct queued {
    uint64_t start, end;
    uint32_t id, kind;
    int after_flushes; /* delivered once so many more flushes have happened */
    char name[200];
} queue[MAX];
static int n_queued;
static size_t n_dropped;
int fake_subscribe_result; /* what cuptiSubscribe answers */
int fake_kind;             /* what was enabled */
uint64_t fake_now_ns;      /* CUPTI's clock */

static void (*request_buffer)(uint8_t **, size_t *, size_t *);
static void (*complete_buffer)(void *, uint32_t, uint8_t *, size_t, size_t);

void fake_record(uint32_t kind, uint32_t id, uint64_t start, uint64_t end, const char *name,
                 int after_flushes)
{
    struct queued *q = &queue[n_queued++];

    *q = (struct queued){start, end, id, kind, after_flushes, ""};
    strncpy(q->name, name, sizeof q->name - 1);
}

void fake_drop(size_t n)
{
    n_dropped += n;
}

int cuptiGetVersion(uint32_t *version)
{
    *version = 130001;
    return 0;
}

int cuptiGetResultString(int result, const char **text)
{
    *text = result == 39 ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED" : "CUPTI_ERROR_UNKNOWN";
    return 0;
}

int cuptiGetTimestamp(uint64_t *now_ns)
{
    *now_ns = fake_now_ns;
    return 0;
}

int cuptiSubscribe(void **subscriber, void *callback, void *user)
{
    (void)callback;
    (void)user;
    *subscriber = &queue;
    return fake_subscribe_result;
}

int cuptiUnsubscribe(void *subscriber)
{
    (void)subscriber;
    return 0;
}

int cuptiActivityRegisterCallbacks(void (*request)(uint8_t **, size_t *, size_t *),
                                   void (*complete)(void *, uint32_t, uint8_t *, size_t, size_t))
{
    request_buffer = request;
    complete_buffer = complete;
    return 0;
}

int cuptiActivityEnable(int kind)
{
    fake_kind = kind;
    return 0;
}

int cuptiActivityFlushAll(uint32_t flag)
{
    static char names[MAX][200];
    size_t used = 0, bytes = 0, max = 0;
    uint8_t *buffer = NULL;
    int kept = 0;

    (void)flag;
    request_buffer(&buffer, &bytes, &max);
    if (!buffer || bytes < RECORD_BYTES || (uintptr_t)buffer % 8 != 0)
        return 1;
    for (int i = 0; i < n_queued; i++) {
        struct queued q = queue[i];

        if (q.after_flushes-- > 0) {
            queue[kept++] = q;
            continue;
        }
        uint8_t *r = buffer + used;
        const char *name = memcpy(names[i], q.name, sizeof q.name);

        memset(r, 0, RECORD_BYTES);
        memcpy(r, &q.kind, 4);
        memcpy(r + AT_START, &q.start, 8);
        memcpy(r + AT_END, &q.end, 8);
        memcpy(r + AT_ID, &q.id, 4);
        memcpy(r + AT_NAME, &name, sizeof name);
        used += RECORD_BYTES;
    }
    n_queued = kept;
    complete_buffer(NULL, 0, buffer, bytes, used);
    memset(names, '?', sizeof names); /* the module may be gone by now */
    return 0;
}

int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid_bytes, uint8_t **record)
{
    uint8_t *next = *record ? *record + RECORD_BYTES : buffer;

    if (next >= buffer + valid_bytes)
        return 12;
    *record = next;
    return 0;
}

int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped)
{
    (void)context;
    (void)stream;
    *dropped = n_dropped;
    n_dropped = 0;
    return 0;
}
