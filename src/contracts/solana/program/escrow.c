/**
 * Estuary's escrow and settler on Solana. README.md in the parent folder lists each instruction's
 * accounts and data; the rules are those of OriginEscrow.sol, DestinationSettler.sol, Signers.sol.
 */
#include "fill.h"
#include "open.h"
#include "settle.h"
#include "signers.h"

/** The first byte of an instruction's data. */
enum {
    INSTRUCTION_OPEN = 0,
    INSTRUCTION_RELEASE = 1,
    INSTRUCTION_REFUND = 2,
    INSTRUCTION_CLOSE_ORDER = 3,
    INSTRUCTION_FILL = 4,
    INSTRUCTION_CANCEL = 5,
    INSTRUCTION_CLOSE_FILL = 6,
    INSTRUCTION_INSTALL = 7,
    INSTRUCTION_PROPOSE = 8,
    INSTRUCTION_WITHDRAW = 9,
    INSTRUCTION_ACCEPT = 10,
    INSTRUCTION_DISABLE = 11,
    INSTRUCTION_OFFER_AUTHORITY = 12,
    INSTRUCTION_ACCEPT_AUTHORITY = 13,
};

/** Entry point called by the runtime. Any result but 0 reverts the whole transaction. */
u64 entrypoint(u8 *input) {
    Context *context = HEAP;
    TRY(read_input(input, context));
    REQUIRE(context->data_len > 0, ERROR_UNKNOWN_INSTRUCTION);
    switch (context->data[0]) {
        case INSTRUCTION_OPEN:
            return open_order(context);
        case INSTRUCTION_RELEASE:
            return release_order(context);
        case INSTRUCTION_REFUND:
            return refund_order(context);
        case INSTRUCTION_CLOSE_ORDER:
            return close_order(context);
        case INSTRUCTION_FILL:
            return fill_order(context);
        case INSTRUCTION_CANCEL:
            return cancel_fill(context);
        case INSTRUCTION_CLOSE_FILL:
            return close_fill(context);
        case INSTRUCTION_INSTALL:
            return install_signers(context);
        case INSTRUCTION_PROPOSE:
            return propose_attestors(context);
        case INSTRUCTION_WITHDRAW:
            return withdraw_proposal(context);
        case INSTRUCTION_ACCEPT:
            return accept_proposal(context);
        case INSTRUCTION_DISABLE:
            return disable_attestor(context);
        case INSTRUCTION_OFFER_AUTHORITY:
            return offer_authority(context);
        case INSTRUCTION_ACCEPT_AUTHORITY:
            return accept_authority(context);
    }
    return ERROR_UNKNOWN_INSTRUCTION;
}
