import { describe, expect, test } from 'vitest'

import type { FailReason } from '#protocol/status/failReason.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import {
  classifyProgramError,
  type ProgramError,
} from '../../solana/errors/classifyProgramError.ts'
import { classifyError, type ErrorPlace } from './classifyError.ts'
import { buildRevertData } from '#testing/evm/revertData.ts'

/** Revert data of the named contract family, or an error of a Solana node. */
type Evidence =
  | { of: string; data: Hex; place?: ErrorPlace }
  | { of: string; failure: ProgramError }

const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const hash = `0x${'ab'.repeat(32)}` as const
const account = '0x00000000000000000000000000000000000000aa'

/** Real revert data for each of the 45 reasons; a missing one does not compile. */
const evidence = {
  UNKNOWN: { of: 'less than a selector, as raw assembly reverts', data: '0x01' },
  SLIPPAGE: {
    of: '0x Settler',
    data: buildRevertData('TooMuchSlippage(address,uint256,uint256)', [account, 2n, 1n]),
  },
  AMOUNT_TOO_LOW_TO_REFUND: {
    of: 'an escrow with a smallest refund',
    data: buildRevertData('RefundAmountTooSmall(uint256,uint256)', [1n, 2n]),
  },
  DEPOSIT_ADDRESS_MISMATCH: {
    of: 'Across ERC-7683',
    data: buildRevertData('WrongSettlementContract()'),
  },
  DEPOSIT_CHAIN_MISMATCH: { of: 'Across ERC-7683', data: buildRevertData('WrongChainId()') },
  INCORRECT_DEPOSIT_CURRENCY: { of: 'CCTP', data: text('Burn token not supported') },
  DOUBLE_SPEND: { of: 'USDC', data: text('FiatTokenV2: authorization is used or canceled') },
  SOLVER_CAPACITY_EXCEEDED: {
    of: 'ERC-6093 token, the solver paying',
    data: buildRevertData('ERC20InsufficientBalance(address,uint256,uint256)', [account, 1n, 2n]),
    place: 'fill',
  },
  DEPOSITED_AMOUNT_TOO_LOW_TO_FILL: { of: 'cBridge', data: text('amount too small') },
  NEGATIVE_NEW_AMOUNT_AFTER_FEES: { of: 'CCTP 2', data: text('Max fee must be less than amount') },
  NO_QUOTES: { of: 'Pyth', data: buildRevertData('PriceFeedNotFound()') },
  MISSING_REVERT_DATA: { of: 'WETH9 and USDT', data: '0x' },
  REVERSE_SWAP_FAILED: {
    of: 'Uniswap v3, on the way back',
    data: text('Too little received'),
    place: 'settlement',
  },
  GENERATE_SWAP_FAILED: {
    of: 'Uniswap universal router',
    data: buildRevertData('InvalidCommandType(uint256)', [63n]),
  },
  TOO_LITTLE_RECEIVED: {
    of: 'Uniswap v4 inside the universal router',
    data: buildRevertData('ExecutionFailed(uint256,bytes)', [
      0n,
      buildRevertData('V4TooLittleReceived(uint256,uint256)', [2n, 1n]),
    ]),
  },
  EXECUTION_REVERTED: { of: 'Solidity', data: buildRevertData('Panic(uint256)', [0x11n]) },
  NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE: {
    of: 'Solana runtime',
    failure: { error: 'AccountNotRentExempt' },
  },
  TRANSACTION_REVERTED: { of: 'EntryPoint', data: failedOp('AA10 sender already constructed') },
  ORIGIN_CURRENCY_MISMATCH: { of: 'LI.FI', data: buildRevertData('InvalidSendingToken()') },
  NO_INTERNAL_SWAP_ROUTES_FOUND: { of: 'Aerodrome', data: buildRevertData('PoolDoesNotExist()') },
  SWAP_USES_TOO_MUCH_GAS: { of: 'EntryPoint', data: failedOp('AA95 out of gas') },
  INSUFFICIENT_FUNDS_FOR_RENT: {
    of: 'Solana runtime',
    failure: { error: 'InsufficientFundsForRent' },
  },
  ORDER_EXPIRED: { of: 'Uniswap v2', data: text('UniswapV2Router: EXPIRED') },
  ORDER_IS_CANCELLED: { of: 'Seaport', data: buildRevertData('OrderIsCancelled(bytes32)', [hash]) },
  TRANSFER_FROM_FAILED: {
    of: 'TransferHelper',
    data: text('TransferHelper::transferFrom: transferFrom failed'),
  },
  TRANSFER_FAILED: { of: 'solmate', data: text('TRANSFER_FAILED') },
  SIGNATURE_EXPIRED: { of: 'Permit2', data: buildRevertData('SignatureExpired(uint256)', [1n]) },
  INVALID_SIGNATURE: { of: 'Seaport', data: buildRevertData('BadSignatureV(uint8)', [30]) },
  INSUFFICIENT_NATIVE_TOKENS_SUPPLIED: {
    of: 'Seaport',
    data: buildRevertData('InsufficientNativeTokensSupplied()'),
  },
  TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE: {
    of: 'UNI',
    data: text('Uni::transferFrom: transfer amount exceeds spender allowance'),
  },
  TRANSFER_AMOUNT_EXCEEDS_BALANCE: { of: 'DAI', data: text('Dai/insufficient-balance') },
  INVALID_SENDER: {
    of: 'OpenZeppelin Ownable',
    data: buildRevertData('OwnableUnauthorizedAccount(address)', [account]),
  },
  ACCOUNT_ABSTRACTION_INVALID_NONCE: {
    of: 'EntryPoint',
    data: failedOp('AA25 invalid account nonce'),
  },
  ACCOUNT_ABSTRACTION_SIGNATURE_ERROR: {
    of: 'EntryPoint',
    data: failedOp('AA24 signature error'),
  },
  MARKETPLACE_INEXACT_FRACTION: { of: 'Seaport', data: buildRevertData('InexactFraction()') },
  TOKEN_NOT_TRANSFERABLE: { of: 'USDC', data: text('Blacklistable: account is blacklisted') },
  ZERO_SELL_AMOUNT: { of: 'Uniswap v4', data: buildRevertData('SwapAmountCannotBeZero()') },
  MINT_NOT_ACTIVE: {
    of: 'SeaDrop',
    data: buildRevertData('NotActive(uint256,uint256,uint256)', [1n, 2n, 3n]),
  },
  ERC_1155_TOO_MANY_REQUESTED: {
    of: 'OpenZeppelin ERC-1155',
    data: text('ERC1155: insufficient balance for transfer'),
  },
  INCORRECT_PAYMENT: {
    of: 'SeaDrop',
    data: buildRevertData('IncorrectPayment(uint256,uint256)', [1n, 2n]),
  },
  INVALID_GAS_PRICE: { of: 'UniswapX', data: buildRevertData('InvalidGasPrice()') },
  PROTOCOL_DEX_ERROR: { of: 'Uniswap v2', data: text('UniswapV2: K') },
  ORDER_ALREADY_FILLED: {
    of: 'Seaport',
    data: buildRevertData('OrderAlreadyFilled(bytes32)', [hash]),
  },
  MARKETPLACE_INVALID_FULFILLER: {
    of: 'Seaport',
    data: buildRevertData('InvalidRestrictedOrder(bytes32)', [hash]),
  },
  SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT: {
    of: 'Jupiter',
    failure: { programId: jupiter, error: { custom: 6025 } },
  },
} as const satisfies Record<FailReason, Evidence>

