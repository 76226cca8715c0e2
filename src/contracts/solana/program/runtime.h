/**
 * Interface of the Solana runtime: number types, accounts, system calls, memory. Source: the C ABI
 * of Solana programs (SolAccountInfo, SolInstruction and others).
 */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

/** A public key: the address of an account or program. */
typedef struct {
    u8 bytes[32];
} Key;

/** An account of the instruction. The pointers reach its current state, also after calls. */
typedef struct {
    Key *key;
    u64 *lamports;
    u64 data_len;
    u8 *data;
    Key *owner;
    u64 rent_epoch;
    u8 is_signer;
    u8 is_writable;
    u8 executable;
} Account;

/** How a called instruction uses an account. */
typedef struct {
    const Key *key;
    u8 is_writable;
    u8 is_signer;
} Meta;

/** A call of another program. */
typedef struct {
    const Key *program;
    const Meta *metas;
    u64 meta_count;
    const u8 *data;
    u64 data_len;
} Instruction;

/** A byte range: a seed of a derived address, or a part of a hash input. */
typedef struct {
    const void *at;
    u64 len;
} Bytes;

/** Seeds of a derived address that signs a call. */
typedef struct {
    const Bytes *at;
    u64 count;
} Seeds;

extern u64 sol_log_(const char *text, u64 len);
extern u64 sol_memcpy_(void *to, const void *from, u64 len);
extern u64 sol_memset_(void *to, u64 value, u64 len);
extern u64 sol_memcmp_(const void *a, const void *b, u64 len, int *order);
extern u64 sol_keccak256(const Bytes *parts, u64 count, u8 *hash);
extern u64 sol_try_find_program_address(const Bytes *seeds, u64 count, const Key *program, Key *found, u8 *bump);
extern u64 sol_invoke_signed_c(const Instruction *call, const Account *accounts, u64 count, const Seeds *signers, u64 signer_count);
extern u64 sol_get_clock_sysvar(void *clock);
extern u64 sol_get_rent_sysvar(void *rent);

#define LOG(text) sol_log_(text, sizeof(text) - 1)

/** Returns `error` from the function unless the condition holds. */
#define REQUIRE(condition, error) \
    do {                          \
        if (!(condition)) return (error); \
    } while (0)

/** Returns the callee's error from the function, if there is one. */
#define TRY(call)                    \
    do {                             \
        u64 failure_ = (call);       \
        if (failure_) return failure_; \
    } while (0)

/** Not inlined: the compiler allows 512 bytes of stack, and inlining would add up frames. */
#define OWN_FRAME static __attribute__((noinline))
#define SMALL static inline __attribute__((always_inline))

SMALL u8 is_same(const void *a, const void *b, u64 len) {
    int order = 1;
    sol_memcmp_(a, b, len, &order);
    return order == 0;
}

SMALL u8 is_same_key(const Key *a, const Key *b) {
    return is_same(a, b, sizeof(Key));
}

SMALL void copy(void *to, const void *from, u64 len) {
    sol_memcpy_(to, from, len);
}

SMALL void copy_key(Key *to, const Key *from) {
    sol_memcpy_(to, from, sizeof(Key));
}

/** Current Unix time in seconds, by the cluster's clock. */
SMALL i64 unix_time(void) {
    struct {
        u64 slot;
        i64 epoch_start;
        u64 epoch;
        u64 leader_schedule_epoch;
        i64 unix_time;
    } clock;
    sol_get_clock_sysvar(&clock);
    return clock.unix_time;
}
