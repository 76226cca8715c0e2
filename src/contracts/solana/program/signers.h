/** The attestors: installed once, replaced only after a delay, disabled at once and for good. */
#pragma once
#include "attest.h"
#include "system.h"

/** Attestors as instructions carry them; unused keys are zero. */
typedef struct {
    u8 threshold;
    u8 count;
    Key keys[MAX_ATTESTORS];
} __attribute__((packed)) GivenAttestors;

typedef struct {
    u8 instruction;
    u8 chain[32];
    Key authority;
    i64 delay;
    GivenAttestors attestors;
} __attribute__((packed)) InstallData;

typedef struct {
    u8 instruction;
    GivenAttestors attestors;
} __attribute__((packed)) ProposeData;

typedef struct {
    u8 instruction;
    Key key;
} __attribute__((packed)) KeyData;

enum {
    INSTALL_UPGRADE_AUTHORITY,
    INSTALL_RENT_PAYER,
    INSTALL_SIGNERS,
    INSTALL_PROGRAM_DATA,
    INSTALL_SYSTEM_PROGRAM,
    INSTALL_COUNT,
};
/** Accounts of all other instructions. */
enum { RULE_CALLER, RULE_SIGNERS, RULE_COUNT };

/** The loader's program data: tag (4), slot (8), whether an authority is set (1), the authority. */
#define PROGRAM_DATA_TAG 3
#define PROGRAM_DATA_HAS_AUTHORITY_AT 12
#define PROGRAM_DATA_AUTHORITY_AT 13
#define PROGRAM_DATA_BYTES 45

OWN_FRAME u8 is_disabled(const Signers *signers, const Key *key) {
    for (u64 i = 0; i < signers->disabled_count; i++) {
        if (is_same_key(&signers->disabled[i], key)) return 1;
    }
    return 0;
}

OWN_FRAME u64 require_usable_key(const Signers *signers, const GivenAttestors *given, u64 at) {
    const Key *key = &given->keys[at];
    REQUIRE(is_set(key), ERROR_UNUSABLE_KEYS);
    REQUIRE(!is_disabled(signers, key), ERROR_KEY_DISABLED);
    for (u64 i = 0; i < at; i++) {
        REQUIRE(!is_same_key(&given->keys[i], key), ERROR_REPEATED_KEY);
    }
    return OK;
}

/** Checks and stores attestors: no duplicate, no disabled key, a threshold they can reach. */
OWN_FRAME u64 write_attestors(const Signers *signers, const GivenAttestors *given, Attestors *to) {
    REQUIRE(given->count <= MAX_ATTESTORS, ERROR_UNUSABLE_KEYS);
    REQUIRE(given->threshold != 0 && given->threshold <= given->count, ERROR_UNUSABLE_KEYS);
    sol_memset_(to, 0, sizeof(Attestors));
    for (u64 i = 0; i < given->count; i++) {
        TRY(require_usable_key(signers, given, i));
        copy_key(&to->keys[i], &given->keys[i]);
    }
    for (u64 i = given->count; i < MAX_ATTESTORS; i++) {
        REQUIRE(!is_set(&given->keys[i]), ERROR_UNUSABLE_KEYS);
    }
    to->threshold = given->threshold;
    to->count = given->count;
    return OK;
}

