/** Fills on Solana: each is filled or cancelled, never both and never twice. */
#pragma once
#include "hash.h"
#include "settle.h"

/** Last byte of a record's `fill_hash` after a cancel: the number 1, as on the EVM. */
#define CANCELLED_LAST_BYTE 1

typedef struct {
    u8 instruction;
    u8 fill_id[32];
    u8 orders_hash[32];
    u64 minimum_amount;
    i64 fill_deadline;
    u64 amount;
} __attribute__((packed)) FillData;

typedef struct {
    u8 instruction;
    u8 fill_id[32];
} __attribute__((packed)) CancelData;

/** Accounts of `fill`; those from `FILL_MINT` on for tokens only. `cancel` has the first four. */
enum {
    FILL_SOLVER,
    FILL_RENT_PAYER,
    FILL_RECORD,
    FILL_SYSTEM_PROGRAM,
    CANCEL_COUNT,
    FILL_SIGNERS = CANCEL_COUNT,
    FILL_RECIPIENT,
    FILL_NATIVE_COUNT,
    FILL_MINT = FILL_NATIVE_COUNT,
    FILL_SOURCE,
    FILL_TO,
    FILL_TOKEN_PROGRAM,
    FILL_TOKEN_COUNT,
};

/**
 * keccak256 over chain, program, fill id, orders hash, solver, recipient, mint, minimum amount and
 * deadline: nine words as in `DestinationSettler.fillHash`, with the chain as in legs.
 */
OWN_FRAME void hash_fill(Context *context, const FillData *data, const Key *mint, u8 *hash) {
    const Account *accounts = context->accounts;
    put_word(context, 0, ((const Signers *)accounts[FILL_SIGNERS].data)->chain);
    put_word(context, 1, context->program);
    put_word(context, 2, data->fill_id);
    put_word(context, 3, data->orders_hash);
    put_word(context, 4, accounts[FILL_SOLVER].key);
    put_word(context, 5, accounts[FILL_RECIPIENT].key);
    put_word(context, 6, mint);
    put_number(context, 7, data->minimum_amount);
    put_number(context, 8, (u64)data->fill_deadline);
    hash_words(context, 9, hash);
}

/** Creates the record of solver and fill id. It can be created once: this prevents double fills. */
OWN_FRAME u64 create_record(Context *context, const u8 *fill_id, FillRecord **made) {
    Account *account = &context->accounts[FILL_RECORD];
    const Account *solver = &context->accounts[FILL_SOLVER];
    const Account *rent_payer = &context->accounts[FILL_RENT_PAYER];
    TRY(require_signer(solver));
    TRY(require_system_program(&context->accounts[FILL_SYSTEM_PROGRAM]));
    u8 bump;
    Bytes parts[4] = {TEXT_SEED("fill"), SEED(solver->key), {fill_id, 32}, SEED(&bump)};
    Seeds unbumped = {parts, 3};
    Seeds seeds = {parts, 4};
    TRY(require_derived(account->key, &unbumped, context->program, &bump));
    REQUIRE(!is_same_key(account->owner, context->program), ERROR_FILL_KNOWN);
    NewAccount new_ = {account, rent_payer, &seeds, sizeof(FillRecord), context->program};
    TRY(create_account(context, &new_));

    FillRecord *record = (FillRecord *)account->data;
    record->kind = KIND_FILL;
    copy_key(&record->solver, solver->key);
    copy(record->fill_id, fill_id, 32);
    record->closable_at = unix_time() + MAX_LOCK + FINALITY_MARGIN;
    copy_key(&record->rent_payer, rent_payer->key);
    *made = record;
    return OK;
}

OWN_FRAME u64 deliver_native(const Context *context, u64 amount, u64 *delivered) {
    const Account *recipient = &context->accounts[FILL_RECIPIENT];
    TRY(require_writable(recipient));
    u64 before = *recipient->lamports;
    TRY(send_native(context, &context->accounts[FILL_SOLVER], recipient, amount));
    *delivered = *recipient->lamports - before;
    return OK;
}

