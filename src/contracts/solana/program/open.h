/** Deposits. */
#pragma once
#include "hash.h"
#include "token.h"

typedef struct {
    u8 instruction;
    u8 fill_id[32];
    u64 amount;
    u64 fee;
    Key fee_receiver;
    Key payee;
    i64 deposit_deadline;
    i64 refund_after;
    u8 fill_hash[32];
} __attribute__((packed)) OpenData;

/** Accounts of `open`; those from `OPEN_MINT` on for tokens only. */
enum {
    OPEN_DEPOSITOR,
    OPEN_RENT_PAYER,
    OPEN_ORDER,
    OPEN_SYSTEM_PROGRAM,
    OPEN_NATIVE_COUNT,
    OPEN_MINT = OPEN_NATIVE_COUNT,
    OPEN_SOURCE,
    OPEN_VAULT,
    OPEN_TOKEN_PROGRAM,
    OPEN_TOKEN_COUNT,
};

/** Requires an order that can be paid out, is in time, and is refundable soon. */
OWN_FRAME u64 require_sound_order(const OpenData *data, u8 is_native) {
    i64 now = unix_time();
    REQUIRE(now < data->deposit_deadline, ERROR_DEPOSIT_EXPIRED);
    REQUIRE(
        data->refund_after > data->deposit_deadline && data->refund_after <= now + MAX_LOCK,
        ERROR_REFUND_TIME_OUT_OF_RANGE
    );
    REQUIRE(data->amount != 0 && is_set(&data->payee), ERROR_EMPTY_ORDER);
    REQUIRE(data->fee == 0 || is_set(&data->fee_receiver), ERROR_EMPTY_ORDER);
    REQUIRE(data->amount + data->fee >= data->amount, ERROR_AMOUNT_OVERFLOW);
    if (!is_native) return OK;
    /* An empty account could not receive less, and the refund would fail for ever. */
    u64 rent;
    TRY(rent_for(0, &rent));
    REQUIRE(data->amount >= rent, ERROR_BELOW_RENT_EXEMPTION);
    return OK;
}

/** keccak256 over program, fill id, depositor, mint and the fields in the order of `OpenData`. */
OWN_FRAME void hash_order(Context *context, const OpenData *data, const Key *mint, u8 *hash) {
    put_word(context, 0, context->program);
    put_word(context, 1, data->fill_id);
    put_word(context, 2, context->accounts[OPEN_DEPOSITOR].key);
    put_word(context, 3, mint);
    put_number(context, 4, data->amount);
    put_number(context, 5, data->fee);
    put_word(context, 6, &data->fee_receiver);
    put_word(context, 7, &data->payee);
    put_number(context, 8, (u64)data->deposit_deadline);
    put_number(context, 9, (u64)data->refund_after);
    put_word(context, 10, data->fill_hash);
    hash_words(context, 11, hash);
}

/** Creates the order's account at the address derived from its hash. */
OWN_FRAME u64 create_order(Context *context, const OpenData *data, const Key *mint) {
    Account *account = &context->accounts[OPEN_ORDER];
    const Account *rent_payer = &context->accounts[OPEN_RENT_PAYER];
    u8 hash[32];
    u8 bump;
    hash_order(context, data, mint, hash);
    Bytes parts[3] = {TEXT_SEED("order"), SEED(&hash), SEED(&bump)};
    Seeds unbumped = {parts, 2};
    Seeds seeds = {parts, 3};
    TRY(require_derived(account->key, &unbumped, context->program, &bump));
    NewAccount new_ = {account, rent_payer, &seeds, sizeof(Order), context->program};
    TRY(create_account(context, &new_));

    Order *order = (Order *)account->data;
    order->kind = KIND_ORDER;
    order->state = ORDER_HELD;
    order->bump = bump;
    copy(order->order_hash, hash, 32);
    copy(order->fill_id, data->fill_id, 32);
    copy_key(&order->depositor, context->accounts[OPEN_DEPOSITOR].key);
    copy_key(&order->mint, mint);
    order->amount = data->amount;
    order->fee = data->fee;
    copy_key(&order->fee_receiver, &data->fee_receiver);
    copy_key(&order->payee, &data->payee);
    order->deposit_deadline = data->deposit_deadline;
    order->refund_after = data->refund_after;
    copy(order->fill_hash, data->fill_hash, 32);
    copy_key(&order->rent_payer, rent_payer->key);
    return OK;
}

