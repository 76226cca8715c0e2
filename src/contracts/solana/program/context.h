/**
 * The current instruction: its accounts, its data, and this program's address. It lives on the heap
 * (32 KiB, zeroed before each instruction), because stack frames are small.
 */
#pragma once
#include "errors.h"
#include "runtime.h"

#define MAX_ACCOUNTS 16
#define MAX_WORDS 11

typedef struct {
    Account accounts[MAX_ACCOUNTS];
    u64 account_count;
    const u8 *data;
    u64 data_len;
    const Key *program;
    /** Big-endian 32-byte words to hash. */
    u8 words[MAX_WORDS][32];
} Context;

#define HEAP ((Context *)0x300000000ULL)

/** Most that an account may grow within one instruction; the runtime reserves it after the data. */
#define GROWTH_ROOM 10240
#define NOT_REPEATED 0xff

/**
 * Parses the runtime's serialized input. Both entries of an account that is passed twice point to
 * the same lamports and data.
 */
OWN_FRAME u64 read_input(u8 *input, Context *context) {
    u64 count = *(u64 *)input;
    REQUIRE(count <= MAX_ACCOUNTS, ERROR_WRONG_ACCOUNT_COUNT);
    input += 8;
    for (u64 i = 0; i < count; i++) {
        Account *account = &context->accounts[i];
        u8 repeats = input[0];
        if (repeats != NOT_REPEATED) {
            /* The runtime only refers to earlier accounts; later entries would still be zero. */
            REQUIRE(repeats < i, ERROR_WRONG_ACCOUNT_COUNT);
            copy(account, &context->accounts[repeats], sizeof(Account));
            input += 8;
            continue;
        }
        account->is_signer = input[1];
        account->is_writable = input[2];
        account->executable = input[3];
        account->key = (Key *)(input + 8);
        account->owner = (Key *)(input + 40);
        account->lamports = (u64 *)(input + 72);
        account->data_len = *(u64 *)(input + 80);
        account->data = input + 88;
        input += 88 + account->data_len + GROWTH_ROOM;
        input = (u8 *)(((u64)input + 7) & ~7ULL);
        /* Unused; part of the C ABI's account layout, which calls need. */
        account->rent_epoch = *(u64 *)input;
        input += 8;
    }
    context->account_count = count;
    context->data_len = *(u64 *)input;
    context->data = input + 8;
    context->program = (const Key *)(input + 8 + context->data_len);
    return OK;
}
