import { z } from 'zod/mini'

import { describeBeta } from '../ids/beta.ts'
import { AssetType, ChainId } from '../ids/caip.ts'
import { Deployment } from './deployment.ts'
import { Hash } from '../ids/hex.ts'
import { SessionDefault } from '../accounts/sessionDefault.ts'

/**
 * A chain in the discovery response. `rpcUrl` is for browsers: a public endpoint or the service's
 * relay, never the service's own provider.
 */
export const DiscoveredChain = z.looseObject({
  chain: ChainId,
  name: z.string(),
  isTestnet: z.boolean(),
  isDevnet: z.boolean(),
  rpcUrl: z.string(),
  /** Base URL of the block explorer without trailing slash; absent when none is configured. */
  explorerUrl: z.optional(z.string()),
  nativeAsset: AssetType,
  contracts: z.record(z.string(), z.string()),
  /** ERC-4626 vault over the chain's USDC; absent where none is known. */
  vault: z.optional(z.string()),
  /** True on chains in beta (Solana), otherwise absent. */
  isBeta: z.optional(z.literal(true).check(z.meta(describeBeta('Support of this chain')))),
  /** EIP-712 domain with which EVM accounts sign. */
  approveDomain: z.optional(z.object({ name: z.string(), version: z.string() })),
})
export type DiscoveredChain = z.output<typeof DiscoveredChain>

/**
 * 200 of `GET /api/discovery` (ours). `quoteSigner` is the raw Ed25519 public key as hex.
 * `deployment` is present when each installation of the network has its own addresses.
 */
export const Discovery = z.looseObject({
  network: z.string(),
  quoteSigner: Hash,
  aggregatedPrefix: z.string(),
  accountTypes: z.object({
    roleBased: z.string(),
    basic: z.string(),
    eip7702: z.string(),
    solana: z.string(),
  }),
  /** Default policy of session keys for which the admin has set none. */
  sessionPolicy: z.optional(SessionDefault),
  /** Whether the service has a faucet: a devnet run by `npm start`. */
  hasFaucet: z.optional(z.boolean()),
  chains: z.array(DiscoveredChain),
  deployment: z.optional(Deployment),
})
export type Discovery = z.output<typeof Discovery>
