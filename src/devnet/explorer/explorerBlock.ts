import { BlockNotFoundError } from 'viem'

import { formatDate, renderFacts, renderLink, renderMissing, renderPage } from './explorerPage.ts'
import type { Subject } from './explorerSubject.ts'
import { html } from './html.ts'
import type { DevnetResponse } from './route.ts'
import type { DevnetChain } from '../deploy/startChains.ts'

/** Blocks listed on a chain's page. */
const listedBlocks = 25n

/** Renders the latest blocks of a chain. */
export async function renderChainPage({
  client,
  number,
  name,
}: DevnetChain): Promise<DevnetResponse> {
  const latest = await client.getBlockNumber()
  const count = latest + 1n < listedBlocks ? latest + 1n : listedBlocks
  const blocks = await Promise.all(
    Array.from({ length: Number(count) }, (_, index) =>
      client.getBlock({ blockNumber: latest - BigInt(index) }),
    ),
  )
  const rows = blocks.map(
    ({ number: height, timestamp, transactions }) =>
      html`<tr>
        <td>${renderLink(number, 'block', { id: String(height) })}</td>
        <td>${formatDate(timestamp)}</td>
        <td>
          ${transactions.map((hash) => html`${renderLink(number, 'tx', { id: hash })}<br />`)}
        </td>
      </tr>`,
  )
  const body = html`<table>
    <thead>
      <tr>
        <th scope="col">Block</th>
        <th scope="col">Time</th>
        <th scope="col">Transactions</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
  return renderPage({ title: `${name} (eip155:${number})`, body })
}

/** Renders one block, by its number. */
export async function renderBlockPage({ chain, id }: Subject): Promise<DevnetResponse> {
  const missing = renderMissing(`${chain.name} has no block`, id)
  if (!/^\d{1,15}$/.test(id)) return missing
  const block = await chain.client.getBlock({ blockNumber: BigInt(id) }).catch((error: unknown) => {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  })
  if (!block) return missing
  const body = renderFacts([
    ['Chain', `${chain.name} (eip155:${chain.number})`],
    ['Block', block.number],
    ['Hash', block.hash],
    ['Time', formatDate(block.timestamp)],
    ['Gas used', block.gasUsed],
    [
      'Transactions',
      block.transactions.map((hash) => html`${renderLink(chain.number, 'tx', { id: hash })}<br />`),
    ],
  ])
  return renderPage({ title: `Block ${id}`, body })
}
