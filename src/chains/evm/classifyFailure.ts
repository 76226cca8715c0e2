import { decodeErrorResult, parseAbi } from 'viem/utils'

import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { validityGuardAbi } from '#contracts/abi/validityGuard.ts'
import type { FailReason } from '#protocol/failReason.ts'
import { Hex } from '#protocol/hex.ts'

/** Where the revert happened: the same error means another thing for the user and for the solver. */
export type FailurePlace = 'operation' | 'fill' | 'settlement'

/** Errors of other people's contracts, with their selectors. */
const foreignErrors = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  // ERC-6093
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSender(address sender)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  // OpenZeppelin
  'error SafeERC20FailedOperation(address token)',
  'error NotExecutor(address origin)',
  // Permit2
  'error AllowanceExpired(uint256 deadline)',
  'error InsufficientAllowance(uint256 amount)',
  'error SignatureExpired(uint256 deadline)',
  'error InvalidSigner()',
  'error InvalidNonce()',
  // Seaport
  'error InexactFraction()',
  'error BadFraction()',
])

const errors = [
  ...foreignErrors,
  ...[...originEscrowAbi, ...destinationSettlerAbi, ...validityGuardAbi, ...entryPointAbi].filter(
    (entry) => entry.type === 'error',
  ),
]

const byName: Readonly<Record<string, FailReason>> = {
  DepositExpired: 'ORDER_EXPIRED',
  FillExpired: 'ORDER_EXPIRED',
  OutsideValidity: 'ORDER_EXPIRED',
  RefundTimeOutOfRange: 'ORDER_EXPIRED',
  OrderKnown: 'DOUBLE_SPEND',
  NotDepositor: 'INVALID_SENDER',
  NotGranted: 'INVALID_SENDER',
  NotExecutor: 'INVALID_SENDER',
  EmptyOrder: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
  NotAttested: 'INVALID_SIGNATURE',
  OrderNotHeld: 'ORDER_ALREADY_FILLED',
  WrongAmountReceived: 'TOKEN_NOT_TRANSFERABLE',
  NativeTransferFailed: 'TRANSFER_FAILED',
  BadRecipient: 'TRANSFER_FAILED',
  TooLittleDelivered: 'TOO_LITTLE_RECEIVED',
  ERC20InsufficientBalance: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
  ERC20InsufficientAllowance: 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
  ERC20InvalidReceiver: 'TRANSFER_FAILED',
  ERC20InvalidSender: 'INVALID_SENDER',
  ERC1155InsufficientBalance: 'ERC_1155_TOO_MANY_REQUESTED',
  SafeERC20FailedOperation: 'TRANSFER_FROM_FAILED',
  AllowanceExpired: 'SIGNATURE_EXPIRED',
  SignatureExpired: 'SIGNATURE_EXPIRED',
  InsufficientAllowance: 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
  InvalidSigner: 'INVALID_SIGNATURE',
  InvalidNonce: 'INVALID_SIGNATURE',
  InexactFraction: 'MARKETPLACE_INEXACT_FRACTION',
  BadFraction: 'MARKETPLACE_INEXACT_FRACTION',
  Panic: 'EXECUTION_REVERTED',
}

/** Revert strings, first match wins. Sources: ERC-20 tokens, Uniswap v3 and v2, Permit2 routers. */
const byText: readonly (readonly [RegExp, FailReason])[] = [
  [/too little received|insufficient (weth9|token)|insufficient_output/i, 'TOO_LITTLE_RECEIVED'],
  [/transaction too old|expired/i, 'ORDER_EXPIRED'],
  [
    /exceeds balance|insufficient[ -]balance|ds-math-sub-underflow/i,
    'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
  ],
  [/exceeds allowance|insufficient[ -]allowance/i, 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE'],
  [/^STF$|transfer_?from_?failed|safetransferfrom/i, 'TRANSFER_FROM_FAILED'],
  [/^STE?$|transfer_?failed/i, 'TRANSFER_FAILED'],
  [/invalid signature/i, 'INVALID_SIGNATURE'],
  [/mint(ing)? (is )?not active|sale (is )?not active/i, 'MINT_NOT_ACTIVE'],
  [/incorrect (payment|price|value)|wrong price/i, 'INCORRECT_PAYMENT'],
  [/^(AS|IIA|LOK|SPL|L|M0|M1|F0|F1)$/, 'PROTOCOL_DEX_ERROR'],
]

/** EntryPoint v0.7's own codes. Source: EntryPoint.sol. */
const byEntryPointCode: Readonly<Record<string, FailReason>> = {
  AA10: 'TRANSACTION_REVERTED',
  AA21: 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
  AA22: 'SIGNATURE_EXPIRED',
  AA24: 'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR',
  AA25: 'ACCOUNT_ABSTRACTION_INVALID_NONCE',
  AA31: 'SOLVER_CAPACITY_EXCEEDED',
  AA32: 'SIGNATURE_EXPIRED',
  AA34: 'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR',
  AA94: 'INVALID_GAS_PRICE',
}

/**
 * Names why something reverted, from the data it reverted with.
 *
 * @param revertData - As the chain gave it; `0x` for none.
 * @param place - `operation`: the user's; `fill`: the solver's delivery; `settlement`: release,
 *   refund or cancel.
 * @returns EXECUTION_REVERTED for an error that is not known. Source: decisions, "failReason".
 */
export function classifyFailure(revertData: Hex, place: FailurePlace): FailReason {
  if (revertData === '0x') return 'MISSING_REVERT_DATA'
  const error = decode(revertData)
  if (!error) return 'EXECUTION_REVERTED'
  const [first, second, third] = error.args
  switch (error.name) {
    case 'Error':
      return atPlace(byString(String(first)), place)
    case 'FailedOp':
    case 'FailedOpWithRevert':
      return entryPointReason(String(second), { inner: Hex.safeParse(third).data, place })
    case 'FillKnown':
      return BigInt(String(third)) === 1n ? 'ORDER_IS_CANCELLED' : 'ORDER_ALREADY_FILLED'
    case 'WrongNativeValue':
      return place === 'operation' ? 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED' : 'INCORRECT_PAYMENT'
    default:
      return atPlace(byName[error.name] ?? 'EXECUTION_REVERTED', place)
  }
}

/** What the solver cannot pay is capacity; for the user it is nothing they did. */
function atPlace(reason: FailReason, place: FailurePlace): FailReason {
  const isShort =
    reason === 'TRANSFER_AMOUNT_EXCEEDS_BALANCE' || reason === 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE'
  return place === 'fill' && isShort ? 'SOLVER_CAPACITY_EXCEEDED' : reason
}

function entryPointReason(
  text: string,
  { inner, place }: { inner: Hex | undefined; place: FailurePlace },
): FailReason {
  const known = byEntryPointCode[text.slice(0, 4)]
  if (known) return known
  return inner === undefined || inner === '0x'
    ? 'TRANSACTION_REVERTED'
    : classifyFailure(inner, place)
}

function byString(text: string): FailReason {
  return byText.find(([pattern]) => pattern.test(text))?.[1] ?? 'EXECUTION_REVERTED'
}

function decode(data: Hex): { name: string; args: readonly unknown[] } | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ abi: errors, data })
    return { name: errorName, args: args ?? [] }
  } catch {
    // No error of a contract that is known here.
    return undefined
  }
}
