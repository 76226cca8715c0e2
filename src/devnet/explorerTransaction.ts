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
import { Hash } from '#protocol/hex.ts'
import {
  dateText,
  type Fact,
  factTable,
  linkTo,
  missingResponse,
  pageResponse,
} from './explorerPage.ts'
import { addressLink, type Subject } from './explorerSubject.ts'
import { type Html, html } from './html.ts'
import type { DevnetResponse } from './route.ts'

/** Shows one transaction: what it did, whether it worked, who moved which token. */
export async function transactionPage({ chain, id }: Subject): Promise<DevnetResponse> {
  const hash = Hash.safeParse(id)
  const missing = missingResponse(`${chain.name} knows no transaction ${id}.`)
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
    ...partyFacts(transaction, { receipt, chainNumber: chain.number }),
  ]
  return pageResponse({
    title: 'Transaction',
    body: html`${factTable(facts)} ${receipt ? eventsOf(receipt, chain.number) : ''}`,
  })
}

function partyFacts(
  transaction: Transaction,
  rest: { receipt: TransactionReceipt | undefined; chainNumber: number },
): Fact[] {
  const { receipt, chainNumber } = rest
  const to = transaction.to ?? receipt?.contractAddress
  return [
    ['From', addressLink(chainNumber, transaction.from)],
    ['To', to ? addressLink(chainNumber, to) : 'creates a contract'],
    ['Value', `${formatUnits(transaction.value, 18)} ETH`],
    ['Nonce', transaction.nonce],
    ...(receipt
      ? ([
          ['Gas used', receipt.gasUsed],
          ['Fee', `${formatUnits(receipt.gasUsed * receipt.effectiveGasPrice, 18)} ETH`],
        ] satisfies Fact[])
      : []),
    ['Input', transaction.input],
  ]
}

function statusText(receipt: TransactionReceipt | undefined): string {
  if (!receipt) return 'waits for a block'
  return receipt.status === 'success' ? 'succeeded' : 'reverted'
}

function eventsOf({ logs }: TransactionReceipt, chainNumber: number): Html {
  const operations = parseEventLogs({ abi: entryPointAbi, logs, eventName: 'UserOperationEvent' })
  const transfers = parseEventLogs({ abi: devTokenAbi, logs, eventName: 'Transfer' })
  return html`
    ${operations.map(
      ({ args }) =>
        html`<h2>User operation</h2>
          ${factTable([
            ['Account', addressLink(chainNumber, args.sender)],
            ['Result', args.success ? 'succeeded' : 'reverted'],
            ['Hash', args.userOpHash],
          ])}`,
    )}
    ${transfers.length > 0 ? html`<h2>Token transfers</h2>` : ''}
    ${transfers.map(({ address, args }) =>
      factTable([
        ['Token', addressLink(chainNumber, address)],
        ['From', addressLink(chainNumber, args.from)],
        ['To', addressLink(chainNumber, args.to)],
        ['Smallest units', args.value],
      ]),
    )}
    ${logs.length > 0 ? html`<h2>Events</h2>` : ''} ${logs.map((log) => eventOf(log, chainNumber))}
  `
}

function eventOf({ address, topics, data }: Log, chainNumber: number): Html {
  return factTable([
    ['Contract', addressLink(chainNumber, address)],
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
