import type { HistoryRecord } from '#protocol/status/status.ts'
import type { Formats } from '../../../components/amounts/createFormats.ts'
import { shortenAddress } from '../../../components/status/Address.tsx'
import { translate, translateIn } from '../../../language/translate.ts'
import type { HistoryRow } from './historyRow.ts'

/** What each kind of execution is called. */
export const kindWords = {
  SWAP: translateIn('a kind of execution', 'Swap'),
  TRANSFER: translate('Transfer'),
  CALL: translate('Contract call'),
} satisfies Record<HistoryRecord['type'], string>

/** A row in words. */
export type RowWords = {
  /** What was paid, of a transfer what was sent; of a call, its function and contract. */
  title: string
  detail: string
  /** What came of it, or what comes next. */
  result: string
  /** Worth of the result at today's prices; empty without a price. */
  worth: string
}

/** Describes an execution for its row. */
export function describeRow(row: HistoryRow, formats: Formats): RowWords {
  const head = describeHead(row, formats)
  // Where the result has the worth of what arrives, what was paid has its own.
  const isPaidElsewhere = row.type === 'SWAP' && !row.hasFailed && row.paidUsd !== undefined
  const paidWorth = isPaidElsewhere ? ` \u00b7 ${formats.usd(row.paidUsd ?? 0)}` : ''
  return { ...head, detail: head.detail + paidWorth, ...describeResult(row, formats) }
}

/** Names the recipient: by name, as one's own, or by its address. */
export function describeRecipient(
  row: Pick<HistoryRow, 'recipient' | 'recipientName' | 'isToOther'>,
): string {
  if (row.recipientName !== undefined) return row.recipientName
  return row.isToOther && row.recipient !== undefined
    ? shortenAddress(row.recipient)
    : translate('your account')
}

function describeHead(row: HistoryRow, formats: Formats): Pick<RowWords, 'title' | 'detail'> {
  const paid = row.paid && formats.asset(row.paid)
  const chain = row.destination.name
  const title = paid ?? kindWords[row.type]
  switch (row.type) {
    case 'SWAP': {
      const symbol = row.received?.symbol ?? translate('an asset')
      return {
        title,
        detail: row.isToOther
          ? translate('Swap to {symbol} on {chain} for {recipient}', {
              symbol,
              chain,
              recipient: describeRecipient(row),
            })
          : translate('Swap to {symbol} on {chain}', { symbol, chain }),
      }
    }
    case 'TRANSFER':
      return {
        title: row.received ? formats.asset(row.received) : title,
        detail: translate('Transfer to {recipient} on {chain}', {
          recipient: describeRecipient(row),
          chain,
        }),
      }
    case 'CALL': {
      const call = translate('Contract call on {chain}', { chain })
      if (row.callName === undefined)
        return { title: call, detail: paid === undefined ? '' : translate('For {paid}', { paid }) }
      return {
        title: row.callName,
        detail:
          paid === undefined
            ? call
            : translate('Contract call on {chain}, for {paid}', { chain, paid }),
      }
    }
  }
}

function describeResult(row: HistoryRow, formats: Formats): Pick<RowWords, 'result' | 'worth'> {
  const [paid, received] = [row.paidUsd, row.receivedUsd].map((usd) =>
    usd === undefined ? '' : formats.usd(usd),
  )
  const [paidWorth, receivedWorth] = [paid ?? '', received ?? '']
  switch (row.status) {
    case 'PENDING':
    case 'IN_PROGRESS':
      if (row.type === 'CALL') return { result: translate('Call is next'), worth: paidWorth }
      if (row.type === 'TRANSFER') return { result: translate('In progress'), worth: receivedWorth }
      return {
        result: row.minimum
          ? translate('At least {amount}', { amount: formats.asset(row.minimum) })
          : translate('In progress'),
        worth: receivedWorth,
      }
    case 'EXECUTED':
    case 'COMPLETED':
      if (row.type === 'CALL') return { result: translate('Call has run'), worth: paidWorth }
      return row.received && row.type === 'SWAP'
        ? { result: formats.asset(row.received), worth: receivedWorth }
        : { result: translate('Delivered'), worth: receivedWorth }
    case 'REFUNDED':
      return row.wasTaken
        ? { result: translate('Fully refunded'), worth: paidWorth }
        : { result: translate('Nothing charged'), worth: '' }
    case 'FAILED':
      return { result: translate('Ready to reclaim'), worth: paidWorth }
  }
}
