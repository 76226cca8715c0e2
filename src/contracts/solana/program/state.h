/**
 * State in this program's accounts. Numbers are little-endian, times Unix seconds, amounts the
 * mint's smallest unit (lamports for the native coin). Every account starts with its kind, so that
 * none can be mistaken for another, and is only ever created at its derived address.
 * src/chains/solana/program/state.ts reads the same layout.
 */
#pragma once
#include "checks.h"

enum { KIND_ORDER = 1, KIND_FILL = 2, KIND_SIGNERS = 3 };
enum { ORDER_HELD = 1, ORDER_RELEASED = 2, ORDER_REFUNDED = 3 };

/** Maximum seconds from deposit to `refund_after`, and from now to a fill deadline. */
#define MAX_LOCK (2 * 60 * 60)
/** Seconds that a fill record stays readable after the last deadline it can matter for. */
#define FINALITY_MARGIN (15 * 60)

#define MAX_ATTESTORS 3
#define MAX_DISABLED 16
/** Maximum delay between proposing attestors and installing them, in seconds. */
#define MAX_DELAY (30 * 24 * 60 * 60)

/**
 * An order, at ["order", order_hash]. It also signs for its vault, the token account at ["vault",
 * address of the order]; native coins are held by the order itself, on top of its rent.
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
    /** Paid to `payee` on release. */
    u64 amount;
    /** Paid to `fee_receiver` on release. */
    u64 fee;
    Key fee_receiver;
    Key payee;
    /** The deposit is accepted only before this second. */
    i64 deposit_deadline;
    /** From this second on anyone may refund it, or close it once settled. */
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
    /** The fill's hash; `CANCELLED` after a cancel. */
    u8 fill_hash[32];
    /** Amount sent; zero when cancelled. */
    u64 amount;
    /** First second at which the record may be closed. */
    i64 closable_at;
    Key rent_payer;
} FillRecord;

/** A set of attestors; `NO_KEY` where one is missing or disabled. */
typedef struct {
    u8 threshold;
    u8 count;
    u8 zero[6];
    Key keys[MAX_ATTESTORS];
} Attestors;

/** The attestors and their authority, at ["signers"]. */
typedef struct {
    u8 kind;
    u8 disabled_count;
    u8 zero[6];
    /** keccak256 of the CAIP-2 id of this program's chain; part of every fill hash. */
    u8 chain[32];
    /** Proposes, installs and disables attestors. */
    Key authority;
    /** Becomes the authority once it accepts; `NO_KEY` when none is offered. */
    Key offered_authority;
    /** Seconds between proposing attestors and installing them. */
    i64 delay;
    Attestors installed;
    /** First second at which `proposed` can be installed; zero when nothing is proposed. */
    i64 ready_at;
    Attestors proposed;
    /** Keys that can never attest again. */
    Key disabled[MAX_DISABLED];
} Signers;

/** Requires an account of this program of the given kind and size. */
OWN_FRAME u64 require_state(const Account *account, const Key *program, u8 kind, u64 size) {
    REQUIRE(is_same_key(account->owner, program), ERROR_WRONG_OWNER);
    REQUIRE(account->data_len == size && account->data[0] == kind, ERROR_WRONG_OWNER);
    return OK;
}

/** Closes an account of this program, leaving nothing that could be revived. */
OWN_FRAME u64 close_state(Account *account, Account *rent_payer) {
    TRY(require_writable(account));
    TRY(require_writable(rent_payer));
    *rent_payer->lamports += *account->lamports;
    *account->lamports = 0;
    /* The runtime drops data behind the new length; zero it in case others read it before. */
    sol_memset_(account->data, 0, account->data_len);
    copy_key(account->owner, &SYSTEM_PROGRAM);
    *(u64 *)(account->data - 8) = 0;
    return OK;
}
