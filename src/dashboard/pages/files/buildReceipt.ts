import type { Network } from '#networks/network.ts'
import { type ChainId, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import {
  hashReceipt,
  type Receipt,
  type ReceiptContent,
  type SignedQuote,
} from '#protocol/status/receipt.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'

/** What this browser has of an execution. */
export type ReceiptSources = {
  quoteId: Hash
  network: Pick<Network, 'name' | 'chains'>
  /** The pinned quote key; undefined while none is pinned. */
  quoteSigner: Hash | undefined
  signed: SignedQuote | undefined
  status: StatusRecord | undefined
  trace: Pick<ExecutionTrace, 'events'> | undefined
}

/**
 * Builds the receipt of an execution from what this browser signed, what the service reports and
 * what the chains showed. It holds no secret: everything in it was sent or is public.
 *
 * @param nowMs - Unix milliseconds.
 */
export function buildReceipt(sources: ReceiptSources, nowMs: number): Receipt {
  const { quoteId, network, quoteSigner, signed, status, trace } = sources
  const content: ReceiptContent = {
    kind: 'estuary-receipt',
    version: 1,
    quoteId,
    network: network.name,
    ...(quoteSigner !== undefined && { quoteSigner }),
    chains: getChains(sources).map((chain) => ({
      chain,
      name: network.chains.find(({ chainId }) => chainId === chain)?.name ?? chain,
    })),
    madeAt: new Date(nowMs).toISOString(),
    ...(signed && { signed }),
    ...(status && { record: status }),
    events: (trace?.events ?? []).map(({ kind, chainId, transactionHash, atMs }) => ({
      kind,
      chain: chainId,
      hash: transactionHash,
      at: new Date(atMs).toISOString(),
    })),
  }
  return { ...content, digest: hashReceipt(content) }
}

/** The file of a receipt: its name, and its text. */
export function formatReceiptFile(receipt: Receipt): { name: string; text: string } {
  return {
    name: `estuary-receipt-${receipt.quoteId.slice(2, 12)}.json`,
    text: `${JSON.stringify(receipt, null, 2)}\n`,
  }
}

/** The chains of what was signed; else those that are reported. */
function getChains({ signed, status }: ReceiptSources): readonly ChainId[] {
  const quote = isRecord(signed?.quote) ? signed.quote : {}
  const paid = Quote.shape.originToken.safeParse(quote['originToken']).data
  const received = Quote.shape.destinationToken.safeParse(quote['destinationToken']).data
  const operations = status
    ? [...status.originChainOperations, ...status.destinationChainOperations]
    : []
  const chains =
    paid && received
      ? [...paid.assetType, received.assetType].map((one) => splitAssetType(one).chainId)
      : operations.map(({ chain }) => chain)
  return [...new Set(chains)]
}
