/* test_hash.c -- SHA-256 against the vectors of FIPS 180-4 and NIST CAVP */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static void test_vectors(void **state)
{
    static const struct {
        const char *text, *hex;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrl"
         "mno"
         "pqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    char hex[FT_HEX_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ft_sha256_of(rows[i].text, strlen(rows[i].text), hex);
        assert_string_equal(hex, rows[i].hex);
    }
}

static void test_a_million_in_pieces(void **state)
{
    struct ft_sha256 h;
    char hex[FT_HEX_BYTES], piece[997];
    size_t left = 1000000;
    (void)state;
    memset(piece, 'a', sizeof piece);
    ft_sha256_init(&h);
    for (size_t n = 1; left; n = n % sizeof piece + 1) {
        size_t take = n < left ? n : left;
        ft_sha256_add(&h, piece, take);
        left -= take;
    }
    ft_sha256_hex(&h, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Every length around the padding's edges: in one piece and byte by byte must agree. */
static void test_padding_edges(void **state)
{
    char data[200], one[FT_HEX_BYTES], many[FT_HEX_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (char)i;
    for (size_t n = 0; n <= sizeof data; n++) {
        struct ft_sha256 h;
        ft_sha256_init(&h);
        for (size_t i = 0; i < n; i++)
            ft_sha256_add(&h, data + i, 1);
        ft_sha256_hex(&h, many);
        ft_sha256_of(data, n, one);
        assert_string_equal(one, many);
    }
}

static void fields(const char *a, const char *b, char hex[FT_HEX_BYTES])
{
    struct ft_sha256 h;
    ft_sha256_init(&h);
    ft_sha256_add_field(&h, a, strlen(a));
    ft_sha256_add_field(&h, b, strlen(b));
    ft_sha256_hex(&h, hex);
}

static void test_fields_do_not_run_together(void **state)
{
    char x[FT_HEX_BYTES], y[FT_HEX_BYTES];
    (void)state;
    fields("ab", "c", x);
    fields("a", "bc", y);
    assert_string_not_equal(x, y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_a_million_in_pieces),
        cmocka_unit_test(test_padding_edges),
        cmocka_unit_test(test_fields_do_not_run_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
