import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import type { SolanaMessage } from '#chains/solana/codec/message.ts'
import type { EvmAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation, SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import type { SolanaFill, SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { Check } from '../claims/check.ts'
import type {
  EvmRootAsset,
  EvmRootChain,
  RootPlace,
  Roots,
  SolanaRootAsset,
  SolanaRootChain,
} from './roots.ts'
import type { InstructionFact } from './instructionFact.ts'
import type { SolanaOperationFacts } from './operationFacts.ts'

/** What the verifier is given. */
export type VerifierInput = {
  /** The JSON as received. */
  received: unknown
  /** What the user asked for. */
  request: QuoteRequest
  roots: Roots
  /** Unix seconds on the service's clock. */
  nowSeconds: number
  /** US dollars per whole token by asset type, read from the pinned feeds; absent if not read. */
  prices?: ReadonlyMap<string, number>
  /** What reads Solana; without it a quote that touches Solana cannot be verified. */
  solana?: SolanaVerifier
}

/** An operation of either ecosystem with everything known about it. */
export type ParsedOperation = ParsedEvmOperation | ParsedSolanaOperation

/** An operation on an EVM chain with everything known about it. */
export type ParsedEvmOperation = {
  kind: 'evm'
  index: number
  operation: EvmChainOperation
  chain: EvmRootChain
  asset: EvmRootAsset
  /** The account of the request that makes it. */
  account: EvmAccount
  calls: readonly CallFact[]
  /** The order it deposits; undefined when it acts on its own chain only. */
  order: Order | undefined
}

/** Deadlines of a quote in Unix seconds, all counted from the moment it was made. */
export type Deadlines = {
  madeAt: bigint
  depositDeadline: bigint
  fillDeadline: bigint
  refundAfter: bigint
}

/** A quote whose form is right, with what the checks of its content share. */
export type ParsedQuote = VerifierInput & {
  quote: Quote
  operations: readonly ParsedOperation[]
  /** Indexes of operations that could not be read at all, and why. */
  unreadable: readonly UnreadableOperation[]
  deadlines: Deadlines
  destination: RootPlace | undefined
}

/** An operation that could not be read, and why. */
export type UnreadableOperation = { index: number; reason: string }

/** A payment, and the making of the account it goes to where it may be missing. */
export type Payment = {
  payment: InstructionFact & { name: 'transfer' }
  account: (InstructionFact & { name: 'createTokenAccount' }) | undefined
}

/** An operation on a Solana chain with everything known about it, read from its message. */
export type ParsedSolanaOperation = {
  kind: 'solana'
  index: number
  operation: SolanaChainOperation
  chain: SolanaRootChain
  asset: SolanaRootAsset
  /** The account of the request that signs it. */
  account: SolanaAccount
  message: SolanaMessage
  /** One for each instruction of the message, same order. */
  facts: readonly InstructionFact[]
  /** The order it deposits; undefined when it only pays on its own chain. */
  order: SolanaOrder | undefined
  /** What it pays directly, in order: what moves, then the fee. */
  payments: readonly Payment[]
  /** Instructions that have no part in a deposit or a payment. */
  rest: readonly InstructionFact[]
}

/** An operation on an EVM chain that deposits into the escrow contract. */
export type EvmDeposit = ParsedEvmOperation & { order: Order }

/** An operation on a Solana chain that deposits into the escrow program. */
export type SolanaDeposit = ParsedSolanaOperation & { order: SolanaOrder }

/** An operation that deposits into the escrow. */
export type Deposit = EvmDeposit | SolanaDeposit

/**
 * What reads Solana: the part of the verifier that is loaded when a quote pays or delivers there.
 */
export type SolanaVerifier = {
  read: (
    operation: SolanaChainOperation,
    at: { index: number; evidence: VerifierInput },
  ) => ParsedSolanaOperation | UnreadableOperation
  /** What must hold for an operation whatever it does. */
  checkOperation: (read: ParsedSolanaOperation) => Check[]
  /** The instruction that deposits; its order is checked as any other one. */
  checkDeposit: (deposit: SolanaDeposit) => Check[]
  /** A transfer on its own chain. */
  checkTransfer: (read: ParsedSolanaOperation, quoted: ParsedQuote) => Check[]
  /** What orders commit to for a delivery to a wallet on a Solana chain. */
  hashDelivery: (delivery: Omit<SolanaFill, 'token'>, to: RootPlace & { kind: 'solana' }) => Hash
  /** What an operation does, in the words of the page. */
  getFacts: (read: ParsedSolanaOperation) => Omit<SolanaOperationFacts, 'fee'>
}
