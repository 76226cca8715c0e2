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
  dateText,
  type Fact,
  factTable,
  linkTo,
  missingResponse,
  pageResponse,
} from './explorerPage.ts'
import { addressLink, coinSymbol, type Place, type Subject } from './explorerSubject.ts'
import { type Html, html } from './html.ts'
import type { DevnetResponse } from './route.ts'

/** Shows one transaction: what it did, whether it worked, who moved which token. */
export async function transactionPage(subject: Subject): Promise<DevnetResponse> {
  const { chain, id } = subject
  const hash = Hash.safeParse(id)
  const missing = missingResponse(`${chain.name} knows no transaction`, id)
  if (!hash.success) return missing
  const transaction = await chain.client
    .getTransaction({ hash: hash.data })
    .catch(undefinedWhen(TransactionNotFoundError))
  if (!transaction) return missing
  const receipt = await chain.client
    .getTransactionReceipt({ hash: hash.data })
    .catch(undefinedWhen(TransactionReceiptNotFoundError))
  const block = receipt && (await chain.client.getBlock({ blockNumber: receipt.blockNumber }))
  const facts: Fact[] = [
    ['Chain', `${chain.name} (eip155:${chain.number})`],
    ['Hash', transaction.hash],
    ['Status', statusText(receipt)],
    ...(receipt && block
      ? ([
          ['Block', linkTo(chain.number, 'block', { id: String(receipt.blockNumber) })],
          ['Time', dateText(block.timestamp)],
        ] satisfies Fact[])
      : []),
    ...partyFacts(transaction, { receipt, place: subject }),
  ]
  return pageResponse({
    title: 'Transaction',
    body: html`${factTable(facts)} ${receipt ? eventsOf(receipt, subject) : ''}`,
  })
}

function partyFacts(
  transaction: Transaction,
  rest: { receipt: TransactionReceipt | undefined; place: Place },
): Fact[] {
  const { receipt, place } = rest
  const coin = coinSymbol(place)
  const to = transaction.to ?? receipt?.contractAddress
  return [
    ['From', addressLink(place, transaction.from)],
    ['To', to ? addressLink(place, to) : 'creates a contract'],
    ['Value', `${formatUnits(transaction.value, 18)} ${coin}`],
    ['Nonce', transaction.nonce],
    ...(receipt
      ? ([
          ['Gas used', receipt.gasUsed],
          ['Fee', `${formatUnits(receipt.gasUsed * receipt.effectiveGasPrice, 18)} ${coin}`],
        ] satisfies Fact[])
      : []),
    ['Input', transaction.input],
  ]
}

function statusText(receipt: TransactionReceipt | undefined): string {
  if (!receipt) return 'waits for a block'
  return receipt.status === 'success' ? 'succeeded' : 'reverted'
}

function eventsOf({ logs }: TransactionReceipt, place: Place): Html {
  const operations = parseEventLogs({ abi: entryPointAbi, logs, eventName: 'UserOperationEvent' })
  const transfers = parseEventLogs({ abi: devTokenAbi, logs, eventName: 'Transfer' })
  return html`
    ${operations.map(
      ({ args }) =>
        html`<h2>User operation</h2>
          ${factTable([
            ['Account', addressLink(place, args.sender)],
            ['Result', args.success ? 'succeeded' : 'reverted'],
            ['Hash', args.userOpHash],
          ])}`,
    )}
    ${transfers.length > 0 ? html`<h2>Token transfers</h2>` : ''}
    ${transfers.map(({ address, args }) =>
      factTable([
        ['Token', addressLink(place, address)],
        ['From', addressLink(place, args.from)],
        ['To', addressLink(place, args.to)],
        ['Smallest units', args.value],
      ]),
    )}
    ${logs.length > 0 ? html`<h2>Events</h2>` : ''} ${logs.map((log) => eventOf(log, place))}
  `
}

function eventOf({ address, topics, data }: Log, place: Place): Html {
  return factTable([
    ['Contract', addressLink(place, address)],
    ['Topics', topics.map((topic) => html`${topic}<br />`)],
    ['Data', data],
  ])
}

/** Turns one kind of error into nothing; others stay errors. */
function undefinedWhen(kind: new (...parts: never[]) => Error): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof kind) return undefined
    throw error
  }
}
