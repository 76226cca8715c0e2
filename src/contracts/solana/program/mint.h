/** Accepted mints: those whose transfers always move exactly the amount given. */
#pragma once
#include "system.h"

#define MINT_BYTES 82
#define TOKEN_ACCOUNT_BYTES 165
/** Offset of Token-2022's account type; the data of a mint is zero-padded up to it. */
#define ACCOUNT_TYPE_AT 165
#define EXTENSIONS_AT 166
enum { ACCOUNT_TYPE_MINT = 1, ACCOUNT_TYPE_ACCOUNT = 2 };

#define MINT_DECIMALS_AT 44
#define MINT_IS_INITIALISED_AT 45

/** Token-2022 extensions by their number in spl-token-2022 `ExtensionType`. */
enum {
    EXTENSION_MINT_CLOSE_AUTHORITY = 3,
    EXTENSION_METADATA_POINTER = 18,
    EXTENSION_TOKEN_METADATA = 19,
    EXTENSION_GROUP_POINTER = 20,
    EXTENSION_TOKEN_GROUP = 21,
    EXTENSION_GROUP_MEMBER_POINTER = 22,
    EXTENSION_TOKEN_GROUP_MEMBER = 23,
};

/**
 * Every other extension is rejected, known or not: transfer fee and hook, permanent delegate,
 * confidential transfers, default state, non-transferable, pausable, and those that scale displayed
 * amounts. Close authority is harmless: a mint can only be closed while its supply is zero.
 */
SMALL u8 is_allowed(u16 extension) {
    return extension == EXTENSION_MINT_CLOSE_AUTHORITY ||
           (extension >= EXTENSION_METADATA_POINTER && extension <= EXTENSION_TOKEN_GROUP_MEMBER);
}

SMALL u16 read_u16(const u8 *at) {
    return (u16)(at[0] | (at[1] << 8));
}

/** Walks the type-length-value list of a mint's extensions. */
OWN_FRAME u64 require_allowed_extensions(const Account *mint) {
    u64 at = EXTENSIONS_AT;
    while (at + 4 <= mint->data_len) {
        u16 extension = read_u16(mint->data + at);
        if (extension == 0) return OK; /* unused room up to the end */
        REQUIRE(is_allowed(extension), ERROR_EXTENSION_REFUSED);
        at += 4 + read_u16(mint->data + at + 2);
    }
    REQUIRE(at <= mint->data_len, ERROR_WRONG_MINT);
    return OK;
}

/**
 * Requires one of the two token programs and an initialized mint of it. Payouts check nothing more,
 * so that deposits can leave whatever happens to the mint.
 */
OWN_FRAME u64 require_mint(const Account *mint, const Account *token_program) {
    u8 is_2022 = is_same_key(token_program->key, &TOKEN_2022_PROGRAM);
    REQUIRE(is_2022 || is_same_key(token_program->key, &TOKEN_PROGRAM), ERROR_WRONG_PROGRAM);
    REQUIRE(is_same_key(mint->owner, token_program->key), ERROR_WRONG_MINT);
    if (mint->data_len != MINT_BYTES) {
        REQUIRE(is_2022 && mint->data_len > EXTENSIONS_AT, ERROR_WRONG_MINT);
        REQUIRE(mint->data[ACCOUNT_TYPE_AT] == ACCOUNT_TYPE_MINT, ERROR_WRONG_MINT);
    }
    REQUIRE(mint->data[MINT_IS_INITIALISED_AT] == 1, ERROR_WRONG_MINT);
    return OK;
}

/** Requires a mint as `require_mint` does, without rejected extensions. */
OWN_FRAME u64 require_plain_mint(const Account *mint, const Account *token_program) {
    TRY(require_mint(mint, token_program));
    if (mint->data_len == MINT_BYTES) return OK;
    return require_allowed_extensions(mint);
}
