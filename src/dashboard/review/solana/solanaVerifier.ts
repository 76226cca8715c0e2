import { sha256 } from '@noble/hashes/sha2.js'

import { decodeBase64, encodeHex } from '#chains/solana/program/bytes.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { hashSolanaFill, type SolanaFill } from '#protocol/orders/solanaOrder.ts'
import type { RootPlace } from '../cases/roots.ts'
import { checkSolanaDeposit } from './checkSolanaDeposit.ts'
import { checkSolanaOperation } from './checkSolanaOperation.ts'
import { checkSolanaTransfer } from './checkSolanaTransfer.ts'
import type { SolanaOperationFacts } from '../cases/operationFacts.ts'
import { parseSolanaOperation } from './parseSolanaOperation.ts'
import type { ParsedSolanaOperation, SolanaVerifier } from '../cases/parsedQuote.ts'

/** The Solana part of the verifier, loaded when a quote pays or delivers there. */
export const solanaVerifier: SolanaVerifier = {
  read: parseSolanaOperation,
  checkOperation: checkSolanaOperation,
  checkDeposit: checkSolanaDeposit,
  checkTransfer: checkSolanaTransfer,
  hashDelivery,
  getFacts,
}

/** Computes the fill hash that orders commit to for a delivery on Solana. */
function hashDelivery(
  delivery: Omit<SolanaFill, 'token'>,
  { asset, chain }: RootPlace & { kind: 'solana' },
): Hash {
  const { chainId, program, roles } = chain
  return hashSolanaFill(
    { ...delivery, token: asset.token },
    { chainId, program, solver: roles.solver },
  )
}

/** What an operation does, as the page shows it. */
function getFacts(read: ParsedSolanaOperation): Omit<SolanaOperationFacts, 'fee'> {
  const { operation, message, order } = read
  return {
    kind: 'solana',
    index: read.index,
    chain: read.chain,
    asset: read.asset,
    account: read.account,
    amount: BigInt(operation.amount),
    facts: read.facts,
    validUntil: order?.depositDeadline,
    refundAfter: order?.refundAfter,
    feePayer: message.feePayer,
    recentBlockhash: message.blockhash,
    dataToSign: operation.dataToSign,
    digest: toDigest(operation.dataToSign),
    instructions: operation.instructions,
  }
}

function toDigest(dataToSign: string): Hash {
  return Hash.parse(encodeHex(sha256(decodeBase64(dataToSign))))
}
