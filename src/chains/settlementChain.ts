import type { Account } from '#protocol/account.ts'
import type { AssetType, ChainId, EvmAddress } from '#protocol/caip.ts'
import type { FailReason } from '#protocol/failReason.ts'
import type { Hash, Hex } from '#protocol/hex.ts'
import type { EvmChainOperation } from '#protocol/operation.ts'
import type { CallFill, Fill, Order } from '#protocol/order.ts'

/** A block by number and time (Unix seconds). */
export type Block = { number: bigint; time: bigint }

/** What the escrow says about an order. */
export type OrderState = 'none' | 'held' | 'released' | 'refunded'

/** What the settler says about a solver's fill: nothing, given up, or the hash of what was filled. */
export type FillState = 'open' | 'cancelled' | Hash

/** What to look up; answers come in the same order. */
export type StateQuestion = {
  orders: readonly Hash[]
  /** Nonces of user operations, with their sequence. */
  nonces: readonly { sender: EvmAddress; nonce: bigint }[]
  fills: readonly { solver: EvmAddress; fillId: Hash }[]
  /** Keys that signed something about the orders: do they count? */
  attestors?: readonly EvmAddress[]
}

/** Contract state at one block. */
export type SettlementState = {
  block: Block
  orders: readonly OrderState[]
  /** Whether an operation with that nonce was executed. */
  nonces: readonly boolean[]
  fills: readonly FillState[]
  /** How many attestors must say the same about an order; 0 when no order was asked for. */
  threshold: number
  /** Those of the keys asked about that are attestors. */
  attestors: readonly EvmAddress[]
}

/** What an origin operation commits to, read from its own call data. */
export type LegTerms = {
  sender: EvmAddress
  nonce: bigint
  /** Last second (Unix time) at which the operation can execute. */
  validUntil: bigint
  /** All that leaves the account in the operation's asset, fee included; smallest units. */
  spends: bigint
  fee: bigint
  /** Absent when the operation deposits nothing: everything happens on this chain. */
  deposit?: { order: Order; orderHash: Hash; escrow: EvmAddress }
}

/** What the operation of a contract call commits to, read from its own call data. */
export type CallTerms = {
  sender: EvmAddress
  nonce: bigint
  /** Unix seconds, both ends included. */
  validAfter: bigint
  validUntil: bigint
  /** What a solver lends to it; absent when the account has everything itself. */
  pull?: {
    prepareId: Hash
    solver: EvmAddress
    tokens: readonly EvmAddress[]
    amounts: readonly bigint[]
  }
}

/** Something to do on a chain in a transaction of its own. */
export type Action =
  | { kind: 'deposit'; operation: EvmChainOperation; validUntil: bigint }
  /** Like a deposit, and no approval may be left by it. */
  | { kind: 'call'; operation: EvmChainOperation; validUntil: bigint }
  /** Brings an account to where it is delivered to: nothing moves in it. */
  | { kind: 'arrive'; operation: EvmChainOperation; validUntil: bigint }
  | { kind: 'fill'; fill: Fill; amount: bigint }
  /** Lends inventory to a call. */
  | { kind: 'grant'; grant: CallFill }
  | { kind: 'cancel'; fillId: Hash }
  | { kind: 'release'; order: Order; attestation: Hex }
  | { kind: 'refund'; order: Order; attestation: Hex | undefined }
  /** Takes inventory away from the key that sends it. */
  | { kind: 'sweep'; assetType: AssetType; to: EvmAddress; amount: bigint }
  /** Lets the settler take this much of a token of the solver's, and no more. */
  | { kind: 'allow'; assetType: AssetType; amount: bigint }

/**
 * Why an EIP-7702 account cannot be operated: it is delegated to a contract that is not ours, or
 * what came to delegate it would not. A sentence for its owner.
 */
export type DelegationFault = { kind: 'elsewhere' | 'unfit'; message: string }

/** What a solver holds, all at one block. Smallest units. */
export type Inventory = {
  block: bigint
  holdings: readonly {
    assetType: AssetType
    units: bigint
    /** What the settler may take of it; undefined where nothing can be allowed: native coins. */
    allowance: bigint | undefined
  }[]
}

/** Which of the service's keys sends a transaction. */
export type SenderRole = 'executor' | 'solver'

/** A transaction that lacks only its nonce. `sign` may run again with another nonce. */
export type PreparedTransaction = {
  sender: SenderRole
  sign: (nonce: bigint) => Promise<{ hash: Hash; raw: Hex }>
  /** Hash of the user operation in it. */
  userOpHash?: Hash
  /** The account that it makes; no second such transaction may be under way. */
  deploys?: EvmAddress
}