OWN_FRAME u64 deliver_tokens(const Context *context, u64 amount, u64 *delivered) {
    const Account *accounts = context->accounts;
    const Account *solver = &accounts[FILL_SOLVER];
    const Account *to = &accounts[FILL_TO];
    Token token = {&accounts[FILL_MINT], &accounts[FILL_TOKEN_PROGRAM]};
    TRY(require_plain_mint(token.mint, token.program));
    TRY(require_token_account(&accounts[FILL_SOURCE], &token, solver->key));
    TRY(require_canonical(to, &token, accounts[FILL_RECIPIENT].key));
    u64 before = amount_in(to);
    Move move = {&accounts[FILL_SOURCE], to, solver, 0};
    TRY(send_tokens(context, &move, &token, amount));
    *delivered = amount_in(to) - before;
    return OK;
}

OWN_FRAME u64 require_recipient(const Context *context) {
    const Key *recipient = context->accounts[FILL_RECIPIENT].key;
    REQUIRE(is_set(recipient), ERROR_BAD_RECIPIENT);
    REQUIRE(!is_same_key(recipient, context->program), ERROR_BAD_RECIPIENT);
    REQUIRE(!is_same_key(recipient, context->accounts[FILL_RECORD].key), ERROR_BAD_RECIPIENT);
    return OK;
}

OWN_FRAME u64 require_fill_deadline(i64 deadline) {
    i64 now = unix_time();
    REQUIRE(now <= deadline, ERROR_FILL_EXPIRED);
    /* Otherwise the record could be closed while the same fill is still possible. */
    REQUIRE(deadline <= now + MAX_LOCK, ERROR_FILL_DEADLINE_OUT_OF_RANGE);
    return OK;
}

/** Fills an order: pays the recipient from the solver, and trusts only the recipient's balance. */
OWN_FRAME u64 fill_order(Context *context) {
    LOG("Fill");
    REQUIRE(context->data_len == sizeof(FillData), ERROR_WRONG_DATA_LENGTH);
    u8 is_native = context->account_count == FILL_NATIVE_COUNT;
    REQUIRE(is_native || context->account_count == FILL_TOKEN_COUNT, ERROR_WRONG_ACCOUNT_COUNT);
    const Account *accounts = context->accounts;
    const FillData *data = (const FillData *)context->data;
    TRY(require_state(&accounts[FILL_SIGNERS], context->program, KIND_SIGNERS, sizeof(Signers)));
    TRY(require_recipient(context));
    TRY(require_fill_deadline(data->fill_deadline));
    FillRecord *record;
    TRY(create_record(context, data->fill_id, &record));
    hash_fill(context, data, is_native ? &NO_KEY : accounts[FILL_MINT].key, record->fill_hash);
    record->amount = data->amount;

    u64 delivered;
    if (is_native) {
        TRY(deliver_native(context, data->amount, &delivered));
    } else {
        TRY(deliver_tokens(context, data->amount, &delivered));
    }
    REQUIRE(delivered >= data->minimum_amount, ERROR_TOO_LITTLE_DELIVERED);
    return OK;
}

/** Cancels a fill for good, so that its deposits can be refunded at once. Only the signer's own. */
OWN_FRAME u64 cancel_fill(Context *context) {
    LOG("Cancel");
    REQUIRE(context->data_len == sizeof(CancelData), ERROR_WRONG_DATA_LENGTH);
    REQUIRE(context->account_count == CANCEL_COUNT, ERROR_WRONG_ACCOUNT_COUNT);
    FillRecord *record;
    TRY(create_record(context, ((const CancelData *)context->data)->fill_id, &record));
    record->fill_hash[31] = CANCELLED_LAST_BYTE;
    return OK;
}

/** Closes a record that no order can need any more and returns its rent. Anyone may call it. */
OWN_FRAME u64 close_fill(Context *context) {
    LOG("CloseFill");
    REQUIRE(context->data_len == 1, ERROR_WRONG_DATA_LENGTH);
    REQUIRE(context->account_count == CLOSE_COUNT, ERROR_WRONG_ACCOUNT_COUNT);
    Account *account = &context->accounts[CLOSE_ACCOUNT];
    TRY(require_state(account, context->program, KIND_FILL, sizeof(FillRecord)));
    const FillRecord *record = (const FillRecord *)account->data;
    REQUIRE(unix_time() >= record->closable_at, ERROR_STILL_NEEDED);
    TRY(require_key(&context->accounts[CLOSE_RENT_PAYER], &record->rent_payer));
    return close_state(account, &context->accounts[CLOSE_RENT_PAYER]);
}
