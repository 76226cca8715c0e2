import type { Account } from '#protocol/accounts/account.ts'
import type { StateOverride } from '#protocol/quotes/callQuote.ts'
import type { AccountAddress, AssetType, ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { ChainOperation, EvmChainOperation } from '#protocol/orders/operation.ts'
import type { AnyOrder } from '#protocol/orders/anyOrder.ts'

/**
 * What the service asks of a chain. One value per chain; every chain kind (EVM, Solana) makes the
 * same shape, so nothing above this folder asks which kind it has.
 *
 * Every function throws `ChainUnavailable` (perhaps underneath another error) when the chain does
 * not answer.
 */
export type Chain = {
  chainId: ChainId
  /** What an account holds of these assets and what it is, at one block, in one request. */
  readHoldings(account: AccountAddress, assetTypes: readonly AssetType[]): Promise<Holdings>
  /** What tokens of this chain say of themselves, in the order asked. */
  readTokens(assetTypes: readonly AssetType[]): Promise<readonly TokenFacts[]>
  /** Block, cost of gas and price feeds, in one request. */
  readMarket(feeds: readonly string[]): Promise<Market>
  /** Whether a deployed account is held by these keys, though its address is not theirs by birth. */
  isHeldBy(account: Account): Promise<boolean>
  /**
   * What deliveries of these assets would meet at a recipient. Absent where an address takes whatever
   * is sent to it.
   */
  readRecipientAccount?(
    recipient: AccountAddress,
    assetTypes: readonly AssetType[],
  ): Promise<RecipientAccountState>
  /** What a pool would give for `amount`; undefined when there is none or it cannot. */
  quotePool(pool: PoolQuoteRequest): Promise<bigint | undefined>
  /** Builds the operation to sign for one origin leg and tries it out on the latest block. */
  prepareOperation(intent: OperationIntent): Promise<PreparedOperation>
  /** Builds the operation of a contract call and tries it out, with what the solver will lend. */
  prepareCalls(intent: CallsIntent): Promise<PreparedCalls>
}

/** An account on one chain at one block. */
export type Holdings = {
  blockNumber: bigint
  /** Unix seconds. */
  blockTime: bigint
  /** In the order asked for, smallest units; undefined: the token did not answer. */
  balances: readonly (bigint | undefined)[]
  /** What stands at the address: no code, an EIP-7702 pointer to our delegate, or other code. */
  code: 'none' | 'delegate' | 'other'
}

/** What a token says of itself, which nobody checks; what it does not tell is absent. */
export type TokenFacts = { decimals?: number; symbol?: string }

/** What deliveries to an address meet there. */
export type RecipientAccountState = {
  /** Why nothing may be sent there: a sentence; undefined when it may. */
  error: string | undefined
  /** The native coin that must be sent at least for the address to exist. */
  minNative: bigint
  /** Gas that a delivery of each asset takes beyond the usual one, in the order asked. */
  extraGas: readonly bigint[]
  /** Gas that the solver's delivery takes beyond the usual, on EVM chains; in the same order. */
  fillGas?: readonly bigint[]
  /** Whether an account has to be made there first, whose rent is in that gas; in the same order. */
  isMissing: readonly boolean[]
  /** Why the address does not get an asset: a sentence; undefined where it does. In the same order. */
  assetErrors: readonly (string | undefined)[]
}

/** What a chain's latest block says about time, gas and prices. */
export type Market = {
  blockNumber: bigint
  /** Unix seconds. */
  blockTime: bigint
  /**
   * What one unit of gas costs now, in the smallest unit of the native coin: with the tip, and on a rollup with
   * what bytes cost where they are kept.
   */
  gasPrice: bigint
  /** Latest answers in the order asked for; undefined: the feed did not answer. */
  feeds: readonly (FeedRound | undefined)[]
}

/** The latest answer of a feed; times in Unix seconds. */
export type FeedRound = {
  answer: bigint
  /** Of an uptime feed: since when it is so. */
  startedAt: bigint
  updatedAt: bigint
}

/** A swap through one pool; amounts in smallest units. */
export type PoolQuoteRequest = {
  from: AssetType
  to: AssetType
  poolFee: number
  amount: bigint
}

/** What one operation shall do. Amounts in the asset's smallest unit. */
export type OperationIntent = {
  quoteId: Hash
  /** Position among the quote's operations: part of the nonce. */
  index: number
  account: Account
  /** The account is not there yet (no code, or not delegated): this operation makes it. */
  isFirst: boolean
  /** What goes to escrow, pool or recipient: without the fee. */
  assetType: AssetType
  amount: bigint
  fee: bigint
  /** Unix seconds: the operation reverts after it. */
  validUntil: bigint
  action: OperationAction
}

/** How value leaves the account. */
export type OperationAction =
  | { kind: 'deposit'; order: AnyOrder }
  /** `makesAccount` (Solana): the recipient's token account may be made, its rent is in the fee. */
  | {
      kind: 'transfer'
      recipient: AccountAddress
      feeReceiver: AccountAddress
      makesAccount: boolean
    }
  | {
      kind: 'swap'
      to: AssetType
      poolFee: number
      minimumOut: bigint
      recipient: AccountAddress
      feeReceiver: AccountAddress
    }
  /** Nothing moves: the operation only makes the account, or shows that it agrees. */
  | { kind: 'none' }
  /** The native coin into its wrapped token or back, one to one. */
  | { kind: 'convert'; to: AssetType; recipient: AccountAddress; feeReceiver: AccountAddress }

/**
 * An operation ready to sign, or the data with which its calls revert. `callGas`: what its calls take
 * now; absent where every operation of a kind takes the same.
 */
export type PreparedOperation =
  | { operation: ChainOperation; callGas?: bigint }
  | { revertData: Hex }

/** Contract calls to make in one operation. Amounts in the asset's smallest unit. */
export type CallsIntent = {
  /** Draws the nonce, and names the grant of what is lent. */
  prepareId: Hash
  account: Account
  /** The account is not there yet (no code, or not delegated): this operation makes it. */
  isFirst: boolean
  /** Unix seconds, both ends included: the operation reverts outside. */
  validAfter: bigint
  validUntil: bigint
  /** Time at which the calls are tried, Unix seconds; undefined: now. */
  triedAt: bigint | undefined
  /** What the account draws from the solver's grant before the calls; empty for nothing. */
  lent: readonly AssetAmount[]
  solver: EvmAddress
  /** Exact approvals; what is left of them is taken back after the calls. */
  allowances: readonly (AssetAmount & { spender: EvmAddress })[]
  /** `value` in wei. */
  calls: readonly { to: EvmAddress; value: bigint; data: Hex }[]
  /** Token contracts whose allowances must not grow, whether or not they are called. */
  tokens: readonly EvmAddress[]
  /** Paid in the same operation; absent when deposits pay it. */
  fee: (AssetAmount & { receiver: AccountAddress }) | undefined
  /** What the operation names as its asset and amount. */
  names: AssetAmount
  /** State that is pretended for the estimate only. */
  overrides: readonly StateOverride[]
}

/** An amount of an asset in its smallest unit. */
export type AssetAmount = { assetType: AssetType; amount: bigint }

/**
 * A call operation ready to sign with the gas that its calls and their data take, or why there is none:
 * what it reverts with, what takes more gas than is simulated (the calls, or reading the rights they
 * leave), or the approvals that it would leave beyond those asked for.
 */
export type PreparedCalls =
  | { operation: EvmChainOperation; callGas: bigint }
  | { revertData: Hex }
  | { tooExpensive: 'calls' | 'rights' }
  | { approvals: readonly Approval[] }

/** A right over an account's tokens that calls would give away. */
export type Approval = { token: EvmAddress; spender: EvmAddress }
