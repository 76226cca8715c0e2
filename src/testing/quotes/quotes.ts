import { getEvmChains, getSolanaChains } from '#networks/getChain.ts'
import { createHash } from 'node:crypto'

import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { createEvmChain } from '#chains/evm/evmChain.ts'
import type { Chain } from '#chains/ports/chain.ts'
import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { createSolanaChain } from '#chains/solana/solanaChain.ts'
import type { Network } from '#networks/network.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hangMs } from '#testing/hangMs.ts'
import { createBalances } from '#service/balances/balances.ts'
import { postByNode } from '#service/links/postByNode.ts'
import { createPrices } from '#service/prices/prices.ts'
import type { AppFee } from '#service/caller.ts'
import { defaultRates } from '#service/quotes/pricing/rates.ts'
import { createQuotes, type Quotes, type QuotesOptions } from '#service/quotes/quotes.ts'

/** The quote key used in tests. */
export const testQuoteKey = createHash('sha256').update('estuary devnet quote key').digest()

/**
 * Composes balances, prices and quotes on a network's real nodes.
 *
 * @param options.clock - Unix milliseconds; `Date.now` by default.
 * @param options.paymasterKey - Sponsors operations; none are sponsored without it.
 */
export function composeQuotes(
  network: Network,
  {
    paymasterKey,
    isNarrowed,
    ...options
  }: { clock?: () => number; paymasterKey?: Hash } & Pick<QuotesOptions, 'isNarrowed'> = {},
) {
  const chains = new Map<ChainId, Chain>([
    ...getEvmChains(network).map((chain) => {
      const client = createEvmClient(chain.chainId, {
        rpcUrl: chain.rpcUrl,
        maxTrialMs: hangMs,
        post: postByNode,
      })
      return [chain.chainId, createEvmChain(chain, { client, paymasterKey })] as const
    }),
    ...getSolanaChains(network).map((chain) => {
      const client = createSolanaClient(chain.chainId, {
        ...chain,
        rpcUrls: [chain.rpcUrl],
        post: postByNode,
      })
      return [chain.chainId, createSolanaChain(chain, { client })] as const
    }),
  ])
  const prices = createPrices({ network, chains, ...options })
  const balances = createBalances({ network, chains, prices })
  const parts = { network, chains, balances, prices, quoteKey: testQuoteKey }
  const narrowing = isNarrowed && { isNarrowed }
  const quotes = createQuotes({ ...parts, ...narrowing })
  return {
    chains,
    prices,
    balances,
    quotes,
    /** The quotes of an API key whose app charges a fee. */
    quotesOfApp: (app: AppFee) =>
      createQuotes({ ...parts, ...narrowing, rates: { ...defaultRates, app } }),
  }
}

/** Returns the role-based account with one key as session and admin. */
export function getAccount(key: EvmAddress, quotes: Quotes): RoleBasedAccount {
  const keys = { sessionAddress: key, adminAddress: key }
  return { ...keys, accountAddress: quotes.predictAddress(keys).predictedAddress }
}
