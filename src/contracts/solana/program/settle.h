/** Paying a deposit out: released to payee and fee receiver, or refunded to the depositor. */
#pragma once
#include "attest.h"
#include "token.h"

/** Of `release` and `refund`: what attestors and callers say the order was for. */
typedef struct {
    u8 instruction;
    u8 fill_hash[32];
} __attribute__((packed)) SettleData;

/** Accounts of `release` and `refund`, native; attestors follow. */
enum {
    SETTLE_SIGNERS,
    SETTLE_ORDER,
    /** Native: gets the coins. Tokens: has to be the owner of the account that gets them. */
    SETTLE_RECEIVER,
    /** Release only. */
    SETTLE_FEE_RECEIVER,
};

/** Accounts of a token settlement, from where the receivers end; attestors follow. */
enum {
    VAULT_RENT_PAYER,
    VAULT,
    VAULT_MINT,
    VAULT_TOKEN_PROGRAM,
    VAULT_COUNT,
};

/** The order's account, checked: it holds its deposit and was made for this fill. */
OWN_FRAME u64 require_held(const Context *context) {
    REQUIRE(context->data_len == sizeof(SettleData), ERROR_WRONG_DATA_LENGTH);
    /* Signers and order can be read; release and refund count the rest. */
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

/** Moves native coins out of the order itself. */
OWN_FRAME u64 pay_native(Account *from, Account *to, const Key *named, u64 lamports) {
    TRY(require_key(to, named));
    TRY(require_writable(to));
    *from->lamports -= lamports;
    *to->lamports += lamports;
    return OK;
}

/** An order's vault, open for paying out. */
typedef struct {
    Token token;
    const Account *order;
    const Account *vault;
    const Account *rent_payer;
    Seeds seeds;
    Bytes parts[3];
} Vault;

/** Reads the vault's accounts, which stand from `first` on. */
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
 * Who gets the vault's rent: whoever paid it. What a call gives to an executable account the runtime
 * does not show to the caller, and holds it against the caller then. A rent payer that became a
 * program would so hold release and refund up for ever: its part waits in the order.
 */
SMALL const Account *rent_receiver(const Vault *vault) {
    return vault->rent_payer->executable ? vault->order : vault->rent_payer;
}

/**
 * Pays all that is left, what strangers sent into the vault included (it could not be closed
 * otherwise), and gives the vault's rent back.
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

/** Whether an account stays alive with what it has and `more`. */
OWN_FRAME u8 lives_on(const Account *account, u64 more) {
    u64 least = 0;
    /* A rent that is not understood holds no release back: then the runtime decides. */
    rent_for(account->data_len, &least);
    return *account->lamports + more >= least;
}

/**
 * The runtime leaves no account with less than its rent exemption: where the fee receiver would be, the
 * payee gets the fee too. Otherwise the release would fail for ever, and what was delivered for would
 * go back to the depositor.
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

/** Accounts of a token refund: the depositor itself, and then its token account. */
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
 * Gives everything back to the depositor: at once when the attestors saw the cancel, from
 * `refund_after` on without anybody's word. Tokens go to the depositor's canonical account (whoever
 * calls makes it first if it is missing); if the depositor signs, to any account of its own, so that
 * one who gave the canonical one away is not stuck.
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

/** Gives the rent of a settled order back once `refund_after` has passed. Anybody may call it. */
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
