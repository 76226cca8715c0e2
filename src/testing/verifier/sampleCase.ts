import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'

import type { BatchCall } from '#chains/evm/operation/batch.ts'
import { predictAccount } from '#chains/evm/account/predictAccount.ts'
import type { SolanaMessage } from '#chains/solana/codec/message.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { RoleBasedAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { type AssetType, type EvmAddress, parseRecipient } from '#protocol/ids/caip.ts'
import type { ChainOperation, EvmChainOperation } from '#protocol/orders/operation.ts'
import type { Fill, Order } from '#protocol/orders/order.ts'
import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import type { SolanaFill, SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  type EvmRootAsset,
  type EvmRootChain,
  getEvmRootChains,
  findRootPlace,
  type RootPlace,
  buildRoots,
} from '#dashboard/review/cases/roots.ts'

/** One origin operation of a sample; amounts in smallest units. */
export type SampleLeg = {
  assetType: AssetType
  amount: bigint
  fee: bigint
  /** The part of the fee that an app gets, and the service's own where it is inside the amount. */
  app?: { receiver: EvmAddress; units: bigint; own: bigint }
}

/** The request of a sample quote, and its legs. */
export type Sample = {
  request: QuoteRequest
  /** What a request that names what is delivered pays, in the smallest unit of its asset. */
  paid?: string
  legs: readonly SampleLeg[]
  to: { assetType: AssetType; amount: bigint; minimumAmount: bigint; slippageBps: bigint }
  madeAt: number
}

/** Changes by a dishonest service, made before it hashes and signs. */
export type Tampering = {
  order?: (order: Order, index: number) => Order
  solanaOrder?: (order: SolanaOrder, index: number) => SolanaOrder
  fill?: (fill: Fill) => Fill
  solanaFill?: (fill: SolanaFill) => SolanaFill
  delivery?: { settler?: EvmAddress; solver?: EvmAddress; chainNumber?: number }
  solanaDelivery?: Partial<
    Parameters<typeof import('#protocol/orders/solanaOrder.ts').hashSolanaFill>[1]
  >
  calls?: (calls: readonly BatchCall[], index: number) => readonly BatchCall[]
  message?: (message: SolanaMessage, index: number) => SolanaMessage
  operation?: (operation: EvmChainOperation, index: number) => EvmChainOperation
  chainOperation?: (operation: ChainOperation, index: number) => ChainOperation
  quote?: (quote: Quote) => Quote
}

/** The network of the samples. */
export const sampleNetwork = devnetWithSolana

/** The verifier's roots for the samples. */
export const sampleRoots = buildRoots(sampleNetwork)

/** The keys of {@link sampleAccount}. */
export const sampleKeys = {
  session: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  admin: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
} as const satisfies Record<string, EvmAddress>

const [firstChain] = getEvmRootChains(sampleRoots)
if (!firstChain) throw new Error('The devnet has no chain.')

/** The user's role-based account. */
export const sampleAccount: RoleBasedAccount & { type: string } = {
  type: 'role-based',
  sessionAddress: sampleKeys.session,
  adminAddress: sampleKeys.admin,
  accountAddress: predictAccount({ kind: 'roleBased', ...sampleKeys }, firstChain.contracts),
}

/** The seed of {@link sampleSolanaAccount}, 32 bytes; not secret. */
export const sampleSolanaKey = sha256(new TextEncoder().encode('estuary sample user'))

/** The user's Solana account. */
export const sampleSolanaAccount: SolanaAccount = {
  type: 'solana',
  accountAddress: encodeBase58(ed25519.getPublicKey(sampleSolanaKey)),
}

/** US dollars by asset, as in the devnet's feeds. */
export const samplePrices: ReadonlyMap<string, number> = new Map(
  sampleRoots.assets.map(({ assetType, aggregatedAssetId }) => [
    assetType,
    { 'agg:eth': 3000, 'agg:btc': 60_000, 'agg:sol': 150 }[aggregatedAssetId] ?? 1,
  ]),
)

/** Finds an asset with its chain. */
export function placed(assetType: AssetType): RootPlace {
  const place = findRootPlace(sampleRoots, assetType)
  if (!place) throw new Error(`${assetType} is not on the devnet.`)
  return place
}

/** {@link placed} on an EVM chain. */
export function evmPlaced(assetType: AssetType): { asset: EvmRootAsset; chain: EvmRootChain } {
  const place = placed(assetType)
  if (place.kind !== 'evm') throw new Error(`${assetType} is not on an EVM chain.`)
  return place
}

/** The recipient of a sample: the requested one, or the user's account on the destination. */
export function receiverOf({ request, to }: Sample): string {
  const asked = request.to.account && parseRecipient(request.to.account)?.address
  const own = placed(to.assetType).kind === 'evm' ? sampleAccount : sampleSolanaAccount
  return asked ?? own.accountAddress
}

/** {@link receiverOf} on an EVM chain. */
export function evmReceiverOf(sample: Sample): EvmAddress {
  const receiver = receiverOf(sample)
  if (!receiver.startsWith('0x')) throw new Error(`${receiver} is no EVM address.`)
  return `0x${receiver.slice(2)}`
}

/** Builds a sample; of the EVM account alone unless accounts are given. */
export function buildSample(of: {
  accounts?: Sample['request']['from']['accounts']
  from: string
  amount: bigint
  to: string
  account?: string
  slippage?: number
  legs: readonly SampleLeg[]
  gives: { assetType: AssetType; amount: bigint; bps: bigint }
}): Sample {
  const { gives } = of
  return {
    request: {
      from: {
        accounts: of.accounts ?? [sampleAccount],
        asset: { assetId: of.from },
        amount: of.amount.toString(),
      },
      to: { asset: { assetId: of.to }, ...(of.account ? { account: of.account } : {}) },
      ...(of.slippage === undefined ? {} : { slippageTolerance: of.slippage }),
    },
    legs: of.legs,
    to: {
      assetType: gives.assetType,
      amount: gives.amount,
      minimumAmount: gives.amount - (gives.amount * gives.bps) / 10_000n,
      slippageBps: gives.bps,
    },
    madeAt: 1_800_000_000,
  }
}
