/** Hashes over 32-byte words, equal to `keccak256(abi.encode(...))` of the EVM contracts. */
#pragma once
#include "context.h"

SMALL void put_word(Context *context, u64 at, const void *word) {
    copy(context->words[at], word, 32);
}

/** Writes a number as the EVM does: big-endian, in the last bytes of its word. */
SMALL void put_number(Context *context, u64 at, u64 number) {
    u64 big_endian = __builtin_bswap64(number);
    /* Already zero while an instruction hashes only once, as the heap starts zeroed. */
    sol_memset_(context->words[at], 0, 24);
    copy(context->words[at] + 24, &big_endian, sizeof(big_endian));
}

SMALL void hash_words(const Context *context, u64 count, u8 *hash) {
    Bytes words = {context->words, count * 32};
    sol_keccak256(&words, 1, hash);
}
