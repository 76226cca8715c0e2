/**
 * Why an instruction is refused: the number that the runtime reports as `Custom(n)`.
 * The table is shared with TypeScript: src/chains/solana/program/errors.ts says the same, and a test
 * compares. Numbers are added at the end and never used again for something else; they start above
 * those of the System and Token programs, whose numbers come through unchanged from calls.
 */
#pragma once

enum {
    OK = 0,
    ERROR_UNKNOWN_INSTRUCTION = 4201,
    ERROR_WRONG_DATA_LENGTH = 4202,
    ERROR_WRONG_ACCOUNT_COUNT = 4203,
    ERROR_SIGNATURE_MISSING = 4204,
    ERROR_NOT_WRITABLE = 4205,
    ERROR_WRONG_PROGRAM = 4206,
    ERROR_WRONG_ADDRESS = 4207,
    ERROR_WRONG_OWNER = 4208,
    ERROR_ALREADY_INITIALISED = 4209,
    ERROR_EMPTY_ORDER = 4210,
    ERROR_AMOUNT_OVERFLOW = 4211,
    ERROR_DEPOSIT_EXPIRED = 4212,
    ERROR_REFUND_TIME_OUT_OF_RANGE = 4213,
    ERROR_WRONG_AMOUNT_RECEIVED = 4214,
    ERROR_BELOW_RENT_EXEMPTION = 4215,
    ERROR_WRONG_MINT = 4216,
    ERROR_EXTENSION_REFUSED = 4217,
    ERROR_WRONG_TOKEN_ACCOUNT = 4218,
    ERROR_ORDER_NOT_HELD = 4219,
    ERROR_WRONG_FILL_HASH = 4220,
    ERROR_NOT_ATTESTED = 4221,
    ERROR_STILL_NEEDED = 4222,
    ERROR_FILL_KNOWN = 4223,
    ERROR_FILL_EXPIRED = 4224,
    ERROR_FILL_DEADLINE_OUT_OF_RANGE = 4225,
    ERROR_BAD_RECIPIENT = 4226,
    ERROR_TOO_LITTLE_DELIVERED = 4227,
    ERROR_NOT_AUTHORITY = 4228,
    ERROR_UNUSABLE_KEYS = 4229,
    ERROR_REPEATED_KEY = 4230,
    ERROR_KEY_DISABLED = 4231,
    ERROR_NOTHING_PROPOSED = 4232,
    ERROR_TOO_EARLY = 4233,
    ERROR_NO_ROOM_TO_DISABLE = 4234,
    ERROR_UNKNOWN_RENT = 4235,
};
