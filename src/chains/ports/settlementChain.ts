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
import type { AssetAmount, OperationIntent } from './chain.ts'

/** Types of one ecosystem; instantiated by {@link EvmEcosystem} and {@link SolanaEcosystem}. */
export type Ecosystem = {
  address: AccountAddress
  operation: ChainOperation
  order: AnyOrder
  fill: AnyFill
  /** Id of a transaction: its hash, or its first signature in base58. */
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

/** Block number and time (Unix seconds). */
export type Block = { number: bigint; time: bigint }

/** State of an order in the escrow. */
export type OrderState = 'none' | 'held' | 'released' | 'refunded'

/** State of a solver's fill at the settler: unknown, cancelled, or the hash of what was filled. */
export type FillState = 'open' | 'cancelled' | Hash

/** What to read; answers come in the same order. */
export type StateQuery<Of extends Ecosystem = Ecosystem> = {
  orders: readonly Hash[]
  /**
   * `refundAfter` of each order, Unix seconds. On a chain where orders can be closed, a missing
   * order only counts as never opened if the chain can prove it.
   */
  closableAt?: readonly bigint[]
  /** Nonces of user operations, sequence included. */
  nonces: readonly { sender: Of['address']; nonce: bigint }[]
  fills: readonly { solver: Of['address']; fillId: Hash }[]
  /** Keys whose signatures over the orders exist: are they attestors? */
  attestors?: readonly Of['address'][]
}

/** Contract state at one block. */
export type SettlementState<Of extends Ecosystem = Ecosystem> = {
  block: Block
  orders: readonly OrderState[]
  /** Whether an operation with that nonce was executed. */
  nonces: readonly boolean[]
  fills: readonly FillState[]
  /** Number of attestors that must sign; 0 if no order was asked for. */
  threshold: number
  /** Those of the given keys that are attestors; all attestors where they sign transactions. */
  attestors: readonly Of['address'][]
}

/** What an origin operation commits to, decoded from its own call data. */
export type LegTerms<Of extends Ecosystem = Ecosystem> = {
  sender: Of['address']
  nonce: bigint
  /** Last second (Unix time) at which the operation can execute. */
  validUntil: bigint
  /** Everything that leaves the account in the operation's asset, fee included; smallest units. */
  spends: bigint
  fee: bigint
  /** The part of the fee that the app gets; absent if none. */
  appFee?: bigint
  /** A fee paid of what a swap brings in, in that asset; absent if none. */
  feeOut?: bigint
  /** Absent if the operation deposits nothing and everything happens on this chain. */
  deposit?: { order: Of['order']; orderHash: Hash; escrow: Of['address'] }
}

/** What is wrong with an operation, and in which field: `userOp.callData`. */
export type OperationMismatch = { field: string; message: string }

/** What a contract call's operation commits to, decoded from its own call data. */
export type CallTerms = {
  sender: EvmAddress
  nonce: bigint
  /** Unix seconds, both ends included. */
  validAfter: bigint
  validUntil: bigint
  /** What a solver lends to it; absent if the account holds everything itself. */
  pull?: {
    prepareId: Hash
    solver: EvmAddress
    tokens: readonly EvmAddress[]
    amounts: readonly bigint[]
  }
}

/** An action that takes one transaction of its own. */
export type Action<Of extends Ecosystem = Ecosystem> =
  | { kind: 'deposit'; operation: Of['operation']; validUntil: bigint }
  /** Like a deposit, but must not leave an approval. */
  | { kind: 'call'; operation: Of['operation']; validUntil: bigint }
  /** Deploys the recipient's account on the destination; transfers nothing. */
  | { kind: 'arrive'; operation: Of['operation']; validUntil: bigint }
  /**
   * `makesAccount` (Solana): the recipient's token account may be created; the fee covers its rent.
   * One that its owner has closed since is not recreated at our expense: security rule 23.
   */
  | { kind: 'fill'; fill: Of['fill']; amount: bigint; makesAccount?: boolean }
  /** Lends inventory to a call. */
  | { kind: 'grant'; grant: CallFill }
  | { kind: 'cancel'; fillId: Hash }
  | { kind: 'release'; order: Of['order']; attestation: Hex }
  | { kind: 'refund'; order: Of['order']; attestation: Hex | undefined }
  /** Transfers inventory away from the key that sends it. */
  | { kind: 'sweep'; assetType: AssetType; to: Of['address']; amount: bigint }
  /** Sets the settler's allowance of a token of the solver's to exactly this amount. */
  | { kind: 'allow'; assetType: AssetType; amount: bigint }

/**
 * Why an EIP-7702 account cannot be used: it is delegated to another contract, or the authorization
 * that was supplied is invalid. `message` is a sentence for its owner.
 */
export type DelegationError = { kind: 'elsewhere' | 'unfit'; message: string }

/** What a solver holds, all at one block. Smallest units. */
export type Inventory = {
  block: bigint
  holdings: readonly {
    assetType: AssetType
    units: bigint
    /** Allowance of the settler; undefined for native coins, which have none. */
    allowance: bigint | undefined
  }[]
}

/** Limits for the fees of a stuck transaction's replacement. */
export type FeeCeiling = {
  kind: Action['kind']
  /** The bytes that were signed first. */
  first: Hex
  /** Value at stake in wei, which the fees never exceed; undefined if it is not known. */
  worthWei: bigint | undefined
}

/** Which of the service's keys sends a transaction. */
export type SenderRole = 'executor' | 'solver'

/** A signed transaction and its id. */
export type SignedTransaction<Of extends Ecosystem = Ecosystem> = {
  hash: Of['transaction']
  raw: Hex
}

/** A transaction that lacks only its nonce. `sign` may be called again with another nonce. */
export type PreparedTransaction<Of extends Ecosystem = Ecosystem> = {
  sender: SenderRole
  sign: (nonce: bigint) => Promise<SignedTransaction<Of>>
  /**
   * Gas used and its cost at current prices, in the smallest unit of the native coin; absent if the
   * transaction itself bounds its cost (Solana).
   */
  gas?: { used: bigint; cost: bigint }
  /**
   * What a call takes from its account, as the simulation of exactly this transaction shows; see
   * `PreparedCalls`. Undefined for other actions, and if its contracts kept it from being measured.
   */
  outflow?: readonly AssetAmount[] | undefined
  /** Hash of the user operation it carries. */
  userOpHash?: Hash
  /**
   * The account it deploys. No second such transaction may be pending, and none may have been
   * included after the block at which the account was found missing.
   */
  deploys?: { account: Of['address']; missingAt: bigint }
  /**
   * Signer of the EIP-7702 authorization it carries. Nodes reject such a transaction while that
   * account has pending transactions of its own.
   */
  authority?: Of['address']
}

/** Why a transaction would revert now: reason and revert data. */
export type RevertedSimulation = { refused: FailReason; revertData: Hex }

/** Outcome of a mined transaction. For a deposit the user operation's outcome decides. */
export type TransactionOutcome<Of extends Ecosystem = Ecosystem> = {
  hash: Of['transaction']
  block: bigint
  isSuccess: boolean
  /** Outcome of the user operation in it; `replaced` means the nonce was used by another one. */
  outcome: 'none' | 'succeeded' | 'reverted' | 'replaced'
  /** Why it failed; null if it did not. */
  reason: FailReason | null
  /** Gas cost borne by the service, for the operation or for a transaction without one; wei. */
  sponsoredWei: bigint
}

/**
 * A node's response to a broadcast, used for scheduling only. Whether a transaction counts is read
 * from its receipt, never from this (durability 6). `unfunded`: the sender's coins do not suffice;
 * `refused`: a reason within the transaction, which may never pass.
 */
export type BroadcastResult =
  | 'taken'
  | 'nonce used'
  | 'underpriced'
  | 'unfunded'
  | 'refused'
  | 'no answer'

/** Nonces of a chain where each key's transactions are strictly ordered. */
export type Nonces<Of extends Ecosystem = Ecosystem> = {
  /** Signs a replacement of these bytes that does nothing: same nonce, higher fees. */
  revoke(raw: Hex, sender: SenderRole): Promise<SignedTransaction<Of>>
  /** Signs a transaction that only uses up a nonce. */
  signGap(sender: SenderRole, nonce: bigint): Promise<SignedTransaction<Of>>
  /**
   * Number of transactions an address has sent: mined ones (`latest`), pending ones included (the
   * next nonce), or those mined up to a block number.
   */
  readTransactionCount(address: Of['address'], at: 'latest' | 'pending' | bigint): Promise<bigint>
}

/** What contract calls commit to, computed without reading the chain. */
export type CallSettlement<Of extends Ecosystem = Ecosystem> = {
  /** Hash under which the settler records a loan to a call. */
  hashFill(fill: CallFill, solver: EvmAddress): Hash
  /** Decodes what a call operation commits to; undefined if it is not one the service builds. */
  readTerms(operation: Of['operation']): CallTerms | undefined
}

/**
 * Attestations on a chain where attestors sign the payout transaction itself (Solana): it names
 * them as signers and is only valid as long as its blockhash.
 */
export type AttestedTransactions<Of extends Ecosystem = Ecosystem> = {
  /** Whether the payout can succeed now; if not, it is not worth signing yet. */
  hasReceiver(payout: Payout<Of>): Promise<boolean>
  /** Worker: builds the message to sign, as bytes. */
  draft(payout: Payout<Of>): Promise<Hex>
  /**
   * Attestor: why a message is not exactly what this chain would build for the payout; undefined if
   * it is. Reads only chain data that the message refers to.
   */
  findError(message: Hex, payout: Payout<Of>): string | undefined
  /**
   * Combines attestors' results, each a 64-byte signature followed by the message it is for;
   * undefined if no message has all the signatures it needs.
   */
  join(signed: readonly Hex[]): Hex | undefined
}

/** An order to release or refund in a transaction that these attestors sign. */
export type Payout<Of extends Ecosystem = Ecosystem> = {
  kind: 'release' | 'refund'
  order: Of['order']
  /** As many as the threshold, in ascending order. */
  attestors: readonly Of['address'][]
}

/** Chain access of executions. Functions throw ChainUnavailableError if it does not answer. */
export type SettlementChain<Of extends Ecosystem = Ecosystem> = {
  chainId: ChainId
  /** Confirmations after which a block counts; 1 means mined, or confirmed. */
  depth: number
  blockMs: number
  senders: Record<SenderRole, Of['address']>
  /** The same chain with each additional executor: a stuck transaction of one blocks no other. */
  executorChains?: readonly SettlementChain<Of>[]
  /**
   * Decodes what an operation commits to; undefined if it is not one the service builds.
   *
   * @param appReceiver - Who gets the app's part of the fee; nobody unless given.
   */
  readTerms(operation: Of['operation'], appReceiver?: AccountAddress): LegTerms<Of> | undefined
  /**
   * Why an operation is not the one this chain would build for an intent; undefined if it is. Reads
   * nothing from the chain: values that change with time (gas prices, a blockhash) may differ
   * within bounds.
   */
  findMismatch(operation: Of['operation'], intent: OperationIntent): OperationMismatch | undefined
  /** Signer of the operation, in any form its account accepts; undefined if invalid. */
  recoverSigner(operation: Of['operation'], account: Account): Promise<Of['address'] | undefined>
  /** Signer of the operation's approval, the only form for session keys; undefined if invalid. */
  recoverApprover(operation: Of['operation']): Promise<Of['address'] | undefined>
  /** Why the account would not run our contract when the operation executes (EIP-7702). */
  checkDelegation(
    operation: Of['operation'],
    account: Account,
  ): Promise<DelegationError | undefined>
  /** Why the operation's calls would revert now; undefined if they would not. */
  tryOperation(
    operation: Of['operation'],
    options: { account: Account; hasCode: boolean },
  ): Promise<RevertedSimulation | undefined>
  /** Hash under which this chain's settler records a fill. */
  hashFill(fill: Of['fill'], solver: Of['address']): Hash
  readHead(): Promise<Block>
  readState(question: StateQuery<Of>, block: bigint): Promise<SettlementState<Of>>
  readBalance(
    owner: Of['address'],
    assetType: AssetType,
  ): Promise<{ units: bigint; block: bigint; hasCode: boolean }>
  /** Reads the solver's balances of these assets; a token that does not answer counts as zero. */
  readInventory(assetTypes: readonly AssetType[]): Promise<Inventory>
  /** Reads what the paymaster has left for operations. Absent where none pays for them. */
  readDeposit?(): Promise<bigint>
  readTransactionOutcome(
    hash: Of['transaction'],
    userOpHash: Hash | undefined,
  ): Promise<TransactionOutcome<Of> | undefined>
  /**
   * Outcome of the operation that used this nonce, whoever bundled it; searched from a block on.
   */
  findOperation(
    operation: { sender: Of['address']; nonce: bigint },
    options: { fromBlock: bigint },
  ): Promise<TransactionOutcome<Of> | undefined>
  /** Transactions that changed the state of an order, whoever sent them. */
  findOrderEvents(
    orderHash: Hash,
    options: { fromBlock: bigint },
  ): Promise<readonly OrderEvent<Of>[]>
  /** Builds a transaction and simulates it on the latest state. */
  prepare(action: Action<Of>): Promise<PreparedTransaction<Of> | RevertedSimulation>
  /**
   * Signs the same transaction again: with higher fees (EVM), or with a new blockhash once the old
   * one has certainly expired (Solana). Undefined while it must not be replaced, or if others
   * signed it too. Fees never rise on Solana: they are bounded when the transaction is built.
   */
  replace(
    raw: Hex,
    options: { sender: SenderRole; ceiling: FeeCeiling },
  ): Promise<SignedTransaction<Of> | 'fees at their limit' | undefined>
  broadcast(raw: Hex): Promise<BroadcastResult>
  /** Absent where accounts make no contract calls. */
  calls?: CallSettlement<Of>
  /** Absent where transactions are not ordered by nonces. */
  nonces?: Nonces<Of>
  /**
   * Whether these bytes were not included and never can be: their blockhash has expired at finality
   * and the signature is unknown. Absent where nonces tell.
   */
  isLost?(raw: Hex): Promise<boolean>
  /** Absent where attestations are data and not signatures of the transaction. */
  attested?: AttestedTransactions<Of>
  /**
   * Reclaims rent of accounts that are no longer needed; returns for each whether it is gone.
   * Absent where there is no rent.
   *
   * @param onRefused - Called for each account that is due but cannot be closed, with its index and
   *   the reason.
   */
  reclaim?(
    this: void,
    reclaimable: readonly ReclaimableAccount<Of>[],
    onRefused?: OnReclaimError,
  ): Promise<readonly boolean[]>
}

/** Called with the index of an account that cannot be closed, and the reason. */
export type OnReclaimError = (index: number, why: string) => void

/** An account left by a finished execution, whose rent was paid: an order or a fill record. */
export type ReclaimableAccount<Of extends Ecosystem = Ecosystem> =
  | { kind: 'order'; orderHash: Hash }
  | { kind: 'fill'; solver: Of['address']; fillId: Hash }

/** A transaction that changed the state of an order. */
export type OrderEvent<Of extends Ecosystem = Ecosystem> = {
  kind: 'deposited' | 'released' | 'refunded'
  hash: Of['transaction']
}
