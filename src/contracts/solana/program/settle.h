/** Payouts: a release to payee and fee receiver, or a refund to the depositor. */
#pragma once
#include "attest.h"
#include "token.h"

/** Data of `release` and `refund`: the fill that the order must have been made for. */
typedef struct {
    u8 instruction;
    u8 fill_hash[32];
} __attribute__((packed)) SettleData;

/** Accounts of a native `release` or `refund`; attestors follow. */
enum {
    SETTLE_SIGNERS,
    SETTLE_ORDER,
    /** Native: receives the coins. Tokens: must own the account that receives them. */
    SETTLE_RECEIVER,
    /** Release only. */
    SETTLE_FEE_RECEIVER,
};

/** Accounts of a token payout, after the receivers; attestors follow. */
enum {
    VAULT_RENT_PAYER,
    VAULT,
    VAULT_MINT,
    VAULT_TOKEN_PROGRAM,
    VAULT_COUNT,
};

/** Requires an order that holds its deposit and was made for this fill. */
OWN_FRAME u64 require_held(const Context *context) {
    REQUIRE(context->data_len == sizeof(SettleData), ERROR_WRONG_DATA_LENGTH);
    /* Enough to read signers and order; release and refund check the exact number. */
    REQUIRE(context->account_count > SETTLE_RECEIVER, ERROR_WRONG_ACCOUNT_COUNT);
    const Account *accounts = context->accounts;
    TRY(require_state(&accounts[SETTLE_SIGNERS], context->program, KIND_SIGNERS, sizeof(Signers)));
    TRY(require_state(&accounts[SETTLE_ORDER], context->program, KIND_ORDER, sizeof(Order)));
    TRY(require_writable(&accounts[SETTLE_ORDER]));
    const Order *order = (const Order *)accounts[SETTLE_ORDER].data;
    REQUIRE(order->state == ORDER_HELD, ERROR_ORDER_NOT_HELD);
    const SettleData *data = (const SettleData *)context->data;
    REQUIRE(is_same(order->fill_hash, data->fill_hash, 32), ERROR_WRONG_FILL_HASH);
    return OK;
}

/** Moves native coins out of the order's account. */
OWN_FRAME u64 pay_native(Account *from, Account *to, const Key *named, u64 lamports) {
    TRY(require_key(to, named));
    TRY(require_writable(to));
    *from->lamports -= lamports;
    *to->lamports += lamports;
    return OK;
}

/** An order's vault and what paying out of it needs. */
typedef struct {
    Token token;
    const Account *order;
    const Account *vault;
    const Account *rent_payer;
    Seeds seeds;
    Bytes parts[3];
} Vault;

/** Reads and checks the vault's accounts, which start at `first`. */
OWN_FRAME u64 read_vault(const Context *context, u64 first, Vault *vault) {
    const Account *accounts = &context->accounts[first];
    vault->order = &context->accounts[SETTLE_ORDER];
    vault->vault = &accounts[VAULT];
    vault->rent_payer = &accounts[VAULT_RENT_PAYER];
    vault->token = (Token){&accounts[VAULT_MINT], &accounts[VAULT_TOKEN_PROGRAM]};
    const Order *order = (const Order *)vault->order->data;
    vault->parts[0] = TEXT_SEED("order");
    vault->parts[1] = SEED(&order->order_hash);
    vault->parts[2] = SEED(&order->bump);
    vault->seeds = (Seeds){vault->parts, 3};

    TRY(require_key(vault->token.mint, &order->mint));
    TRY(require_mint(vault->token.mint, vault->token.program));
    TRY(require_key(vault->rent_payer, &order->rent_payer));
    TRY(require_writable(vault->rent_payer));
    Bytes parts[2] = {TEXT_SEED("vault"), SEED(vault->order->key)};
    Seeds seeds = {parts, 2};
    u8 bump;
    TRY(require_derived(vault->vault->key, &seeds, context->program, &bump));
    return require_token_account(vault->vault, &vault->token, vault->order->key);
}

OWN_FRAME u64 pay_tokens(const Context *context, const Vault *vault, const Account *to, u64 amount) {
    Move move = {vault->vault, to, vault->order, &vault->seeds};
    return send_tokens(context, &move, &vault->token, amount);
}

/**
 * Who gets the vault's rent: its payer. The runtime hides from a caller what a call credits to an
 * executable account, and then fails the caller for the imbalance. A rent payer turned into a
 * program could so block release and refund for ever; its rent goes to the order instead.
 */
SMALL const Account *rent_receiver(const Vault *vault) {
    return vault->rent_payer->executable ? vault->order : vault->rent_payer;
}

/**
 * Pays out the whole remaining balance, including tokens that third parties sent to the vault (it
 * could not be closed otherwise), and closes the vault.
 */
OWN_FRAME u64 pay_rest(const Context *context, const Vault *vault, const Account *to) {
    TRY(pay_tokens(context, vault, to, amount_in(vault->vault)));
    Move rent = {vault->vault, rent_receiver(vault), vault->order, &vault->seeds};
    return close_token_account(context, &rent, &vault->token);
}

OWN_FRAME u64 release_tokens(const Context *context, const Order *order) {
    const Account *payee = &context->accounts[SETTLE_RECEIVER];
    const Account *fee_receiver = &context->accounts[SETTLE_FEE_RECEIVER];
    Vault vault;
    TRY(read_vault(context, SETTLE_FEE_RECEIVER + 1, &vault));
    TRY(require_canonical(payee, &vault.token, &order->payee));
    if (order->fee != 0) {
        TRY(require_canonical(fee_receiver, &vault.token, &order->fee_receiver));
        TRY(pay_tokens(context, &vault, fee_receiver, order->fee));
    }
    return pay_rest(context, &vault, payee);
}

