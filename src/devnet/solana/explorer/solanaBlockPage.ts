import { SolanaJSONRPCError, type VersionedBlockResponse } from '@solana/web3.js'

import { formatDate, renderFacts, renderPage } from '../../explorer/explorerPage.ts'
import { html } from '../../explorer/html.ts'
import type { DevnetResponse } from '../../explorer/route.ts'
import {
  type ShownSolana,
  renderSolanaBlockLink,
  renderSolanaTransactionLink,
  renderUnknown,
} from './solanaPageParts.ts'

/** Blocks listed on a chain's page. */
const listedBlocks = 25

type BlockSignatures = Pick<
  VersionedBlockResponse,
  'blockhash' | 'previousBlockhash' | 'parentSlot' | 'blockTime'
> & { signatures: string[] }

/** Renders the latest blocks of a chain. */
export async function renderSolanaChainPage(chain: ShownSolana): Promise<DevnetResponse> {
  const newest = await chain.connection.getSlot()
  const slots = Array.from({ length: listedBlocks }, (_, index) => newest - 1 - index)
  const blocks = await Promise.all(slots.map((slot) => readBlock(chain, slot)))
  const rows = slots.map((slot, index) => {
    const block = blocks[index]
    const links = block?.signatures.map(
      (signature) => html`${renderSolanaTransactionLink(chain, signature)}<br />`,
    )
    return html`<tr>
      <td>${renderSolanaBlockLink(chain, slot)}</td>
      <td>${block ? formatDate(BigInt(block.blockTime ?? 0)) : 'skipped'}</td>
      <td>${links ?? []}</td>
    </tr>`
  })
  const body = html`<table>
    <thead>
      <tr>
        <th scope="col">Slot</th>
        <th scope="col">Time</th>
        <th scope="col">Transactions</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
  return renderPage({ title: `${chain.name} (${chain.chainId})`, body })
}

/** Renders one block, by its slot. */
export async function renderSolanaBlockPage(
  chain: ShownSolana,
  id: string,
): Promise<DevnetResponse> {
  const block = /^\d{1,15}$/.test(id) ? await readBlock(chain, Number(id)) : undefined
  if (!block) return renderUnknown(chain, 'block', id)
  const links = block.signatures.map(
    (signature) => html`${renderSolanaTransactionLink(chain, signature)}<br />`,
  )
  const body = renderFacts([
    ['Chain', `${chain.name} (${chain.chainId})`],
    ['Slot', id],
    ['Hash', block.blockhash],
    ['Parent', renderSolanaBlockLink(chain, block.parentSlot)],
    ['Time', formatDate(BigInt(block.blockTime ?? 0))],
    ['Transactions', links.length > 0 ? links : 'none'],
  ])
  return renderPage({ title: `Block ${id}`, body })
}

/** Undefined when the slot has no block, or none yet. */
async function readBlock(
  { connection }: ShownSolana,
  slot: number,
): Promise<BlockSignatures | undefined> {
  try {
    return await connection.getBlockSignatures(slot, 'confirmed')
  } catch (error) {
    if (error instanceof SolanaJSONRPCError) return undefined
    throw error
  }
}
