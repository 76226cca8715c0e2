/**
 * What this program keeps in its accounts. Numbers are little-endian, times Unix seconds, amounts the
 * smallest unit of the mint (lamports for the native coin). Every account begins with its kind, so that
 * none can be taken for another; an account of this program is only ever made at its derived address.
 * Source of the layout for others: src/chains/solana/program/state.ts.
 */
#pragma once
#include "checks.h"

enum { KIND_ORDER = 1, KIND_FILL = 2, KIND_SIGNERS = 3 };
enum { ORDER_HELD = 1, ORDER_RELEASED = 2, ORDER_REFUNDED = 3 };

/** Longest time from deposit to `refund_after`, and from now to a fill deadline, in seconds. */
#define MAX_LOCK (2 * 60 * 60)
/** How long a fill record stays readable after the last deadline it can matter for, in seconds. */
#define FINALITY_MARGIN (15 * 60)

#define MAX_ATTESTORS 3
#define MAX_DISABLED 16
/** Longest delay between announcing attestors and installing them, in seconds. */
#define MAX_DELAY (30 * 24 * 60 * 60)

/**
 * An order, at ["order", order_hash]. It also signs for its vault, the token account at
 * ["vault", address of the order]; native coins lie in the order itself, on top of its rent.
 */
typedef struct {
    u8 kind;
    u8 state;
    u8 bump;
    u8 zero[5];
    u8 order_hash[32];
    u8 fill_id[32];
    Key depositor;
    /** `NO_KEY` for the native coin. */
    Key mint;
    /** What `payee` gets at release. */
    u64 amount;
    /** What `fee_receiver` gets at release. */
    u64 fee;
    Key fee_receiver;
    Key payee;
    /** The deposit is taken only before this second. */
    i64 deposit_deadline;
    /** From this second on anybody may refund, and close what is settled. */
    i64 refund_after;
    u8 fill_hash[32];
    /** Gets the rent of order and vault back. */
    Key rent_payer;
} Order;

/** What a solver did with a fill id, at ["fill", solver, fill_id]. */
typedef struct {
    u8 kind;
    u8 zero[7];
    Key solver;
    u8 fill_id[32];
    /** The hash of what was filled; `CANCELLED` when it never will be. */
    u8 fill_hash[32];
    /** What was sent; zero when cancelled. */
    u64 amount;
    /** First second at which the record may be closed. */
    i64 closable_at;
    Key rent_payer;
} FillRecord;

/** A set of attestors; `NO_KEY` where one is missing or was shut off. */
typedef struct {
    u8 threshold;
    u8 count;
    u8 zero[6];
    Key keys[MAX_ATTESTORS];
} Attestors;

/** Who attests, at ["signers"]. */
typedef struct {
    u8 kind;
    u8 disabled_count;
    u8 zero[6];
    /** keccak256 of the CAIP-2 id of the chain this program runs on; part of every fill hash. */
    u8 chain[32];
    /** Announces and installs attestors, shuts them off. */
    Key authority;
    /** Becomes the authority once it accepts; `NO_KEY` when none is offered. */
    Key offered_authority;
    /** Seconds between announcing attestors and installing them. */
    i64 delay;
    Attestors installed;
    /** First second at which `proposed` can be installed; zero when nothing is proposed. */
    i64 ready_at;
    Attestors proposed;
    /** Keys that attest never again. */
    Key disabled[MAX_DISABLED];
} Signers;

/** Demands an account of this program of the given kind and size. */
OWN_FRAME u64 require_state(const Account *account, const Key *program, u8 kind, u64 size) {
    REQUIRE(is_same_key(account->owner, program), ERROR_WRONG_OWNER);
    REQUIRE(account->data_len == size && account->data[0] == kind, ERROR_WRONG_OWNER);
    return OK;
}

/** Closes an account of this program: nothing stays behind that could be revived. */
OWN_FRAME u64 close_state(Account *account, Account *rent_payer) {
    TRY(require_writable(account));
    TRY(require_writable(rent_payer));
    *rent_payer->lamports += *account->lamports;
    *account->lamports = 0;
    /* The runtime drops what lies behind the new length; zeros in case others read before that. */
    sol_memset_(account->data, 0, account->data_len);
    copy_key(account->owner, &SYSTEM_PROGRAM);
    *(u64 *)(account->data - 8) = 0;
    return OK;
}
