import type { Account } from '#protocol/accounts/account.ts'
import type { AnyFill, AnyOrder } from '#protocol/orders/anyOrder.ts'
import type {
  AccountAddress,
  AssetType,
  ChainId,
  EvmAddress,
  SolanaAddress,
} from '#protocol/ids/caip.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type {
  ChainOperation,
  EvmChainOperation,
  SolanaChainOperation,
} from '#protocol/orders/operation.ts'
import type { CallFill, Fill, Order } from '#protocol/orders/order.ts'
import type { SolanaFill, SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { OperationIntent } from './chain.ts'

/** What the things of a chain are like; {@link EvmEcosystem} and {@link SolanaEcosystem} are one each. */
export type Ecosystem = {
  address: AccountAddress
  operation: ChainOperation
  order: AnyOrder
  fill: AnyFill
  /** What a transaction is known by: a hash, or its first signature in base58. */
  transaction: string
}

/** EVM chains. */
export type EvmEcosystem = {
  address: EvmAddress
  operation: EvmChainOperation
  order: Order
  fill: Fill
  transaction: Hash
}

/** Solana clusters. */
export type SolanaEcosystem = {
  address: SolanaAddress
  operation: SolanaChainOperation
  order: SolanaOrder
  fill: SolanaFill
  transaction: string
}

/** A block by number and time (Unix seconds). */
export type Block = { number: bigint; time: bigint }

/** What the escrow says about an order. */
export type OrderState = 'none' | 'held' | 'released' | 'refunded'

/** What the settler says about a solver's fill: nothing, given up, or the hash of what was filled. */
export type FillState = 'open' | 'cancelled' | Hash

/** What to look up; answers come in the same order. */
export type StateQuery<Of extends Ecosystem = Ecosystem> = {
  orders: readonly Hash[]
  /**
   * Of each order its `refundAfter`, Unix seconds: where orders can be closed, one that is gone then
   * counts as never opened only when the chain can know it.
   */
  closableAt?: readonly bigint[]
  /** Nonces of user operations, with their sequence. */
  nonces: readonly { sender: Of['address']; nonce: bigint }[]
  fills: readonly { solver: Of['address']; fillId: Hash }[]
  /** Keys that signed something about the orders: do they count? */
  attestors?: readonly Of['address'][]
}

/** Contract state at one block. */
export type SettlementState<Of extends Ecosystem = Ecosystem> = {
  block: Block
  orders: readonly OrderState[]
  /** Whether an operation with that nonce was executed. */
  nonces: readonly boolean[]
  fills: readonly FillState[]
  /** How many attestors must say the same about an order; 0 when no order was asked for. */
  threshold: number
  /** Those of the keys asked about that are attestors; all of them where they sign transactions. */
  attestors: readonly Of['address'][]
}

/** What an origin operation commits to, read from its own call data. */
export type LegTerms<Of extends Ecosystem = Ecosystem> = {
  sender: Of['address']
  nonce: bigint
  /** Last second (Unix time) at which the operation can execute. */
  validUntil: bigint
  /** All that leaves the account in the operation's asset, fee included; smallest units. */
  spends: bigint
  fee: bigint
  /** Absent when the operation deposits nothing: everything happens on this chain. */
  deposit?: { order: Of['order']; orderHash: Hash; escrow: Of['address'] }
}

/** What is wrong with an operation, and in which field of it: `userOp.callData`. */
export type OperationMismatch = { field: string; message: string }

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
export type Action<Of extends Ecosystem = Ecosystem> =
  | { kind: 'deposit'; operation: Of['operation']; validUntil: bigint }
  /** Like a deposit, and no approval may be left by it. */
  | { kind: 'call'; operation: Of['operation']; validUntil: bigint }
  /** Brings an account to where it is delivered to: nothing moves in it. */
  | { kind: 'arrive'; operation: Of['operation']; validUntil: bigint }
  /**
   * `makesAccount` (Solana): the recipient's token account may be made, its rent is in the fee. One that
   * its owner closed since is not brought back at our cost: security rule 23.
   */
  | { kind: 'fill'; fill: Of['fill']; amount: bigint; makesAccount?: boolean }
  /** Lends inventory to a call. */
  | { kind: 'grant'; grant: CallFill }
  | { kind: 'cancel'; fillId: Hash }
  | { kind: 'release'; order: Of['order']; attestation: Hex }
  | { kind: 'refund'; order: Of['order']; attestation: Hex | undefined }
  /** Takes inventory away from the key that sends it. */
  | { kind: 'sweep'; assetType: AssetType; to: Of['address']; amount: bigint }
  /** Lets the settler take this much of a token of the solver's, and no more. */
  | { kind: 'allow'; assetType: AssetType; amount: bigint }

/**
 * Why an EIP-7702 account cannot be operated: it is delegated to a contract that is not ours, or
 * what came to delegate it would not. A sentence for its owner.
 */
export type DelegationError = { kind: 'elsewhere' | 'unfit'; message: string }

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

/** How far the fees of what takes the place of a stuck transaction may rise. */
export type FeeCeiling = {
  kind: Action['kind']
  /** The first bytes that were signed for it. */
  first: Hex
  /** What the whole is worth, in wei: more is never paid for it. Undefined: nobody can say. */
  worthWei: bigint | undefined
}

/** Which of the service's keys sends a transaction. */
export type SenderRole = 'executor' | 'solver'

/** A signed transaction and what it is known by. */
export type SignedTransaction<Of extends Ecosystem = Ecosystem> = {
  hash: Of['transaction']
  raw: Hex
}

/** A transaction that lacks only its nonce. `sign` may run again with another nonce. */
export type PreparedTransaction<Of extends Ecosystem = Ecosystem> = {
  sender: SenderRole
  sign: (nonce: bigint) => Promise<SignedTransaction<Of>>
  /**
   * The gas that it takes, and what all of it would cost now, in the smallest unit of the coin; absent where
   * what it may cost is bounded by how it is written (Solana).
   */
  gas?: { used: bigint; cost: bigint }
  /** Hash of the user operation in it. */
  userOpHash?: Hash
  /**
   * The account that it makes; no second such transaction may be under way, and none may have landed
   * behind the block at which the account was seen to be missing.
   */
  deploys?: { account: Of['address']; missingAt: bigint }
  /**
   * Whose EIP-7702 authorization goes along. Nodes take no such transaction while that account has
   * transactions of its own that wait.
   */
  authority?: Of['address']
}

/** A transaction that would revert now, by name and by data. */
export type RevertedSimulation = { refused: FailReason; revertData: Hex }

/** How a mined transaction went. For a deposit the operation's own outcome decides. */
export type TransactionOutcome<Of extends Ecosystem = Ecosystem> = {
  hash: Of['transaction']
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
 * from its receipt, never from this (durability 6). `unfunded`: its sender's coins do not suffice;
 * `refused`: for a reason that lies in the transaction, and may never pass.
 */
export type BroadcastResult =
  | 'taken'
  | 'nonce used'
  | 'underpriced'
  | 'unfunded'
  | 'refused'
  | 'no answer'

/** Nonces of a chain where each key's transactions come one after the other. */
export type Nonces<Of extends Ecosystem = Ecosystem> = {
  /** Signs a transaction that does nothing, to take the place of these bytes: same nonce, higher fees. */
  revoke(raw: Hex, sender: SenderRole): Promise<SignedTransaction<Of>>
  /** Signs a transaction that does nothing but use up a nonce. */
  signGap(sender: SenderRole, nonce: bigint): Promise<SignedTransaction<Of>>
  /**
   * Transactions of an address so far, mined ones or with those that wait: its next nonce. Of a block
   * (by number): those mined until then.
   */
  readTransactionCount(address: Of['address'], at: 'latest' | 'pending' | bigint): Promise<bigint>
}

/**
 * Attestations of a chain where attestors sign the very transaction that pays out (Solana): it names
 * them as signers, and lives only as long as its blockhash.
 */
export type AttestedTransactions<Of extends Ecosystem = Ecosystem> = {
  /** Whether the payout can arrive now: there is no sense in having it signed before. */
  hasReceiver(payout: Payout<Of>): Promise<boolean>
  /** Builds what is to be signed, for the worker: the message, as bytes. */
  draft(payout: Payout<Of>): Promise<Hex>
  /**
   * Says why a message is not exactly what this chain would build for the payout, for the attestor;
   * undefined when it is. No chain is asked but for what stands in the message.
   */
  findError(message: Hex, payout: Payout<Of>): string | undefined
  /**
   * Puts together what attestors signed, each of it a signature of 64 bytes and the message that it is
   * for; undefined: there is no message that all whom it names have signed.
   */
  join(signed: readonly Hex[]): Hex | undefined
}

/** An order to pay out or give back in a transaction that these attestors sign. */
export type Payout<Of extends Ecosystem = Ecosystem> = {
  kind: 'release' | 'refund'
  order: Of['order']
  /** As many as the chain wants, ascending. */
  attestors: readonly Of['address'][]
}

/** What executions ask of a chain. Every function throws `ChainUnavailable` without an answer. */
export type SettlementChain<Of extends Ecosystem = Ecosystem> = {
  chainId: ChainId
  /** Confirmations after which something counts; 1 = mined, or confirmed. */
  depth: number
  blockMs: number
  senders: Record<SenderRole, Of['address']>
  /** The same chain with each further executor: what one of them holds up, others do not wait for. */
  executorChains?: readonly SettlementChain<Of>[]
  /** Reads what an operation commits to; undefined when it is none that the service builds. */
  readTerms(operation: Of['operation']): LegTerms<Of> | undefined
  /**
   * Why an operation is not the one that this chain would build for an intent; undefined when it is. No
   * chain is asked. What only the moment decides (prices of gas, a blockhash) is open within its bounds.
   */
  findMismatch(operation: Of['operation'], intent: OperationIntent): OperationMismatch | undefined
  /** Who signed the operation, in a form that its account takes; undefined: nobody. */
  recoverSigner(operation: Of['operation'], account: Account): Promise<Of['address'] | undefined>
  /** Who approved the operation: the only form that session keys have; undefined: nobody. */
  recoverApprover(operation: Of['operation']): Promise<Of['address'] | undefined>
  /** Why the account would not run our contract when the operation executes (EIP-7702). */
  checkDelegation(
    operation: Of['operation'],
    account: Account,
  ): Promise<DelegationError | undefined>
  /** Why the operation's calls would revert now, and with what; undefined when they would not. */
  tryOperation(
    operation: Of['operation'],
    options: { account: Account; hasCode: boolean },
  ): Promise<RevertedSimulation | undefined>
  /** Hash by which the settler of this chain knows a fill. */
  hashFill(fill: Of['fill'], solver: Of['address']): Hash
  /** Hash by which the settler knows what was lent to a call. @throws Error where calls are not made. */
  hashCallFill(fill: CallFill, solver: EvmAddress): Hash
  /** Reads what a call operation commits to; undefined when it is none that the service builds. */
  readCall(operation: Of['operation']): CallTerms | undefined
  readHead(): Promise<Block>
  readState(question: StateQuery<Of>, block: bigint): Promise<SettlementState<Of>>
  readBalance(
    owner: Of['address'],
    assetType: AssetType,
  ): Promise<{ units: bigint; block: bigint; hasCode: boolean }>
  /** What the solver holds of these assets of the chain; one that does not answer counts as none. */
  readInventory(assetTypes: readonly AssetType[]): Promise<Inventory>
  readTransactionOutcome(
    hash: Of['transaction'],
    userOpHash: Hash | undefined,
  ): Promise<TransactionOutcome<Of> | undefined>
  /** How the operation that used this nonce went, whoever bundled it; searched from a block on. */
  findOperation(
    operation: { sender: Of['address']; nonce: bigint },
    options: { fromBlock: bigint },
  ): Promise<TransactionOutcome<Of> | undefined>
  /** Transactions that moved an order, whoever sent them. */
  findOrderEvents(
    orderHash: Hash,
    options: { fromBlock: bigint },
  ): Promise<readonly OrderEvent<Of>[]>
  /** Builds and tries a transaction on the newest state. */
  prepare(action: Action<Of>): Promise<PreparedTransaction<Of> | RevertedSimulation>
  /**
   * Signs the same transaction anew: with higher fees (EVM), or with a new blockhash once the old one
   * certainly cannot land (Solana). Undefined while it must not, and where others signed it too. On
   * Solana fees never rise: what they may be is bounded when it is written.
   */
  replace(
    raw: Hex,
    options: { sender: SenderRole; ceiling: FeeCeiling },
  ): Promise<SignedTransaction<Of> | 'fees at their limit' | undefined>
  broadcast(raw: Hex): Promise<BroadcastResult>
  /** Absent where transactions are not ordered by nonces. */
  nonces?: Nonces<Of>
  /**
   * Whether these bytes have not landed and never can: their blockhash is forgotten, at finality, and
   * nobody knows the signature. Absent where nonces say so.
   */
  isLost?(raw: Hex): Promise<boolean>
  /** Absent where attestations are data, not signatures of the transaction. */
  attested?: AttestedTransactions<Of>
  /**
   * Gives rent back of what nobody can need any more; says of each whether it is gone. Absent where no
   * rent is paid.
   *
   * @param onRefused - Hears what cannot be closed though its time has come, by its place, and why.
   */
  reclaim?(
    this: void,
    reclaimable: readonly ReclaimableAccount<Of>[],
    onRefused?: OnReclaimError,
  ): Promise<readonly boolean[]>
}

/** Hears what cannot be closed, by its place among those given, and why. */
export type OnReclaimError = (index: number, why: string) => void

/** What is left of an ended execution on a chain, and paid for: an order, or the record of a fill. */
export type ReclaimableAccount<Of extends Ecosystem = Ecosystem> =
  | { kind: 'order'; orderHash: Hash }
  | { kind: 'fill'; solver: Of['address']; fillId: Hash }

/** A transaction that moved an order. */
export type OrderEvent<Of extends Ecosystem = Ecosystem> = {
  kind: 'deposited' | 'released' | 'refunded'
  hash: Of['transaction']
}
