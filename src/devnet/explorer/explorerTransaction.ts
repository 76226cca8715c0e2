import {
  formatUnits,
  type Log,
  parseEventLogs,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { Hash } from '#protocol/ids/hex.ts'
import {
  formatDate,
  type TableRow,
  renderFacts,
  renderLink,
  renderMissing,
  renderPage,
} from './explorerPage.ts'
import {
  renderAddressLink,
  getCoinSymbol,
  type ShownChain,
  type Subject,
} from './explorerSubject.ts'
import { type Html, html } from './html.ts'
import type { DevnetResponse } from './route.ts'

/** Renders a transaction: what it did, whether it succeeded, its token transfers. */
export async function renderTransactionPage(subject: Subject): Promise<DevnetResponse> {
  const { chain, id } = subject
  const hash = Hash.safeParse(id)
  const missing = renderMissing(`${chain.name} knows no transaction`, id)
  if (!hash.success) return missing
  const transaction = await chain.client
    .getTransaction({ hash: hash.data })
    .catch(ignoreError(TransactionNotFoundError))
  if (!transaction) return missing
  const receipt = await chain.client
    .getTransactionReceipt({ hash: hash.data })
    .catch(ignoreError(TransactionReceiptNotFoundError))
  const block = receipt && (await chain.client.getBlock({ blockNumber: receipt.blockNumber }))
  const facts: TableRow[] = [
    ['Chain', `${chain.name} (eip155:${chain.number})`],
    ['Hash', transaction.hash],
    ['Status', formatStatus(receipt)],
    ...(receipt && block
      ? ([
          ['Block', renderLink(chain.number, 'block', { id: String(receipt.blockNumber) })],
          ['Time', formatDate(block.timestamp)],
        ] satisfies TableRow[])
      : []),
    ...getPartyFacts(transaction, { receipt, shown: subject }),
  ]
  return renderPage({
    title: 'Transaction',
    body: html`${renderFacts(facts)} ${receipt ? renderEvents(receipt, subject) : ''}`,
  })
}

function getPartyFacts(
  transaction: Transaction,
  rest: { receipt: TransactionReceipt | undefined; shown: ShownChain },
): TableRow[] {
  const { receipt, shown } = rest
  const coin = getCoinSymbol(shown)
  const to = transaction.to ?? receipt?.contractAddress
  return [
    ['From', renderAddressLink(shown, transaction.from)],
    ['To', to ? renderAddressLink(shown, to) : 'creates a contract'],
    ['Value', `${formatUnits(transaction.value, 18)} ${coin}`],
    ['Nonce', transaction.nonce],
    ...(receipt
      ? ([
          ['Gas used', receipt.gasUsed],
          ['Fee', `${formatUnits(receipt.gasUsed * receipt.effectiveGasPrice, 18)} ${coin}`],
        ] satisfies TableRow[])
      : []),
    ['Input', transaction.input],
  ]
}

function formatStatus(receipt: TransactionReceipt | undefined): string {
  if (!receipt) return 'waits for a block'
  return receipt.status === 'success' ? 'succeeded' : 'reverted'
}

function renderEvents({ logs }: TransactionReceipt, shown: ShownChain): Html {
  const operations = parseEventLogs({ abi: entryPointAbi, logs, eventName: 'UserOperationEvent' })
  const transfers = parseEventLogs({ abi: devTokenAbi, logs, eventName: 'Transfer' })
  return html`
    ${operations.map(
      ({ args }) =>
        html`<h2>User operation</h2>
          ${renderFacts([
            ['Account', renderAddressLink(shown, args.sender)],
            ['Result', args.success ? 'succeeded' : 'reverted'],
            ['Hash', args.userOpHash],
          ])}`,
    )}
    ${transfers.length > 0 ? html`<h2>Token transfers</h2>` : ''}
    ${transfers.map(({ address, args }) =>
      renderFacts([
        ['Token', renderAddressLink(shown, address)],
        ['From', renderAddressLink(shown, args.from)],
        ['To', renderAddressLink(shown, args.to)],
        ['Smallest units', args.value],
      ]),
    )}
    ${logs.length > 0 ? html`<h2>Events</h2>` : ''} ${logs.map((log) => renderEvent(log, shown))}
  `
}

function renderEvent({ address, topics, data }: Log, shown: ShownChain): Html {
  return renderFacts([
    ['Contract', renderAddressLink(shown, address)],
    ['Topics', topics.map((topic) => html`${topic}<br />`)],
    ['Data', data],
  ])
}

/** Returns a handler that ignores one kind of error and rethrows others. */
function ignoreError(kind: new (...parts: never[]) => Error): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof kind) return undefined
    throw error
  }
}
