import {
  type ChainId,
  getChainKind,
  isSameAddress,
  parseRecipient,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { LandedOperation, StatusRecord } from '#protocol/status/status.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { Receipt } from '#protocol/status/receipt.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'

/** Checks that the service's record fits the quote; nobody signs it, so that this proves nothing more. */
export function checkRecord({ quoteId, record, events }: Receipt, quote?: Quote): Check[] {
  if (!record) return []
  return [
    checkSame('record', 'Quote reported', { actual: record.quoteId, expected: quoteId }),
    ...checkOutcome(record),
    ...getOperations(record).map(checkHash),
    ...events.map(({ chain, hash }) => checkHash({ chain, hash })),
    ...(quote ? checkAgainstQuote(record, quote) : []),
  ]
}

function checkAgainstQuote(record: StatusRecord, quote: Quote): Check[] {
  const { originToken, destinationToken, accounts } = quote
  const from = originToken.assetType.map((assetType) => splitAssetType(assetType).chainId)
  const to = splitAssetType(destinationToken.assetType).chainId
  const [chain, address = ''] = record.recipientAccountId.split('/')
  const named = parseRecipient(destinationToken.recipientAccount)
  const isRecipient =
    named !== undefined && chain === named.chainId && isSameAddress(address, named.address)
  const isUser = accounts.some(({ accountAddress }) => isSameAddress(accountAddress, record.user))
  return [
    checkThat('record', isUser, `${record.user} is ${isUser ? '' : 'not '}an account of the quote`),
    checkThat('record', isRecipient, `It reports the recipient ${record.recipientAccountId}`),
    checkChains('Paid', { operations: record.originChainOperations, allowed: from }),
    checkChains('Delivered', { operations: record.destinationChainOperations, allowed: [to] }),
    checkChains('Returned', { operations: record.refundOperations ?? [], allowed: from }),
  ]
}

function checkChains(
  what: string,
  of: { operations: readonly LandedOperation[]; allowed: readonly ChainId[] },
): Check {
  const chains = of.operations.map(({ chain }) => chain)
  const isMet = chains.every((chain) => of.allowed.includes(chain))
  return checkThat('record', isMet, `${what} on ${chains.join(', ') || 'no chain'}`)
}

/** A delivery is reported with its transaction, and nothing is delivered and refunded. */
function checkOutcome({ status, destinationChainOperations }: StatusRecord): Check[] {
  const isDelivered = status === 'EXECUTED' || status === 'COMPLETED'
  const hasDelivery = destinationChainOperations.length > 0
  const isMet = isDelivered ? hasDelivery : status !== 'REFUNDED' || !hasDelivery
  const which = hasDelivery ? 'with a delivery' : 'without a delivery'
  return [checkThat('record', isMet, `Reported as ${status}, ${which}`)]
}

function checkHash({ chain, hash }: Pick<LandedOperation, 'chain' | 'hash'>): Check {
  const form = getChainKind(chain) === 'evm' ? /^0x[0-9a-f]{64}$/ : /^[1-9A-HJ-NP-Za-km-z]{80,90}$/
  const isMet = form.test(hash)
  return checkThat(
    'record',
    isMet,
    isMet ? 'Every transaction has the form of its chain' : `${hash} is no transaction of ${chain}`,
  )
}

function getOperations(record: StatusRecord): readonly LandedOperation[] {
  const { originChainOperations, destinationChainOperations, refundOperations = [] } = record
  return [...originChainOperations, ...destinationChainOperations, ...refundOperations]
}
