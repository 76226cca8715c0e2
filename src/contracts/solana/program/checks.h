/** Account checks that every instruction makes before it reads or moves anything. */
#pragma once
#include "addresses.h"

OWN_FRAME u64 require_signer(const Account *account) {
    REQUIRE(account->is_signer, ERROR_SIGNATURE_MISSING);
    return OK;
}

OWN_FRAME u64 require_writable(const Account *account) {
    REQUIRE(account->is_writable, ERROR_NOT_WRITABLE);
    return OK;
}

OWN_FRAME u64 require_payer(const Account *account) {
    TRY(require_signer(account));
    return require_writable(account);
}

OWN_FRAME u64 require_key(const Account *account, const Key *key) {
    REQUIRE(is_same_key(account->key, key), ERROR_WRONG_ADDRESS);
    return OK;
}

OWN_FRAME u64 require_system_program(const Account *account) {
    REQUIRE(is_same_key(account->key, &SYSTEM_PROGRAM), ERROR_WRONG_PROGRAM);
    return OK;
}
