/** Token accounts and transfers, by calls of the two token programs. */
#pragma once
#include "mint.h"

enum { TOKEN_CLOSE_ACCOUNT = 9, TOKEN_TRANSFER_CHECKED = 12, TOKEN_INITIALIZE_ACCOUNT_3 = 18 };

/** The first fields of a token account of either program. */
typedef struct {
    Key mint;
    Key owner;
    u64 amount;
} TokenAccount;

#define TOKEN_STATE_AT 108
#define TOKEN_INITIALISED 1

/** The mint of an instruction and its token program. */
typedef struct {
    const Account *mint;
    const Account *program;
} Token;

/** Requires an initialized, unfrozen account of this token that belongs to `owner`. */
OWN_FRAME u64 require_token_account(const Account *account, const Token *token, const Key *owner) {
    TRY(require_writable(account));
    REQUIRE(is_same_key(account->owner, token->program->key), ERROR_WRONG_TOKEN_ACCOUNT);
    REQUIRE(account->data_len >= TOKEN_ACCOUNT_BYTES, ERROR_WRONG_TOKEN_ACCOUNT);
    if (account->data_len > TOKEN_ACCOUNT_BYTES) {
        REQUIRE(account->data[ACCOUNT_TYPE_AT] == ACCOUNT_TYPE_ACCOUNT, ERROR_WRONG_TOKEN_ACCOUNT);
    }
    const TokenAccount *held = (const TokenAccount *)account->data;
    REQUIRE(is_same_key(&held->mint, token->mint->key), ERROR_WRONG_TOKEN_ACCOUNT);
    REQUIRE(is_same_key(&held->owner, owner), ERROR_WRONG_TOKEN_ACCOUNT);
    REQUIRE(account->data[TOKEN_STATE_AT] == TOKEN_INITIALISED, ERROR_WRONG_TOKEN_ACCOUNT);
    return OK;
}

/**
 * Requires the owner's canonical token account, still in the owner's possession, so that the sender
 * cannot choose another one, for example one that a third party may withdraw from.
 */
OWN_FRAME u64 require_canonical(const Account *account, const Token *token, const Key *owner) {
    Bytes parts[3] = {SEED(owner), SEED(token->program->key), SEED(token->mint->key)};
    Seeds seeds = {parts, 3};
    u8 bump;
    TRY(require_derived(account->key, &seeds, &ASSOCIATED_TOKEN_PROGRAM, &bump));
    return require_token_account(account, token, owner);
}

SMALL u64 amount_in(const Account *account) {
    return ((const TokenAccount *)account->data)->amount;
}

/** A transfer; `authority` signs by `seeds`, or signed the transaction if there are none. */
typedef struct {
    const Account *from;
    const Account *to;
    const Account *authority;
    const Seeds *seeds;
} Move;

OWN_FRAME u64 send_tokens(const Context *context, const Move *move, const Token *token, u64 amount) {
    struct {
        u8 kind;
        u8 amount[8];
        u8 decimals;
    } data = {.kind = TOKEN_TRANSFER_CHECKED, .decimals = token->mint->data[MINT_DECIMALS_AT]};
    copy(data.amount, &amount, sizeof(amount));
    Meta metas[4] = {
        {move->from->key, 1, 0},
        {token->mint->key, 0, 0},
        {move->to->key, 1, 0},
        {move->authority->key, 0, 1},
    };
    Instruction call = {token->program->key, metas, 4, (const u8 *)&data, sizeof(data)};
    return sol_invoke_signed_c(&call, context->accounts, context->account_count, move->seeds, move->seeds != 0);
}

/** Initializes a fresh account of the token program as an empty token account of `owner`. */
OWN_FRAME u64 initialise_token_account(const Context *context, const Account *account, const Token *token, const Key *owner) {
    struct {
        u8 kind;
        Key owner;
    } data = {.kind = TOKEN_INITIALIZE_ACCOUNT_3};
    copy_key(&data.owner, owner);
    Meta metas[2] = {{account->key, 1, 0}, {token->mint->key, 0, 0}};
    Instruction call = {token->program->key, metas, 2, (const u8 *)&data, sizeof(data)};
    return sol_invoke_signed_c(&call, context->accounts, context->account_count, 0, 0);
}

/** Closes the emptied account `move->from`; its rent goes to `move->to`. */
OWN_FRAME u64 close_token_account(const Context *context, const Move *move, const Token *token) {
    u8 data = TOKEN_CLOSE_ACCOUNT;
    Meta metas[3] = {{move->from->key, 1, 0}, {move->to->key, 1, 0}, {move->authority->key, 0, 1}};
    Instruction call = {token->program->key, metas, 3, &data, 1};
    return sol_invoke_signed_c(&call, context->accounts, context->account_count, move->seeds, 1);
}