/** Whether an account is rent-exempt after receiving `more`. */
OWN_FRAME u8 lives_on(const Account *account, u64 more) {
    u64 least = 0;
    /* If the rent cannot be read, do not block the release; the runtime decides. */
    rent_for(account->data_len, &least);
    return *account->lamports + more >= least;
}

/**
 * The runtime lets no account end below its rent-exempt minimum. Where that would fail the fee
 * receiver, the payee gets the fee too; otherwise the release could never succeed, and a depositor
 * whose order was filled would be refunded.
 */
OWN_FRAME u64 release_native(Context *context, const Order *order) {
    Account *from = &context->accounts[SETTLE_ORDER];
    Account *payee = &context->accounts[SETTLE_RECEIVER];
    Account *fee_receiver = &context->accounts[SETTLE_FEE_RECEIVER];
    TRY(pay_native(from, payee, &order->payee, order->amount));
    if (order->fee == 0) return OK;
    TRY(require_key(fee_receiver, &order->fee_receiver));
    TRY(require_writable(fee_receiver));
    if (lives_on(fee_receiver, order->fee))
        return pay_native(from, fee_receiver, &order->fee_receiver, order->fee);
    return pay_native(from, payee, &order->payee, order->fee);
}

/** Pays payee and fee receiver once the attestors saw the fill; also after `refund_after`. */
OWN_FRAME u64 release_order(Context *context) {
    LOG("Release");
    TRY(require_held(context));
    Order *order = (Order *)context->accounts[SETTLE_ORDER].data;
    u8 is_native = !is_set(&order->mint);
    u64 attestors_at = SETTLE_FEE_RECEIVER + 1 + (is_native ? 0 : VAULT_COUNT);
    REQUIRE(context->account_count >= attestors_at, ERROR_WRONG_ACCOUNT_COUNT);
    REQUIRE(is_attested(context, &context->accounts[SETTLE_SIGNERS], attestors_at), ERROR_NOT_ATTESTED);
    order->state = ORDER_RELEASED;
    return is_native ? release_native(context, order) : release_tokens(context, order);
}

/** Accounts of a token refund: the depositor, then the token account that is paid. */
enum { REFUND_DEPOSITOR = SETTLE_RECEIVER, REFUND_TO };

OWN_FRAME u64 refund_tokens(const Context *context, const Order *order) {
    const Account *depositor = &context->accounts[REFUND_DEPOSITOR];
    const Account *to = &context->accounts[REFUND_TO];
    Vault vault;
    TRY(read_vault(context, REFUND_TO + 1, &vault));
    TRY(require_key(depositor, &order->depositor));
    if (depositor->is_signer) {
        TRY(require_token_account(to, &vault.token, &order->depositor));
    } else {
        TRY(require_canonical(to, &vault.token, &order->depositor));
    }
    return pay_rest(context, &vault, to);
}

/**
 * Refunds the whole deposit to the depositor: at any time if the attestors saw the cancel, without
 * them from `refund_after` on. Tokens go to the depositor's canonical account (created by the
 * caller if missing), or to any other of the depositor's accounts if the depositor signs, so that
 * one who gave the canonical account away can still be refunded.
 */
OWN_FRAME u64 refund_order(Context *context) {
    LOG("Refund");
    TRY(require_held(context));
    Order *order = (Order *)context->accounts[SETTLE_ORDER].data;
    u8 is_native = !is_set(&order->mint);
    u64 attestors_at = is_native ? REFUND_DEPOSITOR + 1 : REFUND_TO + 1 + VAULT_COUNT;
    REQUIRE(context->account_count >= attestors_at, ERROR_WRONG_ACCOUNT_COUNT);
    if (unix_time() < order->refund_after) {
        REQUIRE(is_attested(context, &context->accounts[SETTLE_SIGNERS], attestors_at), ERROR_NOT_ATTESTED);
    }
    order->state = ORDER_REFUNDED;
    if (!is_native) return refund_tokens(context, order);
    Account *from = &context->accounts[SETTLE_ORDER];
    Account *to = &context->accounts[REFUND_DEPOSITOR];
    return pay_native(from, to, &order->depositor, order->amount + order->fee);
}

/** Accounts of `close order`. */
enum { CLOSE_ACCOUNT, CLOSE_RENT_PAYER, CLOSE_COUNT };

/** Closes a settled order after `refund_after` and returns its rent. Anyone may call it. */
OWN_FRAME u64 close_order(Context *context) {
    LOG("CloseOrder");
    REQUIRE(context->data_len == 1, ERROR_WRONG_DATA_LENGTH);
    REQUIRE(context->account_count == CLOSE_COUNT, ERROR_WRONG_ACCOUNT_COUNT);
    Account *account = &context->accounts[CLOSE_ACCOUNT];
    TRY(require_state(account, context->program, KIND_ORDER, sizeof(Order)));
    const Order *order = (const Order *)account->data;
    REQUIRE(order->state != ORDER_HELD, ERROR_STILL_NEEDED);
    REQUIRE(unix_time() >= order->refund_after, ERROR_STILL_NEEDED);
    TRY(require_key(&context->accounts[CLOSE_RENT_PAYER], &order->rent_payer));
    return close_state(account, &context->accounts[CLOSE_RENT_PAYER]);
}
