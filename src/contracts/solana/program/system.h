/** Native coins and new accounts, by calls of the System program. */
#pragma once
#include "state.h"

enum { SYSTEM_ASSIGN = 1, SYSTEM_TRANSFER = 2, SYSTEM_ALLOCATE = 8 };

/** Bytes charged for each account on top of its data. */
#define ACCOUNT_OVERHEAD 128
#define RENT_FACTOR_OF_TWO 0x4000000000000000ULL /* 2.0 as a double: two years */
#define RENT_FACTOR_OF_ONE 0x3ff0000000000000ULL /* 1.0: the price already holds the two years */

/** Rent-exempt minimum of an account of `space` bytes, lamports. The VM has no floating point. */
OWN_FRAME u64 rent_for(u64 space, u64 *lamports) {
    struct {
        u64 lamports_per_byte;
        u64 factor;
        u8 burn_percent;
    } rent;
    sol_get_rent_sysvar(&rent);
    u8 is_two = rent.factor == RENT_FACTOR_OF_TWO;
    REQUIRE(is_two || rent.factor == RENT_FACTOR_OF_ONE, ERROR_UNKNOWN_RENT);
    *lamports = (space + ACCOUNT_OVERHEAD) * rent.lamports_per_byte << is_two;
    return OK;
}

/** Sends native coins from an account that signed the transaction. */
OWN_FRAME u64 send_native(const Context *context, const Account *from, const Account *to, u64 lamports) {
    struct {
        u32 kind;
        u8 lamports[8];
    } __attribute__((packed)) data = {.kind = SYSTEM_TRANSFER};
    copy(data.lamports, &lamports, sizeof(lamports));
    Meta metas[2] = {{from->key, 1, 1}, {to->key, 1, 0}};
    Instruction call = {&SYSTEM_PROGRAM, metas, 2, (const u8 *)&data, sizeof(data)};
    return sol_invoke_signed_c(&call, context->accounts, context->account_count, 0, 0);
}

/** An account to create at a derived address. */
typedef struct {
    Account *account;
    const Account *rent_payer;
    /** With the bump last. */
    const Seeds *seeds;
    u64 space;
    const Key *owner;
} NewAccount;

OWN_FRAME u64 allocate(const Context *context, const NewAccount *new_) {
    struct {
        u32 kind;
        u8 space[8];
    } __attribute__((packed)) data = {.kind = SYSTEM_ALLOCATE};
    copy(data.space, &new_->space, sizeof(new_->space));
    Meta meta = {new_->account->key, 1, 1};
    Instruction call = {&SYSTEM_PROGRAM, &meta, 1, (const u8 *)&data, sizeof(data)};
    return sol_invoke_signed_c(&call, context->accounts, context->account_count, new_->seeds, 1);
}

OWN_FRAME u64 assign(const Context *context, const NewAccount *new_) {
    struct {
        u32 kind;
        Key owner;
    } data = {.kind = SYSTEM_ASSIGN};
    copy_key(&data.owner, new_->owner);
    Meta meta = {new_->account->key, 1, 1};
    Instruction call = {&SYSTEM_PROGRAM, &meta, 1, (const u8 *)&data, sizeof(data)};
    return sol_invoke_signed_c(&call, context->accounts, context->account_count, new_->seeds, 1);
}

/**
 * Creates an account by top-up, allocate and assign: CreateAccount would fail on an address that
 * already holds coins. Those coins go to whoever gets the rent back.
 */
OWN_FRAME u64 create_account(const Context *context, const NewAccount *new_) {
    Account *account = new_->account;
    TRY(require_writable(account));
    TRY(require_payer(new_->rent_payer));
    REQUIRE(
        is_same_key(account->owner, &SYSTEM_PROGRAM) && account->data_len == 0,
        ERROR_ALREADY_INITIALISED
    );
    u64 rent;
    TRY(rent_for(new_->space, &rent));
    if (*account->lamports < rent) {
        TRY(send_native(context, new_->rent_payer, account, rent - *account->lamports));
    }
    TRY(allocate(context, new_));
    return assign(context, new_);
}
