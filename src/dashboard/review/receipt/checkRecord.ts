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
import { translate } from '../../language/translate.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'

/** Checks that the service's record fits the quote; nobody signs it, so that this proves nothing more. */
export function checkRecord({ quoteId, record, events }: Receipt, quote?: Quote): Check[] {
  if (!record) return []
  return [
    checkSame('record', translate('Reported quote'), { actual: record.quoteId, expected: quoteId }),
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
    checkThat(
      'record',
      isUser,
      isUser
        ? translate('{user} is one of the quote’s accounts', { user: record.user })
        : translate('{user} is not one of the quote’s accounts', { user: record.user }),
    ),
    checkThat(
      'record',
      isRecipient,
      translate('Reported recipient: {address}', {
        address: record.recipientAccountId,
      }),
    ),
    checkChains(record.originChainOperations, {
      allowed: from,
      describe: (chains) =>
        chains === ''
          ? translate('Not paid on any chain')
          : translate('Paid on {name}', { name: chains }),
    }),
    checkChains(record.destinationChainOperations, {
      allowed: [to],
      describe: (chains) =>
        chains === ''
          ? translate('Not delivered on any chain')
          : translate('Delivered on {name}', { name: chains }),
    }),
    checkChains(record.refundOperations ?? [], {
      allowed: from,
      describe: (chains) =>
        chains === ''
          ? translate('Not refunded on any chain')
          : translate('Refunded on {name}', { name: chains }),
    }),
  ]
}

function checkChains(
  operations: readonly LandedOperation[],
  { allowed, describe }: { allowed: readonly ChainId[]; describe: (chains: string) => string },
): Check {
  const chains = operations.map(({ chain }) => chain)
  const isMet = chains.every((chain) => allowed.includes(chain))
  return checkThat('record', isMet, describe(chains.join(', ')))
}

/** A delivery is reported with its transaction, and nothing is delivered and refunded. */
function checkOutcome({ status, destinationChainOperations }: StatusRecord): Check[] {
  const isDelivered = status === 'EXECUTED' || status === 'COMPLETED'
  const hasDelivery = destinationChainOperations.length > 0
  const isMet = isDelivered ? hasDelivery : status !== 'REFUNDED' || !hasDelivery
  return [
    checkThat(
      'record',
      isMet,
      hasDelivery
        ? translate('Reported as {status}, with a delivery', { status })
        : translate('Reported as {status}, without a delivery', { status }),
    ),
  ]
}

function checkHash({ chain, hash }: Pick<LandedOperation, 'chain' | 'hash'>): Check {
  const form = getChainKind(chain) === 'evm' ? /^0x[0-9a-f]{64}$/ : /^[1-9A-HJ-NP-Za-km-z]{80,90}$/
  const isMet = form.test(hash)
  return checkThat(
    'record',
    isMet,
    isMet
      ? translate('Every transaction ID has its chain’s format')
      : translate('{hash} isn’t a transaction ID of {chain}', { hash, chain }),
  )
}

function getOperations(record: StatusRecord): readonly LandedOperation[] {
  const { originChainOperations, destinationChainOperations, refundOperations = [] } = record
  return [...originChainOperations, ...destinationChainOperations, ...refundOperations]
}
