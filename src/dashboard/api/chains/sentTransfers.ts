import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { findTransfers, type TokenTransfer } from '#chains/evm/assets/findTransfers.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { getEvmClient } from './getEvmClient.ts'
import { readReceipt, type TransactionProgress } from './receipt.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** What a wallet was asked to send on a chain, and the transactions that it named. */
export type SentTransfers = {
  chainId: ChainId
  from: EvmAddress
  to: EvmAddress
  /** Tokens only; a chain's coin leaves no event. */
  transfers: readonly TokenTransfer[]
  /** Block before the wallet was asked; undefined where it could not be read. */
  since: bigint | undefined
  hashes: readonly Hex[]
}

/** What a chain shows of {@link SentTransfers}. */
export type SentFacts = {
  /** The transaction of each transfer, if there is one; undefined where they could not be read. */
  seen: readonly (Hash | undefined)[] | undefined
  /** The outcomes of the transactions that the wallet named. */
  receipts: readonly TransactionProgress[]
}

/** What a chain shows of what a wallet was asked to send, refetched every second until all of it is there. */
export function useSentFacts(network: Network, asked: SentTransfers | undefined) {
  const rpcUrls = useRpcUrls(network)
  return useQuery(
    queryOptions({
      queryKey: [
        'sentFacts',
        asked && {
          ...asked,
          since: asked.since?.toString(),
          transfers: asked.transfers.map(toKey),
        },
      ],
      queryFn: asked && rpcUrls ? () => readSentFacts(asked, rpcUrls) : skipToken,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : 1000),
      retry: false,
    }),
  )
}

/** What a wallet says of what it sent; a hint, since wallets are wrong about it. */
export type WalletWord = 'waiting' | 'succeeded' | 'failed'

/** What became of what a wallet was asked to send; `unseen`: failed by its word, and not on the chain. */
export type SentOutcome = 'waiting' | 'succeeded' | 'partly' | 'reverted' | 'unseen'

/**
 * Judges what became of what was sent: transfers that the chain shows count, whatever the wallet says. The
 * receipt of a transaction counts for a coin alone, as the calls in it may fail where it succeeds.
 */
export function judgeSent({ seen, receipts }: SentFacts, word: WalletWord): SentOutcome {
  const found = seen?.filter((hash) => hash !== undefined).length ?? 0
  const isLanded = receipts.length > 0 && receipts.every((one) => one === 'succeeded')
  if (seen && seen.length > 0 && found === seen.length) return 'succeeded'
  if (isLanded && (seen?.length === 0 || (!seen && word !== 'failed'))) return 'succeeded'
  if (receipts.includes('reverted')) return found > 0 ? 'partly' : 'reverted'
  if (word === 'failed' && seen) return found > 0 ? 'partly' : 'unseen'
  return 'waiting'
}

async function readSentFacts(
  { chainId, from, to, transfers, since, hashes }: SentTransfers,
  rpcUrls: ReadonlyMap<ChainId, string>,
): Promise<SentFacts> {
  const rpcUrl = rpcUrls.get(chainId) ?? ''
  const client = getEvmClient({ chainId, rpcUrl })
  const [seen, receipts] = await Promise.all([
    since === undefined && transfers.length > 0
      ? undefined
      : findTransfers(client, { from, to, since: since ?? 0n, transfers }).catch(() => undefined),
    Promise.all(hashes.map((hash) => readReceipt(chainId, { hash, rpcUrl }))),
  ])
  return { seen, receipts }
}

function isSettled({ seen, receipts }: SentFacts): boolean {
  if (seen === undefined) return false
  return seen.length > 0
    ? seen.every((hash) => hash !== undefined)
    : receipts.length > 0 && receipts.every((one) => one !== 'waiting')
}

function toKey({ token, amount }: TokenTransfer): string {
  return `${token} ${amount}`
}
