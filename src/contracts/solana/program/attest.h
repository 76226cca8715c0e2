/** Attestation: the attestors sign the transaction itself. */
#pragma once
#include "state.h"

OWN_FRAME u8 is_attestor(const Attestors *attestors, const Key *key) {
    if (!is_set(key)) return 0;
    for (u64 i = 0; i < MAX_ATTESTORS; i++) {
        if (is_same_key(&attestors->keys[i], key)) return 1;
    }
    return 0;
}

/**
 * Whether the accounts from `first` on are exactly `threshold` distinct attestors, all of whom
 * signed. They sign the transaction: instruction, order, fill hash and everybody who is paid.
 */
OWN_FRAME u8 is_attested(const Context *context, const Account *signers, u64 first) {
    const Attestors *attestors = &((const Signers *)signers->data)->installed;
    u64 given = context->account_count - first;
    /* A set without a threshold is never written; if it were, no signature would be needed. */
    if (attestors->threshold == 0 || given != attestors->threshold) return 0;
    for (u64 i = 0; i < given; i++) {
        const Account *account = &context->accounts[first + i];
        if (!account->is_signer || !is_attestor(attestors, account->key)) return 0;
        for (u64 j = 0; j < i; j++) {
            if (is_same_key(context->accounts[first + j].key, account->key)) return 0;
        }
    }
    return 1;
}
