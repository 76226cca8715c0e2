import { z } from 'zod'

import { RoleBasedAccount, SignerAccount } from '../accounts/account.ts'
import { describeBeta } from '../ids/beta.ts'
import { AggregatedAssetId, AssetType, ChainId, EvmAddress } from '../ids/caip.ts'
import { Deployment } from './deployment.ts'
import { Hash } from '../ids/hex.ts'
import { SessionDefault } from '../accounts/session.ts'

/** A supported chain. Source: specification section 2.8. */
export const SupportedChain = z.object({
  chain: z.object({ chain: ChainId, namespace: z.string(), reference: z.string() }),
  isTestnet: z.boolean(),
})
export type SupportedChain = z.output<typeof SupportedChain>

/** An aggregate and its members. Source: specification section 2.9. */
export const AssetRecord = z.object({
  aggregatedAssetId: AggregatedAssetId,
  symbol: z.string(),
  name: z.string(),
  decimals: z.int().nonnegative(),
  aggregatedEntities: z.array(
    z.object({
      assetType: AssetType,
      decimals: z.int().nonnegative(),
      name: z.string(),
      symbol: z.string(),
    }),
  ),
})
export type AssetRecord = z.output<typeof AssetRecord>

/** One chain of the discovery answer: `rpcUrl` is an address for browsers: a public one, or the service's relay; never the service's provider. */
export const DiscoveredChain = z.looseObject({
  chain: ChainId,
  name: z.string(),
  isTestnet: z.boolean(),
  isDevnet: z.boolean(),
  rpcUrl: z.string(),
  /** The chain's block explorer, without a slash at the end; absent where the service knows none. */
  explorerUrl: z.string().optional(),
  nativeAsset: AssetType,
  contracts: z.record(z.string(), z.string()),
  /** There, and true, on chains whose support is beta: Solana. */
  isBeta: z.literal(true).meta(describeBeta('Support of this chain')).optional(),
  /** How accounts of an EVM chain sign. */
  approveDomain: z.object({ name: z.string(), version: z.string() }).optional(),
})
export type DiscoveredChain = z.output<typeof DiscoveredChain>

/**
 * 200 of `GET /api/discovery` (ours). `quoteSigner` is the raw Ed25519 public key as hex.
 * `deployment` is there when each installation of the network has addresses of its own.
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
  /** What session keys may do of which their admin has said nothing. */
  sessionPolicy: SessionDefault.optional(),
  /** Whether the service gives play money away: a devnet that `npm start` runs. */
  hasFaucet: z.boolean().optional(),
  chains: z.array(DiscoveredChain),
  deployment: Deployment.optional(),
})
export type Discovery = z.output<typeof Discovery>

/** Body of `POST /api/account/predict-address` (ours): the keys of an account. */
export const PredictAddressRequest = z.union([
  RoleBasedAccount.pick({ sessionAddress: true, adminAddress: true }),
  SignerAccount.pick({ type: true, signerAddress: true, deploymentType: true }),
])
export type PredictAddressRequest = z.output<typeof PredictAddressRequest>

/** 201 of predict-address: the same on every EVM chain. */
export const PredictAddressAnswer = z.object({ predictedAddress: EvmAddress })
export type PredictAddressAnswer = z.output<typeof PredictAddressAnswer>
