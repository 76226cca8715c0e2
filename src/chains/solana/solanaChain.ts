import type { SolanaNetworkChain } from '#networks/network.ts'
import { getAccountKind } from '#protocol/accounts/account.ts'
import { type AssetType, SolanaAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Chain } from '../ports/chain.ts'
import { cacheLatest } from '../rpc/cacheLatest.ts'
import { readBlockhash } from './rpc/blockhash.ts'
import type { SolanaClient } from './rpc/client.ts'
import { createMints } from './assets/mints.ts'
import { prepareOperation } from './operation/prepareOperation.ts'
import { readAccounts } from './rpc/readAccounts.ts'
import { readHoldings } from './assets/readHoldings.ts'
import { readRecipientAccount } from './assets/readRecipientAccount.ts'

/** Mints store no symbol, so the address is returned. */
function getMint(assetType: AssetType): SolanaAddress {
  return SolanaAddress.parse(splitAssetType(assetType).reference)
}

/**
 * Creates the {@link Chain} of one Solana chain of a network. Its gas is counted in lamports, so
 * that a unit costs 1. It has no price feeds, no pools and no contract calls.
 */
export function createSolanaChain(
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program' | 'roles' | 'blockMs'>,
  { client }: { client: SolanaClient },
): Chain {
  const mints = createMints(client)
  const newest = cacheLatest(() => readBlockhash(client, { commitment: 'finalized' }), {
    freshMs: chain.blockMs,
  })
  const parts = { chain, client, mints, blockhash: async () => (await newest()).blockhash }
  return {
    chainId: chain.chainId,
    readHoldings: (account, assetTypes) =>
      readHoldings(client, { owner: SolanaAddress.parse(account), assetTypes, mints }),
    async readTokens(assetTypes, holder) {
      const owner = holder === undefined ? undefined : SolanaAddress.parse(holder)
      const [found, held] = await Promise.all([
        Promise.all(assetTypes.map((type) => mints.find(getMint(type)))),
        owner === undefined ? undefined : readHoldings(client, { owner, assetTypes, mints }),
      ])
      return found.map((token, index) => {
        const balance = held?.balances[index]
        return {
          ...(token && { decimals: token.decimals }),
          ...(balance !== undefined && { balance }),
        }
      })
    },
    async readMarket(feeds) {
      const { slot, time } = await readAccounts(client, [], { commitment: 'confirmed' })
      return {
        blockNumber: slot,
        blockTime: time,
        gasPrice: 1n,
        feeds: feeds.map(() => undefined),
      }
    },
    isHeldBy: (account) => Promise.resolve(getAccountKind(account) === 'solana'),
    quotePool: () => Promise.resolve(undefined),
    prepareOperation: (intent) => prepareOperation(intent, parts),
    readRecipientAccount: (recipient, assetTypes) =>
      readRecipientAccount(client, {
        recipient: SolanaAddress.parse(recipient),
        assetTypes,
        mints,
      }),
  }
}