/** A transaction that would revert now, by name and by data. */
export type RefusedTransaction = { refused: FailReason; revertData: Hex }

/** How a mined transaction went. For a deposit the operation's own outcome decides. */
export type Landing = {
  hash: Hash
  block: bigint
  isSuccess: boolean
  /** The user operation was executed, whether it succeeded or not; `replaced`: another one was. */
  outcome: 'none' | 'succeeded' | 'reverted' | 'replaced'
  /** Why it failed; null when it did not. */
  reason: FailReason | null
  /** What the operation, or the transaction without one, cost the service in gas; wei. */
  sponsoredWei: bigint
}

/**
 * What a node said to a broadcast: a hint for scheduling only. Whether a transaction counts is read
 * from its receipt, never from this (reliability 6).
 */
export type BroadcastAnswer = 'taken' | 'nonce used' | 'underpriced' | 'refused' | 'no answer'

/** What executions ask of a chain. Every function throws `ChainUnavailable` without an answer. */
export type SettlementChain = {
  chainId: ChainId
  /** Confirmations after which something counts; 1 = mined. */
  depth: number
  blockMs: number
  senders: Record<SenderRole, EvmAddress>
  /** Reads what an operation commits to; undefined when it is none that the service builds. */
  readTerms(operation: EvmChainOperation): LegTerms | undefined
  /** Who signed the operation, in a form that its account takes; undefined: nobody. */
  recoverSigner(operation: EvmChainOperation, account: Account): Promise<EvmAddress | undefined>
  /** Who approved the operation: the only form that session keys have; undefined: nobody. */
  recoverApprover(operation: EvmChainOperation): Promise<EvmAddress | undefined>
  /** Why the account would not run our contract when the operation executes (EIP-7702). */
  checkDelegation(
    operation: EvmChainOperation,
    account: Account,
  ): Promise<DelegationFault | undefined>
  /** Why the operation's calls would revert now, and with what; undefined when they would not. */
  tryOperation(
    operation: EvmChainOperation,
    options: { account: Account; hasCode: boolean },
  ): Promise<RefusedTransaction | undefined>
  /** Hash by which the destination settler of this chain knows a fill. */
  hashFill(fill: Fill, solver: EvmAddress): Hash
  /** Hash by which the destination settler of this chain knows what was lent to a call. */
  hashCallFill(fill: CallFill, solver: EvmAddress): Hash
  /** Reads what a call operation commits to; undefined when it is none that the service builds. */
  readCall(operation: EvmChainOperation): CallTerms | undefined
  readHead(): Promise<Block>
  readState(question: StateQuestion, block: bigint): Promise<SettlementState>
  readBalance(
    owner: EvmAddress,
    assetType: AssetType,
  ): Promise<{ units: bigint; block: bigint; hasCode: boolean }>
  /** What the solver holds of these assets of the chain; one that does not answer counts as none. */
  readInventory(assetTypes: readonly AssetType[]): Promise<Inventory>
  readLanding(hash: Hash, userOpHash: Hash | undefined): Promise<Landing | undefined>
  /** How the operation that used this nonce went, whoever bundled it; searched from a block on. */
  findOperation(
    operation: { sender: EvmAddress; nonce: bigint },
    options: { fromBlock: bigint },
  ): Promise<Landing | undefined>
  /** Transactions that moved an order, whoever sent them. */
  findOrderEvents(orderHash: Hash, options: { fromBlock: bigint }): Promise<readonly OrderEvent[]>
  /** Builds and tries a transaction on the newest state. */
  prepare(action: Action): Promise<PreparedTransaction | RefusedTransaction>
  /** Signs the same transaction with higher fees. */
  replace(raw: Hex, sender: SenderRole): Promise<{ hash: Hash; raw: Hex }>
  /** Signs a transaction that does nothing, to take the place of these bytes: same nonce, higher fees. */
  revoke(raw: Hex, sender: SenderRole): Promise<{ hash: Hash; raw: Hex }>
  /** Signs a transaction that does nothing but use up a nonce. */
  signGap(sender: SenderRole, nonce: bigint): Promise<{ hash: Hash; raw: Hex }>
  broadcast(raw: Hex): Promise<BroadcastAnswer>
  /**
   * Transactions of an address so far, mined ones or with those that wait: its next nonce. Of a block
   * (by number): those mined until then.
   */
  readTransactionCount(address: EvmAddress, at: 'latest' | 'pending' | bigint): Promise<bigint>
}

/** A transaction that moved an order. */
export type OrderEvent = { kind: 'deposited' | 'released' | 'refunded'; hash: Hash }
