import { decodeBase64, encodeBase64 } from '#chains/solana/program/bytes.ts'
import { decodeMessage, type SolanaMessage, getSigners } from '#chains/solana/codec/message.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { translate } from '../../language/translate.ts'
import { isSolanaAccount } from '../cases/parseQuote.ts'
import { findRootPlace } from '../cases/roots.ts'
import { type InstructionFact, toInstructionFact } from '../cases/instructionFact.ts'
import type {
  VerifierInput,
  Payment,
  ParsedSolanaOperation,
  UnreadableOperation,
} from '../cases/parsedQuote.ts'

/** Decodes an operation's message and finds its chain, asset and account. */
export function parseSolanaOperation(
  operation: SolanaChainOperation,
  at: { index: number; evidence: VerifierInput },
): ParsedSolanaOperation | UnreadableOperation {
  const { index, evidence } = at
  const place = findRootPlace(evidence.roots, operation.assetType)
  if (place?.kind !== 'solana')
    return {
      index,
      reason: translate('this app doesn’t know the asset {asset}', {
        asset: operation.assetType,
      }),
    }
  const message = parseDataToSign(operation.dataToSign)
  if (!message) return { index, reason: translate('this app can’t read its message') }
  const signers = getSigners(message)
  const account = evidence.request.from.accounts
    .filter(isSolanaAccount)
    .find(({ accountAddress }) => signers.includes(accountAddress))
  if (!account) return { index, reason: translate('none of your accounts signs it') }
  const { chain, asset } = place
  const facts = message.instructions.map((one) => toInstructionFact(one, chain.program))
  const parts = splitFacts(facts)
  return { kind: 'solana', index, operation, chain, asset, account, message, facts, ...parts }
}

/** Decodes a message; undefined unless it is in canonical base64. */
function parseDataToSign(dataToSign: string): SolanaMessage | undefined {
  try {
    const bytes = decodeBase64(dataToSign)
    return encodeBase64(bytes) === dataToSign ? decodeMessage(bytes) : undefined
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** Splits the facts that follow the two compute budget instructions. */
function splitFacts(
  facts: readonly InstructionFact[],
): Pick<ParsedSolanaOperation, 'order' | 'payments' | 'rest'> {
  const rest = facts.slice(2)
  const [first] = rest
  if (first?.name === 'open') return { order: first.order, payments: [], rest: rest.slice(1) }
  const payments = [1, 2, 3].map(() => extractPayment(rest)).filter((one) => one !== undefined)
  return { order: undefined, payments, rest }
}

function extractPayment(facts: InstructionFact[]): Payment | undefined {
  const account = facts[0]?.name === 'createTokenAccount' ? facts[0] : undefined
  const payment = facts[account ? 1 : 0]
  if (payment?.name !== 'transfer') return undefined
  facts.splice(0, account ? 2 : 1)
  return { payment, account }
}
