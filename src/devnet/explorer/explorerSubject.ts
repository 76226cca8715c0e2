import { findEvmChain } from '#networks/getChain.ts'
import type { Member, Network } from '#networks/network.ts'
import {
  checksumAddress,
  EvmAddress,
  isSameAddress,
  isSameAsset,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { renderLink } from './explorerPage.ts'
import { html } from './html.ts'
import type { DevnetChain } from '../deploy/startChains.ts'

/** What a page is about: a chain of a network and the text that names something on it. */
export type Subject = { network: Network; chain: DevnetChain; id: string }

/** The chain that an address stands on, and what is known of it. */
export type Place = Pick<Subject, 'network' | 'chain'>

/** The assets of a chain. */
export function getMembers({ network, chain }: Place): Member[] {
  return network.aggregates
    .flatMap((aggregate) => aggregate.members)
    .filter(({ assetType }) => splitAssetType(assetType).chainId === chain.chainId)
}

/** Ticker of a chain's coin. */
export function getCoinSymbol(place: Place): string {
  const home = place.network.chains.find(({ chainId }) => chainId === place.chain.chainId)
  const coin = getMembers(place).find(
    ({ assetType }) => home && isSameAsset(assetType, home.nativeAsset),
  )
  return coin?.symbol ?? 'coins'
}

/** A link to an address, with its name when it has one. */
export function renderAddressLink(place: Place, address: string) {
  const name = findName(place, address)
  const id = checksumAddress(EvmAddress.parse(address))
  const link = renderLink(place.chain.number, 'address', { id })
  return name === undefined ? link : html`${link} (${name})`
}

/** What is known of an address, for people: a token, a feed, a pool, one of our contracts. */
function findName(place: Place, address: string): string | undefined {
  const { network, chain } = place
  const home = findEvmChain(network, chain.chainId)
  const members = getMembers(place)
  const known: (readonly [name: string, address: string])[] = [
    ...members.map(({ symbol, assetType }) => {
      return [symbol.toLowerCase(), splitAssetType(assetType).reference] as const
    }),
    ...members.map(({ symbol, feed }) => [`${symbol.toLowerCase()}Feed`, feed] as const),
    ...Object.entries(home?.contracts ?? {}),
    ...network.pools
      .filter(({ chainId }) => chainId === chain.chainId)
      .map(({ pool }) => ['pool', pool] as const),
    ...Object.entries(network.roles),
  ]
  return known.find(([, other]) => isSameAddress(other, address))?.[0]
}