/** Creates the token account that holds the deposit; only the order can sign for it. */
OWN_FRAME u64 create_vault(const Context *context, const Token *token) {
    Account *vault = (Account *)&context->accounts[OPEN_VAULT];
    const Key *order = context->accounts[OPEN_ORDER].key;
    u8 bump;
    Bytes parts[3] = {TEXT_SEED("vault"), SEED(order), SEED(&bump)};
    Seeds unbumped = {parts, 2};
    Seeds seeds = {parts, 3};
    TRY(require_derived(vault->key, &unbumped, context->program, &bump));
    const Account *rent_payer = &context->accounts[OPEN_RENT_PAYER];
    NewAccount new_ = {vault, rent_payer, &seeds, TOKEN_ACCOUNT_BYTES, token->program->key};
    TRY(create_account(context, &new_));
    return initialise_token_account(context, vault, token, order);
}

OWN_FRAME u64 take_native(const Context *context, u64 amount) {
    const Account *order = &context->accounts[OPEN_ORDER];
    u64 before = *order->lamports;
    TRY(send_native(context, &context->accounts[OPEN_DEPOSITOR], order, amount));
    /* The System program moves the exact amount; this check does not rely on it. */
    REQUIRE(*order->lamports - before == amount, ERROR_WRONG_AMOUNT_RECEIVED);
    return OK;
}

OWN_FRAME u64 take_tokens(const Context *context, const Token *token, u64 amount) {
    const Account *depositor = &context->accounts[OPEN_DEPOSITOR];
    const Account *source = &context->accounts[OPEN_SOURCE];
    const Account *vault = &context->accounts[OPEN_VAULT];
    TRY(require_token_account(source, token, depositor->key));
    u64 before = amount_in(vault);
    Move move = {source, vault, depositor, 0};
    TRY(send_tokens(context, &move, token, amount));
    /* mint.h rejects mints that transfer other amounts; this check holds should one get through. */
    REQUIRE(amount_in(vault) - before == amount, ERROR_WRONG_AMOUNT_RECEIVED);
    return OK;
}

/**
 * Takes `amount + fee` from the depositor, who signs. An order can exist only once: its address is
 * derived from its hash, and it can be closed only after its deposit deadline.
 */
OWN_FRAME u64 open_order(Context *context) {
    LOG("Open");
    REQUIRE(context->data_len == sizeof(OpenData), ERROR_WRONG_DATA_LENGTH);
    u8 is_native = context->account_count == OPEN_NATIVE_COUNT;
    REQUIRE(is_native || context->account_count == OPEN_TOKEN_COUNT, ERROR_WRONG_ACCOUNT_COUNT);
    const OpenData *data = (const OpenData *)context->data;
    Account *accounts = context->accounts;
    TRY(require_signer(&accounts[OPEN_DEPOSITOR]));
    TRY(require_system_program(&accounts[OPEN_SYSTEM_PROGRAM]));
    TRY(require_sound_order(data, is_native));
    if (is_native) {
        TRY(create_order(context, data, &NO_KEY));
        return take_native(context, data->amount + data->fee);
    }
    Token token = {&accounts[OPEN_MINT], &accounts[OPEN_TOKEN_PROGRAM]};
    TRY(require_plain_mint(token.mint, token.program));
    TRY(create_order(context, data, token.mint->key));
    TRY(create_vault(context, &token));
    return take_tokens(context, &token, data->amount + data->fee);
}
