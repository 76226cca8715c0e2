import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import type { SolanaMessage } from '#chains/solana/codec/message.ts'
import type { EvmAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation, SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import type { SolanaFill, SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { UnlistedReading } from '#protocol/quotes/unlistedToken.ts'
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
import type { TradedToken } from './tradedToken.ts'

/** The input of the verifier of a quote. */
export type VerifierInput = {
  /** The JSON as received. */
  received: unknown
  /** The user's request. */
  request: QuoteRequest
  roots: Roots
  /** Unix seconds on the service's clock. */
  nowSeconds: number
  /**
   * US dollars per whole token by asset type, from the pinned feeds; absent if they were not read.
   */
  prices?: ReadonlyMap<string, number> | undefined
  /** Required for quotes that pay or deliver on Solana. */
  solana?: SolanaVerifier
  /** The token of the request that no list names, as this app read it; absent if there is none. */
  unlisted?: UnlistedReading
  /** The quote is one of the past, from a file: it can be read, and never signed. */
  isPast?: boolean
}

/** A decoded operation of either ecosystem. */
export type ParsedOperation = ParsedEvmOperation | ParsedSolanaOperation

/** A decoded operation on an EVM chain. */
export type ParsedEvmOperation = {
  kind: 'evm'
  index: number
  operation: EvmChainOperation
  chain: EvmRootChain
  asset: EvmRootAsset
  /** The account, among those of the request, that makes it. */
  account: EvmAccount
  calls: readonly CallFact[]
  /** The order it deposits for; undefined when it acts on its own chain only. */
  order: Order | undefined
}

/** Deadlines of a quote, Unix seconds, all counted from one time. */
export type QuoteDeadlines = {
  /** The time that they count from: when an honest service made the quote. */
  madeAt: bigint
  /** Whether a deadline is signed; else they count from when the quote can no longer be executed. */
  isSigned: boolean
  depositDeadline: bigint
  fillDeadline: bigint
  refundAfter: bigint
}

/** A quote of the right form, with what the checks of its content share. */
export type ParsedQuote = VerifierInput & {
  quote: Quote
  operations: readonly ParsedOperation[]
  /** Operations that could not be decoded. */
  unreadable: readonly UnreadableOperation[]
  deadlines: QuoteDeadlines
  destination: RootPlace | undefined
  /** The token that no list names, where the request asks for one that a pool prices. */
  traded?: TradedToken
}

/** An operation that could not be decoded, with the reason. */
export type UnreadableOperation = { index: number; reason: string }

/** A payment, and the creation of its destination account where that may not exist. */
export type Payment = {
  payment: InstructionFact & { name: 'transfer' }
  account: (InstructionFact & { name: 'createTokenAccount' }) | undefined
}

/** An operation on a Solana chain, decoded from its message. */
export type ParsedSolanaOperation = {
  kind: 'solana'
  index: number
  operation: SolanaChainOperation
  chain: SolanaRootChain
  asset: SolanaRootAsset
  /** The account, among those of the request, that signs it. */
  account: SolanaAccount
  message: SolanaMessage
  /** One per instruction of the message, in order. */
  facts: readonly InstructionFact[]
  /** The order it deposits for; undefined when it only pays on its own chain. */
  order: SolanaOrder | undefined
  /** Its direct payments, in order: the amount, the service's fee, the fee of an app. */
  payments: readonly Payment[]
  /** Instructions that belong to neither a deposit nor a payment. */
  rest: readonly InstructionFact[]
}

/** An operation on an EVM chain that deposits into the escrow contract. */
export type EvmDeposit = ParsedEvmOperation & { order: Order }

/** An operation on a Solana chain that deposits into the escrow program. */
export type SolanaDeposit = ParsedSolanaOperation & { order: SolanaOrder }

/** An operation that deposits into the escrow. */
export type Deposit = EvmDeposit | SolanaDeposit

/** The Solana part of the verifier, loaded when a quote pays or delivers there. */
export type SolanaVerifier = {
  read: (
    operation: SolanaChainOperation,
    at: { index: number; evidence: VerifierInput },
  ) => ParsedSolanaOperation | UnreadableOperation
  /** The checks of every operation. */
  checkOperation: (read: ParsedSolanaOperation) => Check[]
  /** The checks of a deposit instruction; its order is checked like an EVM order. */
  checkDeposit: (deposit: SolanaDeposit) => Check[]
  /** The checks of a transfer on its own chain. */
  checkTransfer: (read: ParsedSolanaOperation, quoted: ParsedQuote) => Check[]
  /** The fill hash that orders commit to for a delivery on Solana. */
  hashDelivery: (delivery: Omit<SolanaFill, 'token'>, to: RootPlace & { kind: 'solana' }) => Hash
  /** What an operation does, as the page shows it. */
  getFacts: (read: ParsedSolanaOperation) => Omit<SolanaOperationFacts, 'fee' | 'appFee'>
}
