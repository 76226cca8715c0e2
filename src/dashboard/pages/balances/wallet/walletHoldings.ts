import { getEvmChains } from '#networks/getChain.ts'
import type { EvmNetworkChain, Member, Network } from '#networks/network.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { ChainFunds, WalletFundsByChain } from '#dashboard/api/balances/walletFunds.ts'
import { sumShown, toUsd } from '#dashboard/components/amounts/worth.ts'
import { buildUnknownChain, type ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { translate } from '../../../language/translate.ts'

/** What the wallet itself holds of one asset on one chain. */
export type WalletHolding = {
  chain: ChainIdentity
  chainId: ChainId
  assetType: AssetType
  symbol: string
  name: string
  decimals: number
  /** Smallest units. */
  held: bigint
  /** The part that can be moved in: all of a token, of the coin what gas does not need. */
  movable: bigint
  isNative: boolean
  /** Value of what is held; undefined without a fresh price. */
  valueUsd: number | undefined
  /** Whether the wallet holds too little of the chain's coin to move this token. */
  isGasMissing: boolean
  /** The most that moving it in may cost, wei of the chain's coin. */
  maxFeeWei: bigint
  /** The chain's coin, in which the fee is paid. */
  coin: { symbol: string; decimals: number }
}

/** How much of a holding is to be moved in, in smallest units. */
export type Move = { asset: WalletHolding; amount: bigint }

/** What the wallet itself holds, in network order of assets and chains. */
export type WalletHoldings = {
  all: readonly WalletHolding[]
  /** The ones of which something can be moved in now. */
  movable: readonly WalletHolding[]
  /** Sum of the values as shown; undefined if none of them has a fresh price. */
  totalUsd: number | undefined
  /** Chains that did not answer. */
  unread: readonly ChainIdentity[]
}

/** A transfer of a token takes 30,000 to 65,000 gas; tokens behind a proxy more. */
const tokenGas = 100_000n
/** A transfer of the coin takes 21,000 gas, to a deployed account some more. */
const coinGas = 50_000n

/** What the last move left for gas is not offered again: a coin moves when it is so much more. */
const worthwhileTimes = 3n

/**
 * Lists what the wallet itself holds of the network's assets. Of a chain's coin so much stays as
 * gas for all that can be moved there, and at least `keptWei`.
 */
export function toWalletHoldings(
  funds: WalletFundsByChain,
  known: {
    network: Network
    chains: ReadonlyMap<string, ChainIdentity>
    prices: ReadonlyMap<string, number> | undefined
    keptWei: bigint
  },
): WalletHoldings {
  const { network, chains, prices, keptWei } = known
  const all = network.aggregates.flatMap(({ members }) =>
    members.flatMap((member): WalletHolding[] => {
      const { chainId } = splitAssetType(member.assetType)
      const chain = getEvmChains(network).find((one) => one.chainId === chainId)
      const read = funds.get(chainId)
      if (!chain || read === undefined || read === 'silent') return []
      const held = read.units.get(member.assetType) ?? 0n
      if (held === 0n) return []
      const identity = chains.get(chainId) ?? buildUnknownChain(chainId)
      const price = prices?.get(member.assetType)
      return [
        {
          ...pickNames(member),
          ...getMovable(member, { held, chain, read, keptWei }),
          chain: identity,
          chainId,
          held,
          valueUsd: toUsd({ units: held, decimals: member.decimals }, price),
          coin: getCoin(network, chain),
        },
      ]
    }),
  )
  return {
    all,
    movable: all.filter(({ movable }) => movable > 0n),
    totalUsd: sumHeldUsd(all),
    unread: [...funds].flatMap(([chainId, read]) =>
      read === 'silent' ? [chains.get(chainId) ?? buildUnknownChain(chainId)] : [],
    ),
  }
}

/** Sum of the values as shown; undefined if none of them has a fresh price. */
export function sumHeldUsd(holdings: readonly WalletHolding[]): number | undefined {
  const values = holdings.flatMap(({ valueUsd }) => (valueUsd === undefined ? [] : [valueUsd]))
  return holdings.length > 0 && values.length === 0 ? undefined : sumShown(values)
}

/** What moves, as one sum of dollars; undefined if some have no price. */
export function sumMovesUsd(moves: readonly Move[]): number | undefined {
  const values = moves.map(getMoveUsd)
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? sumShown(known) : undefined
}

/** The value of what moves of a holding; undefined without a price. */
export function getMoveUsd({ asset: { held, valueUsd }, amount }: Move): number | undefined {
  if (valueUsd === undefined) return undefined
  return amount === held ? valueUsd : valueUsd * (Number(amount) / Number(held))
}

function pickNames({ assetType, symbol, name, decimals }: Member) {
  return { assetType, symbol, name, decimals }
}

function getMovable(
  member: Member,
  of: { held: bigint; chain: EvmNetworkChain; read: ChainFunds; keptWei: bigint },
): Pick<WalletHolding, 'movable' | 'isNative' | 'isGasMissing' | 'maxFeeWei'> {
  const { held, chain, read, keptWei } = of
  const price = read.gasPriceWei
  if (!isSameAsset(member.assetType, chain.nativeAsset)) {
    const maxFeeWei = tokenGas * price
    const isGasMissing = (read.units.get(chain.nativeAsset) ?? 0n) < maxFeeWei
    return { movable: isGasMissing ? 0n : held, isNative: false, isGasMissing, maxFeeWei }
  }
  const tokens = [...read.units].filter(
    ([assetType, units]) => units > 0n && !isSameAsset(assetType, chain.nativeAsset),
  ).length
  const gas = (coinGas + BigInt(tokens) * tokenGas) * price
  const stays = gas > keptWei ? gas : keptWei
  // Nobody types or compares more digits of a coin than pages show of it.
  const step = 10n ** BigInt(Math.max(0, member.decimals - 6))
  const rest = held - stays
  const movable = rest > worthwhileTimes * gas ? rest - (rest % step) : 0n
  return { movable, isNative: true, isGasMissing: false, maxFeeWei: coinGas * price }
}

function getCoin({ aggregates }: Network, { nativeAsset }: EvmNetworkChain): WalletHolding['coin'] {
  const members = aggregates.flatMap((aggregate) => aggregate.members)
  const coin = members.find((one) => isSameAsset(one.assetType, nativeAsset))
  return { symbol: coin?.symbol ?? translate('coins'), decimals: coin?.decimals ?? 18 }
}