// Executions on real nodes end with them in `failReasons.integration.test.ts`.
test.each(Object.entries<Evidence>(evidence))('%s is read from real data', (reason, given) => {
  const found =
    'failure' in given
      ? classifyProgramError(given.failure)
      : classifyError(given.data, given.place ?? 'operation')
  expect(found).toBe(reason)
})

test.each([
  ['ERC721InsufficientApproval(address,uint256)', 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE'],
  ['ERC1155InsufficientBalance(address,uint256,uint256,uint256)', 'ERC_1155_TOO_MANY_REQUESTED'],
  ['SafeERC20FailedOperation(address)', 'TRANSFER_FROM_FAILED'],
  ['InvalidSigner()', 'INVALID_SIGNATURE'],
  ['InvalidNonce()', 'DOUBLE_SPEND'],
])('%s is %s', (error, reason) => {
  expect(classifyError(buildRevertData(error), 'operation')).toBe(reason)
})

test.each([
  ['ERC20: transfer amount exceeds balance', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE'],
  ['BEP20: transfer amount exceeds balance', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE'],
  ['ds-math-sub-underflow', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE'],
  ['BALANCE_EXCEEDED', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE'],
  ['ERC20: insufficient allowance', 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE'],
  ['ds-token-insufficient-approval', 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE'],
  ['Pausable: paused', 'TOKEN_NOT_TRANSFERABLE'],
  ['SafeERC20: low-level call failed', 'TRANSFER_FAILED'],
  ['UniswapV2: TRANSFER_FAILED', 'TRANSFER_FAILED'],
  ['TransferHelper: TRANSFER_FROM_FAILED', 'TRANSFER_FROM_FAILED'],
  ['ERC20Permit: expired deadline', 'SIGNATURE_EXPIRED'],
  ['FiatTokenV2: permit is expired', 'SIGNATURE_EXPIRED'],
  ['UniswapV2: INVALID_SIGNATURE', 'INVALID_SIGNATURE'],
  ['UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT', 'TOO_LITTLE_RECEIVED'],
  ['UniswapV2Router: EXCESSIVE_INPUT_AMOUNT', 'SLIPPAGE'],
  ['UniswapV2Library: INSUFFICIENT_INPUT_AMOUNT', 'ZERO_SELL_AMOUNT'],
  ['UniswapV2Library: INSUFFICIENT_LIQUIDITY', 'PROTOCOL_DEX_ERROR'],
  ['UniswapV2Router: INVALID_PATH', 'NO_INTERNAL_SWAP_ROUTES_FOUND'],
  ['Exchange resulted in fewer coins than expected', 'TOO_LITTLE_RECEIVED'],
  ['Price slippage check', 'SLIPPAGE'],
  ['BAL#507', 'SLIPPAGE'],
  ['BAL#304', 'PROTOCOL_DEX_ERROR'],
  ['LOK', 'PROTOCOL_DEX_ERROR'],
  ['Sale must be active to mint Ape', 'MINT_NOT_ACTIVE'],
  ['Ether value sent is not correct', 'INCORRECT_PAYMENT'],
  ['No data present', 'NO_QUOTES'],
  ['Offer expired', 'ORDER_EXPIRED'],
  ['anything else', 'EXECUTION_REVERTED'],
] as const)('the words "%s" are %s', (words, reason) => {
  expect(classifyError(text(words), 'operation')).toBe(reason)
})

describe('of several meanings', () => {
  const short = buildRevertData('ERC20InsufficientBalance(address,uint256,uint256)', [
    account,
    1n,
    2n,
  ])

  test('what is inside a wrapper counts, however deep, up to four', () => {
    const once = buildRevertData('WrappedError(address,bytes4,bytes,bytes)', [
      account,
      '0x12345678',
      short,
      '0x',
    ])
    const twice = buildRevertData('ExecutionFailed(uint256,bytes)', [1n, once])
    const thrice = buildRevertData('PostOpReverted(bytes)', [twice])
    expect(classifyError(thrice, 'operation')).toBe('TRANSFER_AMOUNT_EXCEEDS_BALANCE')
    const tooDeep = buildRevertData('LowLevelCallFailed(bytes)', [
      buildRevertData('PostOpReverted(bytes)', [thrice]),
    ])
    expect(classifyError(tooDeep, 'operation')).toBe('EXECUTION_REVERTED')
  })

  test('a code of the EntryPoint counts more than what it carries', () => {
    const data = buildRevertData('FailedOpWithRevert(uint256,string,bytes)', [
      0n,
      'AA24 signature error',
      short,
    ])
    expect(classifyError(data, 'operation')).toBe('ACCOUNT_ABSTRACTION_SIGNATURE_ERROR')
  })

  test('the state that 0x names decides', () => {
    const signature = 'OrderNotFillableError(bytes32,uint8)'
    expect(classifyError(buildRevertData(signature, [hash, 2]), 'operation')).toBe(
      'ORDER_ALREADY_FILLED',
    )
    expect(classifyError(buildRevertData(signature, [hash, 3]), 'operation')).toBe(
      'ORDER_IS_CANCELLED',
    )
    expect(classifyError(buildRevertData(signature, [hash, 4]), 'operation')).toBe('ORDER_EXPIRED')
  })

  test('an error with a known selector and broken values is none', () => {
    const cut: Hex = `0x${buildRevertData('FillKnown(address,bytes32,bytes32)', [account, hash, hash]).slice(2, 60)}`
    expect(classifyError(cut, 'fill')).toBe('EXECUTION_REVERTED')
    expect(classifyError(`0x${text('STF').slice(2, 10)}ff`, 'fill')).toBe('EXECUTION_REVERTED')
  })
})

function text(words: string): Hex {
  return buildRevertData('Error(string)', [words])
}

function failedOp(code: string): Hex {
  return buildRevertData('FailedOp(uint256,string)', [0n, code])
}
