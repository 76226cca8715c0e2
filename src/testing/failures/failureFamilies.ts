import { concat, numberToHex, stringToHex } from 'viem'

import { nativeToken, buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { FailureHarness, FaultCase } from './failures.ts'

/** Revert data of a third-party contract, as in its own source. */
export type FamilyCase = {
  /** The contract, and what happened there. */
  cause: string
  /** The literal revert data, written without the classifier's table. */
  data: Hex
}

const errorSelector = '0x08c379a0'
const hash = 'ab'.repeat(32)
const address = '00000000000000000000000000000000000000aa'.padStart(64, '0')

/** Fail reasons that only third-party contracts give, each with a contract that gives it. */
export const familyCases = {
  UNKNOWN: { cause: 'hand-written assembly that reverts with one byte', data: '0x01' },
  AMOUNT_TOO_LOW_TO_REFUND: {
    cause: 'an escrow with a smallest refund, RefundAmountTooSmall(1, 2)',
    data: custom('d18bd0e2', word(1), word(2)),
  },
  DEPOSIT_ADDRESS_MISMATCH: {
    cause: 'Across ERC-7683, an order for another settler: WrongSettlementContract()',
    data: '0x70e02d13',
  },
  DEPOSIT_CHAIN_MISMATCH: {
    cause: 'Across ERC-7683, an order of another chain: WrongChainId()',
    data: '0x5f87bc00',
  },
  INCORRECT_DEPOSIT_CURRENCY: {
    cause: 'CCTP, a token that is not burnt any more',
    data: words('Burn token not supported'),
  },
  DOUBLE_SPEND: {
    cause: 'USDC, an authorization that somebody used first',
    data: words('FiatTokenV2: authorization is used or canceled'),
  },
  DEPOSITED_AMOUNT_TOO_LOW_TO_FILL: {
    cause: 'cBridge, under a minimum that was raised',
    data: words('amount too small'),
  },
  NEGATIVE_NEW_AMOUNT_AFTER_FEES: {
    cause: 'CCTP 2, a fee above the amount',
    data: words('Max fee must be less than amount'),
  },
  NO_QUOTES: { cause: 'Pyth, a feed that is gone: PriceFeedNotFound()', data: '0x14aebe68' },
  GENERATE_SWAP_FAILED: {
    cause: 'Uniswap universal router, a command it no longer knows: InvalidCommandType(63)',
    data: custom('d76a1e9e', word(63)),
  },
  EXECUTION_REVERTED: {
    cause: 'Solidity, an overflow: Panic(0x11)',
    data: custom('4e487b71', word(0x11)),
  },
  ORIGIN_CURRENCY_MISMATCH: {
    cause: 'LI.FI, a token that it takes no more: InvalidSendingToken()',
    data: '0x7d6f2013',
  },
  NO_INTERNAL_SWAP_ROUTES_FOUND: {
    cause: 'Aerodrome, a pool that is not there: PoolDoesNotExist()',
    data: '0x9c8787c0',
  },
  TOKEN_NOT_TRANSFERABLE: {
    cause: 'USDC, an account that was blacklisted meanwhile',
    data: words('Blacklistable: account is blacklisted'),
  },
  ZERO_SELL_AMOUNT: {
    cause: 'Uniswap v4, nothing left to sell: SwapAmountCannotBeZero()',
    data: '0xbe8b8507',
  },
  INSUFFICIENT_NATIVE_TOKENS_SUPPLIED: {
    cause: 'Seaport, a price in coins that rose: InsufficientNativeTokensSupplied()',
    data: '0x8ffff980',
  },
  MARKETPLACE_INEXACT_FRACTION: {
    cause: 'Seaport, a part that does not divide what is left: InexactFraction()',
    data: '0xc63cf089',
  },
  MARKETPLACE_INVALID_FULFILLER: {
    cause: 'Seaport, an order whose zone refuses the buyer: InvalidRestrictedOrder(hash)',
    data: custom('fb5014fc', hash),
  },
  MINT_NOT_ACTIVE: {
    cause: 'SeaDrop, a mint that closed: NotActive(3, 1, 2)',
    data: custom('13da22f2', word(3), word(1), word(2)),
  },
  ERC_1155_TOO_MANY_REQUESTED: {
    cause: 'OpenZeppelin 5 ERC-1155, sold meanwhile: ERC1155InsufficientBalance(…)',
    data: custom('03dee4c5', address, word(1), word(2), word(3)),
  },
  INCORRECT_PAYMENT: {
    cause: 'SeaDrop, another price by now: IncorrectPayment(1, 2)',
    data: custom('0d35e921', word(1), word(2)),
  },
} as const satisfies Partial<Record<FailReason, FamilyCase>>

/**
 * Builds a payment whose last call goes to a contract that accepts it when the payment is prepared,
 * and from the injection on reverts with `data`.
 */
export async function buildFamilyCase(
  harness: FailureHarness,
  { data }: { data: Hex },
): Promise<FaultCase> {
  const { nodeOf, asset } = harness
  const usdc = asset('Lagoon', 'USDC')
  const owner = await harness.owner('roleBased', [[asset('Firth', 'USDC'), 20_000_000n]])
  const contract = EvmAddress.parse(`0x00f00d${owner.key.address.slice(8).toLowerCase()}`)
  const { client } = nodeOf(usdc)
  await client.setCode({ address: contract, bytecode: closing(data) })
  const transfer = buildTransferCall(EvmAddress.parse(splitAssetType(usdc).reference), {
    recipient: owner.key.address,
    amount: 1_000_000n,
  })
  const { quote } = await harness.call(owner, {
    on: usdc,
    fromAssetId: asset('Firth', 'USDC'),
    tokensRequired: [{ assetType: usdc, amount: '1000000' }],
    calls: [
      { to: transfer.to, data: transfer.data, value: '0x0' },
      { to: contract, data: '0x', value: '0x0' },
    ],
  })
  const isOpen = numberToHex(1, { size: 32 })
  return {
    owner,
    quote,
    at: 'fill',
    inject: () => client.setStorageAt({ address: contract, index: nativeToken, value: isOpen }),
  }
}

/** Code that reverts with `data` unless the first word of its storage is zero. */
export function closing(data: Hex): Hex {
  const length = numberToHex((data.length - 2) / 2, { size: 2 })
  return concat([
    '0x5f5415601257',
    '0x61',
    length,
    '0x60145f39',
    '0x61',
    length,
    '0x5ffd',
    '0x5b00',
    data,
  ])
}

function custom(selector: string, ...values: readonly string[]): Hex {
  return Hex.parse(`0x${selector}${values.join('')}`)
}

function words(text: string): Hex {
  const bytes = stringToHex(text).slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  return Hex.parse(`${errorSelector}${word(32)}${word(text.length)}${padded}`)
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}