/** Requires the upgrade authority's signature, so that nobody else can install keys first. */
OWN_FRAME u64 require_upgrade_authority(const Context *context) {
    const Account *authority = &context->accounts[INSTALL_UPGRADE_AUTHORITY];
    const Account *program_data = &context->accounts[INSTALL_PROGRAM_DATA];
    TRY(require_signer(authority));
    Bytes part = SEED(context->program);
    Seeds seeds = {&part, 1};
    u8 bump;
    TRY(require_derived(program_data->key, &seeds, &UPGRADEABLE_LOADER, &bump));
    const u8 *data = program_data->data;
    /*
     * The loader keeps nothing else here, so owner, length and tag are certain. The flag is not: an
     * immutable program's data still contains its former authority.
     */
    REQUIRE(
        is_same_key(program_data->owner, &UPGRADEABLE_LOADER) &&
            program_data->data_len >= PROGRAM_DATA_BYTES && data[0] == PROGRAM_DATA_TAG &&
            data[PROGRAM_DATA_HAS_AUTHORITY_AT] == 1 &&
            is_same_key((const Key *)(data + PROGRAM_DATA_AUTHORITY_AT), authority->key),
        ERROR_NOT_AUTHORITY
    );
    return OK;
}

/** Sets chain, authority, delay and the first attestors. Once, by the upgrade authority. */
OWN_FRAME u64 install_signers(Context *context) {
    LOG("Install");
    REQUIRE(context->data_len == sizeof(InstallData), ERROR_WRONG_DATA_LENGTH);
    REQUIRE(context->account_count == INSTALL_COUNT, ERROR_WRONG_ACCOUNT_COUNT);
    const InstallData *data = (const InstallData *)context->data;
    Account *account = &context->accounts[INSTALL_SIGNERS];
    TRY(require_upgrade_authority(context));
    TRY(require_system_program(&context->accounts[INSTALL_SYSTEM_PROGRAM]));
    REQUIRE(is_set(&data->authority), ERROR_UNUSABLE_KEYS);
    REQUIRE(data->delay >= 0 && data->delay <= MAX_DELAY, ERROR_UNUSABLE_KEYS);
    u8 bump;
    Bytes parts[2] = {TEXT_SEED("signers"), SEED(&bump)};
    Seeds unbumped = {parts, 1};
    Seeds seeds = {parts, 2};
    TRY(require_derived(account->key, &unbumped, context->program, &bump));
    const Account *rent_payer = &context->accounts[INSTALL_RENT_PAYER];
    NewAccount new_ = {account, rent_payer, &seeds, sizeof(Signers), context->program};
    TRY(create_account(context, &new_));

    Signers *signers = (Signers *)account->data;
    signers->kind = KIND_SIGNERS;
    copy(signers->chain, data->chain, 32);
    copy_key(&signers->authority, &data->authority);
    signers->delay = data->delay;
    return write_attestors(signers, &data->attestors, &signers->installed);
}

/** Checks the data's length and the two accounts that all other instructions have. */
OWN_FRAME u64 read_signers(const Context *context, u64 data_len, Signers **signers) {
    REQUIRE(context->data_len == data_len, ERROR_WRONG_DATA_LENGTH);
    REQUIRE(context->account_count == RULE_COUNT, ERROR_WRONG_ACCOUNT_COUNT);
    const Account *account = &context->accounts[RULE_SIGNERS];
    TRY(require_state(account, context->program, KIND_SIGNERS, sizeof(Signers)));
    TRY(require_writable(account));
    TRY(require_signer(&context->accounts[RULE_CALLER]));
    *signers = (Signers *)account->data;
    return OK;
}

OWN_FRAME u64 read_as_authority(const Context *context, u64 data_len, Signers **signers) {
    TRY(read_signers(context, data_len, signers));
    const Key *caller = context->accounts[RULE_CALLER].key;
    REQUIRE(is_same_key(caller, &(*signers)->authority), ERROR_NOT_AUTHORITY);
    return OK;
}

/** Proposes attestors to replace the current ones. A second call restarts the delay. */
OWN_FRAME u64 propose_attestors(const Context *context) {
    LOG("Propose");
    Signers *signers;
    TRY(read_as_authority(context, sizeof(ProposeData), &signers));
    const GivenAttestors *given = &((const ProposeData *)context->data)->attestors;
    TRY(write_attestors(signers, given, &signers->proposed));
    /* Leave room to disable every current and proposed attestor. */
    u64 claimed = signers->disabled_count + signers->installed.count + given->count;
    REQUIRE(claimed <= MAX_DISABLED, ERROR_NO_ROOM_TO_DISABLE);
    signers->ready_at = unix_time() + signers->delay;
    return OK;
}

