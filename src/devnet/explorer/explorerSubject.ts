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

/** A page's subject: a chain of a network, and the id of something on it. */
export type Subject = { network: Network; chain: DevnetChain; id: string }

/** A running chain and the network file that describes it. */
export type ShownChain = Pick<Subject, 'network' | 'chain'>

/** The assets of a chain. */
export function getMembers({ network, chain }: ShownChain): Member[] {
  return network.aggregates
    .flatMap((aggregate) => aggregate.members)
    .filter(({ assetType }) => splitAssetType(assetType).chainId === chain.chainId)
}

/** Symbol of a chain's native coin. */
export function getCoinSymbol(shown: ShownChain): string {
  const home = shown.network.chains.find(({ chainId }) => chainId === shown.chain.chainId)
  const coin = getMembers(shown).find(
    ({ assetType }) => home && isSameAsset(assetType, home.nativeAsset),
  )
  return coin?.symbol ?? 'coins'
}

/** Renders a link to an address, with its name if it has one. */
export function renderAddressLink(shown: ShownChain, address: string) {
  const name = findName(shown, address)
  const id = checksumAddress(EvmAddress.parse(address))
  const link = renderLink(shown.chain.number, 'address', { id })
  return name === undefined ? link : html`${link} (${name})`
}

/** Name of a known address: a token, a feed, a pool, one of our contracts. */
function findName(shown: ShownChain, address: string): string | undefined {
  const { network, chain } = shown
  const home = findEvmChain(network, chain.chainId)
  const members = getMembers(shown)
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
