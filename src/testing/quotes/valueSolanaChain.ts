import type { Chain } from '#chains/ports/chain.ts'
import { ChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { encodeBase64 } from '#chains/solana/program/bytes.ts'
import type { SolanaClient } from '#chains/solana/rpc/client.ts'
import { createMints } from '#chains/solana/assets/mints.ts'
import { prepareOperation } from '#chains/solana/operation/prepareOperation.ts'
import { programs } from '#chains/solana/program/addresses.ts'
import { canonicalBytes } from '#chains/solana/rpc/rent.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { ValueWorld } from './valueChain.ts'

/** Rent of a wallet and of its token accounts, in lamports. */
export const valueRent = { wallet: 890_880n, token: BigInt(128 + canonicalBytes.token) * 6_960n }

/**
 * Creates a Solana chain with fixed state: accounts exist as far as they have a balance; the
 * solver's balances are practically unlimited. Operations are built by the real adapter, over a
 * node that simulates all of them successfully.
 */
export function createValueSolanaChain(chain: SolanaNetworkChain, world: ValueWorld): Chain {
  const { chainId, roles } = chain
  const block = { blockNumber: 1n, blockTime: BigInt(world.clockMs / 1000) }
  const client = createAgreeableNode(chainId)
  const parts = {
    chain,
    client,
    mints: createMints(client),
    blockhash: async () => encodeBase58(new Uint8Array(32).fill(7)),
  }
  return {
    chainId,
    readHoldings: async (account, assetTypes) => ({
      ...block,
      code: 'other',
      balances: assetTypes.map((assetType) =>
        account === roles.solver ? 10n ** 18n : world.balanceOf(account, assetType),
      ),
    }),
    readTokens: async (assetTypes) => assetTypes.map(() => ({})),
    readMarket: async (feeds) => ({
      ...block,
      gasPrice: 1n,
      feeds: feeds.map(() => undefined),
    }),
    isHeldBy: async () => false,
    quotePool: async () => undefined,
    async readRecipientAccount(recipient, assetTypes) {
      const held = new Map(assetTypes.map((one) => [one, world.balanceOf(recipient, one)]))
      const isMissing = assetTypes.map((one) => one !== chain.nativeAsset && held.get(one) === 0n)
      const isThere = world.balanceOf(recipient, chain.nativeAsset) > 0n
      return {
        error: undefined,
        minNative: isThere ? 0n : valueRent.wallet,
        extraGas: isMissing.map((isMade) => (isMade ? valueRent.token : 0n)),
        isMissing,
        assetErrors: [],
      }
    },
    prepareCalls: async () => ({ revertData: '0x' }),
    prepareOperation: (intent) => prepareOperation(intent, parts),
  }
}

/** A node of a chain that has only mints and on which every transaction succeeds. */
function createAgreeableNode(chainId: SolanaNetworkChain['chainId']): SolanaClient {
  const context = { slot: 1 }
  const clock = buildAccount(programs.system, new Uint8Array(40))
  return {
    chainId,
    async request({ method, params }) {
      switch (method) {
        case 'getMultipleAccounts': {
          const [addresses] = Array.isArray(params) ? params : []
          const [, ...others] = Array.isArray(addresses) ? addresses : []
          return { context, value: [clock, ...others.map((one) => (mints.has(one) ? mint : null))] }
        }
        case 'simulateTransaction':
          return { context, value: { err: null, logs: [], unitsConsumed: 40_000 } }
        case 'getRecentPrioritizationFees':
          return []
        default:
          throw new ChainUnavailableError(chainId, { reason: `it is not asked for ${method}` })
      }
    },
  }
}

const mints: ReadonlySet<unknown> = new Set(Object.values(devnetSolana.mints))

/** A mint with 6 decimals. Source: spl-token, `Mint`. */
const mint = buildAccount(programs.token, new Uint8Array(82).fill(6, 44, 45).fill(1, 45, 46))

function buildAccount(owner: SolanaAddress, data: Uint8Array) {
  return { lamports: 1, owner, data: [encodeBase64(data), 'base64'] }
}
