import { devnetAddresses } from '#networks/devnetAddresses.ts'
import { checksumAddress, EvmAddress, isSameAddress } from '#protocol/caip.ts'
import { linkTo } from './explorerPage.ts'
import { html } from './html.ts'
import type { DevnetChain } from './startChains.ts'

/** What a page is about: a chain and the text that names something on it. */
export type Subject = { chain: DevnetChain; id: string }

/** What is known of an address, for people: the name of a devnet contract, or nothing. */
function addressName(address: string): string | undefined {
  const known = Object.entries(devnetAddresses)
  return known.find(([, other]) => isSameAddress(other, address))?.[0]
}

/** A link to an address, with its name when it has one. */
export function addressLink(chainNumber: number, address: string) {
  const name = addressName(address)
  const link = linkTo(chainNumber, 'address', { id: checksumAddress(EvmAddress.parse(address)) })
  return name === undefined ? link : html`${link} (${name})`
}