SMALL void forget_proposal(Signers *signers) {
    /* Only for readers: without a count nothing can be accepted at any time. */
    signers->ready_at = 0;
    sol_memset_(&signers->proposed, 0, sizeof(Attestors));
}

/** Withdraws the proposed attestors. */
OWN_FRAME u64 withdraw_proposal(const Context *context) {
    LOG("Withdraw");
    Signers *signers;
    TRY(read_as_authority(context, 1, &signers));
    REQUIRE(signers->proposed.count != 0, ERROR_NOTHING_PROPOSED);
    forget_proposal(signers);
    return OK;
}

/** Installs the proposed attestors after the delay, unless one was disabled meanwhile. */
OWN_FRAME u64 accept_proposal(const Context *context) {
    LOG("Accept");
    Signers *signers;
    TRY(read_as_authority(context, 1, &signers));
    const Attestors *proposed = &signers->proposed;
    REQUIRE(proposed->count != 0, ERROR_NOTHING_PROPOSED);
    REQUIRE(unix_time() >= signers->ready_at, ERROR_TOO_EARLY);
    for (u64 i = 0; i < proposed->count; i++) {
        REQUIRE(!is_disabled(signers, &proposed->keys[i]), ERROR_KEY_DISABLED);
    }
    copy(&signers->installed, proposed, sizeof(Attestors));
    forget_proposal(signers);
    return OK;
}

/**
 * Disables a current or proposed attestor at once and for good. The authority may do so, and the
 * key itself: a thief of the key could only lock it out.
 */
OWN_FRAME u64 disable_attestor(const Context *context) {
    LOG("Disable");
    Signers *signers;
    TRY(read_signers(context, sizeof(KeyData), &signers));
    const Key *key = &((const KeyData *)context->data)->key;
    const Key *caller = context->accounts[RULE_CALLER].key;
    REQUIRE(is_same_key(caller, &signers->authority) || is_same_key(caller, key), ERROR_NOT_AUTHORITY);
    REQUIRE(!is_disabled(signers, key), ERROR_KEY_DISABLED);
    REQUIRE(
        is_attestor(&signers->installed, key) || is_attestor(&signers->proposed, key),
        ERROR_UNUSABLE_KEYS
    );
    /* Always true: `propose_attestors` leaves room for all current and proposed attestors. */
    REQUIRE(signers->disabled_count < MAX_DISABLED, ERROR_NO_ROOM_TO_DISABLE);
    copy_key(&signers->disabled[signers->disabled_count], key);
    signers->disabled_count++;
    for (u64 i = 0; i < MAX_ATTESTORS; i++) {
        Key *installed = &signers->installed.keys[i];
        if (is_same_key(installed, key)) copy_key(installed, &NO_KEY);
    }
    return OK;
}

/** Offers the authority to another key; nothing changes until that key accepts. */
OWN_FRAME u64 offer_authority(const Context *context) {
    LOG("OfferAuthority");
    Signers *signers;
    TRY(read_as_authority(context, sizeof(KeyData), &signers));
    copy_key(&signers->offered_authority, &((const KeyData *)context->data)->key);
    return OK;
}

/** Accepts the authority that was offered to the signer. */
OWN_FRAME u64 accept_authority(const Context *context) {
    LOG("AcceptAuthority");
    Signers *signers;
    TRY(read_signers(context, 1, &signers));
    const Key *caller = context->accounts[RULE_CALLER].key;
    REQUIRE(is_same_key(caller, &signers->offered_authority), ERROR_NOT_AUTHORITY);
    copy_key(&signers->authority, caller);
    copy_key(&signers->offered_authority, &NO_KEY);
    return OK;
}
