import { skipToken, useQuery } from '@tanstack/react-query'

import {
  findTransfers,
  followTransaction,
  type TokenTransfers,
  type TransactionFate,
} from '#chains/evm/assets/findTransfers.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** What a wallet was asked to send on a chain, and what it says of it. */
export type SentTransfers = TokenTransfers & {
  chainId: ChainId
  /** Of the chain's coin, which leaves no event. */
  coin: bigint
  /** Block before the wallet was asked; undefined where it could not be read. */
  since: bigint | undefined
  /** The transaction that the wallet named. */
  hash: Hash | undefined
  word: WalletWord
}

/** A wallet's word about what it sent: a hint, since wallets are wrong about it. */
export type WalletWord = 'waiting' | 'succeeded' | 'failed'

/**
 * What became of what a wallet was asked to send; `missing`: its chain or the wallet says that it ended, and
 * the chain does not show all of it.
 */
export type SentOutcome = 'waiting' | 'received' | 'missing'

/**
 * Follows on its chain what a wallet was asked to send, each second until all of it is there.
 *
 * @param asked - Undefined until the wallet was asked.
 */
export function useSentOutcome(
  network: Network,
  asked: SentTransfers | undefined,
): { outcome: SentOutcome; hash: Hash | undefined } {
  const { chainId, hash, since, transfers = [], word = 'waiting' } = asked ?? {}
  const { from, to, coin } = asked ?? {}
  const wanted = [chainId, String(since), from, to, coin, ...transfers.map(toKey)].join()
  const rpcUrls = useRpcUrls(network)
  const rpcUrl = chainId && rpcUrls?.get(chainId)
  const client = chainId && rpcUrl ? getEvmClient({ chainId, rpcUrl }) : undefined
  const fate = useQuery({
    queryKey: ['sentTransaction', wanted, hash],
    queryFn:
      client && asked && hash
        ? () => followTransaction(client, hash, { ...asked, after: since })
        : skipToken,
    retry: true,
    retryDelay: 1000,
    staleTime: Infinity,
  }).data
  const seen = useQuery({
    queryKey: ['sentTransfers', wanted],
    queryFn:
      client && asked && since !== undefined && transfers.length > 0
        ? () => findTransfers(client, { ...asked, after: since })
        : skipToken,
    refetchInterval: ({ state: { data } }) =>
      data?.every((one) => one !== undefined) === true ? false : 1000,
    retry: false,
  }).data
  const seenOrNone = transfers.length === 0 ? [] : seen
  return {
    outcome: judgeSent({ seen: seenOrNone, fate: fate?.outcome, word }),
    hash: seen?.find((one) => one !== undefined) ?? fate?.hash ?? hash,
  }
}

/**
 * Judges what became of what was sent: transfers that the chain shows count, whatever the wallet says.
 *
 * @param facts.seen - The transaction of each transfer, if there is one; undefined where they could not be read.
 * @param facts.fate - The end of the transaction that the wallet named; undefined until it is in a block.
 */
export function judgeSent(facts: {
  seen: readonly (Hash | undefined)[] | undefined
  fate: TransactionFate['outcome'] | undefined
  word: WalletWord
}): SentOutcome {
  const { seen, fate, word } = facts
  const isSeen = seen && seen.length > 0 && seen.every((hash) => hash !== undefined)
  if (isSeen || fate === 'succeeded') return 'received'
  const isOver = fate === 'reverted' || fate === 'canceled' || (word === 'failed' && seen)
  return isOver ? 'missing' : 'waiting'
}

function toKey({ token, amount }: SentTransfers['transfers'][number]): string {
  return `${token} ${amount}`
}
