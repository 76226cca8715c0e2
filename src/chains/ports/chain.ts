import type { Account } from '#protocol/accounts/account.ts'
import type { StateOverride } from '#protocol/quotes/callQuote.ts'
import type { AccountAddress, AssetType, ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { ChainOperation, EvmChainOperation } from '#protocol/orders/operation.ts'
import type { AnyOrder } from '#protocol/orders/anyOrder.ts'
import type { UnlistedReading } from '#protocol/quotes/unlistedToken.ts'

/**
 * Chain access of quotes, one value per chain, with the same members for EVM and Solana.
 *
 * The service never asks which kind of chain it has. What only some chains can do is an optional
 * member, here or in `SettlementChain` (`calls`, `nonces`, `isLost`, `attested`, `reclaim`), and
 * callers ask for the member. Data that differs by kind is recognized by its own form
 * (`isEvmOperation`). Figures stand in tables and exhaustive switches by `ChainKind`, so that a new
 * kind does not compile until all are complete. `chainKind.test.ts` enforces this.
 *
 * Every function throws ChainUnavailableError, possibly as the cause of another error, if the chain
 * does not answer.
 */
export type Chain = {
  chainId: ChainId
  /** Reads balances and code of an account, at one block, in one request. */
  readHoldings(account: AccountAddress, assetTypes: readonly AssetType[]): Promise<AccountHoldings>
  /**
   * Reads tokens of this chain that anyone may have made, in the order asked: their metadata, and what
   * the holder has of them.
   */
  readTokens(
    assetTypes: readonly AssetType[],
    holder?: AccountAddress,
  ): Promise<readonly TokenReading[]>
  /** Reads the latest block, the price of gas and price feeds, in one request. */
  readMarket(feeds: readonly string[]): Promise<Market>
  /** Whether these keys control a deployed account, even if its address derives from others. */
  isHeldBy(account: Account): Promise<boolean>
  /** Reads what delivering these assets requires. Absent if every address accepts every asset. */
  readRecipientAccount?(
    recipient: AccountAddress,
    assetTypes: readonly AssetType[],
  ): Promise<RecipientAccountState>
  /** Output of a pool for `amount`; undefined if there is no pool or it cannot take the amount. */
  quotePool(pool: PoolQuoteRequest): Promise<bigint | undefined>
  /** Reads and tries tokens that no list names. Absent on chains without a venue for them. */
  unlisted?: UnlistedTokens
  /** Builds the operation to sign for one origin leg and simulates it on the latest block. */
  prepareOperation(intent: OperationIntent): Promise<PreparedOperation>
  /**
   * Builds a contract call's operation and simulates it with the assets the solver will lend. Absent
   * where accounts make no contract calls.
   */
  prepareCalls?(intent: CallsIntent): Promise<PreparedCalls>
}

/** What a chain's pinned venue tells of tokens that no list names. */
export type UnlistedTokens = {
  /** Reads a token and its pools against these listed tokens of the chain. */
  read(token: EvmAddress, listed: readonly EvmAddress[]): Promise<UnlistedReading>
  /** Buys, passes on and sells it in a simulation. @returns Why it is refused, as a sentence. */
  try(trial: UnlistedTrial): Promise<string | undefined>
}

/** A token to try out in its pool. */
export type UnlistedTrial = {
  token: EvmAddress
  /** As it says them. */
  decimals: number
  /** The listed token of its pool, and how much of it to buy for, smallest units. */
  pairedWith: EvmAddress
  amount: bigint
  pool: EvmAddress
  /** In millionths. */
  poolFee: number
}

/** State of an account on one chain at one block. */
export type AccountHoldings = {
  blockNumber: bigint
  /** Unix seconds. */
  blockTime: bigint
  /** In the order asked, smallest units; undefined if the token did not answer. */
  balances: readonly (bigint | undefined)[]
  /** Code at the address: none, an EIP-7702 pointer to our delegate, or anything else. */
  code: 'none' | 'delegate' | 'other'
}

/** Metadata as reported by the token, unverified; what it does not report is absent. */
export type TokenFacts = { decimals?: number; symbol?: string }

/** Metadata of a token, with the holder's balance in smallest units if it was asked for and reported. */
export type TokenReading = TokenFacts & { balance?: bigint }

/** What delivering to an address requires. */
export type RecipientAccountState = {
  /** Why nothing may be sent there, as a sentence; undefined if it may. */
  error: string | undefined
  /** Least amount of the native coin that must be sent for the address to exist. */
  minNative: bigint
  /** Gas beyond the usual for delivering each asset, in the order asked. */
  extraGas: readonly bigint[]
  /** Gas beyond the usual for the solver's fill of each asset, on EVM chains; same order. */
  fillGas?: readonly bigint[]
  /** Whether an account must be created first, whose rent is included in that gas; same order. */
  isMissing: readonly boolean[]
  /** Why the address cannot receive an asset, as a sentence; undefined if it can. Same order. */
  assetErrors: readonly (string | undefined)[]
}

/** Time, gas price and prices at a chain's latest block. */
export type Market = {
  blockNumber: bigint
  /** Unix seconds. */
  blockTime: bigint
  /**
   * Price of one unit of gas in the smallest unit of the native coin, including the tip and, on a
   * rollup, the fee for publishing data.
   */
  gasPrice: bigint
  /** Latest answers in the order asked; undefined if the feed did not answer. */
  feeds: readonly (FeedRound | undefined)[]
}

/** The latest answer of a feed; times in Unix seconds. */
export type FeedRound = {
  answer: bigint
  /** Start of the round; for an uptime feed, since when its status holds. */
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

/** What one operation is to do. Amounts in the asset's smallest unit. */
export type OperationIntent = {
  quoteId: Hash
  /** Position among the quote's operations; part of the nonce. */
  index: number
  account: Account
  /** The account does not exist yet (no code, or not delegated); this operation creates it. */
  isFirst: boolean
  /** What goes to escrow, pool or recipient, without the fee. */
  assetType: AssetType
  amount: bigint
  fee: bigint
  /** The part of the fee that an app gets; the fee receiver gets the rest. */
  appFee?: AppFeePayment | undefined
  /** Unix seconds, inclusive; the operation reverts later. */
  validUntil: bigint
  action: OperationAction
}

/** A fee for an app, in the smallest unit of what is paid. */
export type AppFeePayment = { units: bigint; receiver: AccountAddress }

/** How funds leave the account. */
export type OperationAction =
  | { kind: 'deposit'; order: AnyOrder }
  /** `makesAccount` (Solana): may create the recipient's token account; the fee covers its rent. */
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
      /** Set where no list names one of the two tokens; the recipient is then the account itself. */
      unlisted?: UnlistedSide | undefined
    }
  /** Transfers nothing: the operation only creates the account, or proves its owner's consent. */
  | { kind: 'none' }
  /** Wraps or unwraps the native coin, one to one. */
  | { kind: 'convert'; to: AssetType; recipient: AccountAddress; feeReceiver: AccountAddress }

/**
 * Which side of a swap no list names. Bought: what arrives is measured by the difference of balances,
 * because the token may keep a part of it. Sold: the fee is paid of what arrives, beyond
 * `minimumOut`, because the service takes no such token. Source: ours (wire, "Tokens on no list").
 */
export type UnlistedSide = { side: 'bought' } | { side: 'sold'; feeOut: bigint }

/**
 * An operation ready to sign, or the data its calls revert with. `callGas` is the gas its calls use
 * now; absent if every operation of a kind uses the same.
 */
export type PreparedOperation =
  | { operation: ChainOperation; callGas?: bigint }
  | { revertData: Hex }

/** Contract calls to make in one operation. Amounts in the asset's smallest unit. */
export type CallsIntent = {
  /** Determines the nonce and identifies the grant of lent assets. */
  prepareId: Hash
  account: Account
  /** The account does not exist yet (no code, or not delegated); this operation creates it. */
  isFirst: boolean
  /** Unix seconds, both ends included; the operation reverts outside. */
  validAfter: bigint
  validUntil: bigint
  /** Block time of the simulation, Unix seconds; the current time if undefined. */
  triedAt: bigint | undefined
  /** Assets the account pulls from the solver's grant before the calls; empty if none. */
  lent: readonly AssetAmount[]
  solver: EvmAddress
  /** Exact approvals; what is left of them is revoked after the calls. */
  allowances: readonly (AssetAmount & { spender: EvmAddress })[]
  /** `value` in wei. */
  calls: readonly { to: EvmAddress; value: bigint; data: Hex }[]
  /** Token contracts whose allowances must not grow, whether or not they are called. */
  tokens: readonly EvmAddress[]
  /** Fee paid in the same operation; undefined if deposits pay it. */
  fee: (AssetAmount & { receiver: AccountAddress }) | undefined
  /** Asset and amount the operation states. */
  names: AssetAmount
  /** State overrides for the simulation only. */
  overrides: readonly StateOverride[]
}

/** An amount of an asset in its smallest unit. */
export type AssetAmount = { assetType: AssetType; amount: bigint }

/**
 * A call operation ready to sign, with the gas of its calls and their data and with what they take
 * from their account (an item of a collection counts as one unit of its contract), or why there is none:
 * its revert data, what exceeds the gas of a simulation (the calls, or reading the rights they
 * leave), or the approvals it would leave beyond those requested.
 */
export type PreparedCalls =
  | { operation: EvmChainOperation; callGas: bigint; outflow: readonly AssetAmount[] }
  | { revertData: Hex }
  | { tooExpensive: 'calls' | 'rights' }
  /** Bytes of the whole batch, and how many it may have. */
  | { tooLong: { bytes: number; maxBytes: number } }
  | { approvals: readonly Approval[] }

/** A right over an account's tokens that calls would grant. */
export type Approval = { token: EvmAddress; spender: EvmAddress }
