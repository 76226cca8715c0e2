import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { translate } from '../../language/translate.ts'

const assetType = /\b((?:eip155|solana):[\w-]+)\/(?:erc20|token):(\w+)/g

/** Puts the names that people know for the ids in a sentence of the service. */
export function readServiceText(text: string, chains: ReadonlyMap<string, ChainIdentity>): string {
  function nameChain(chainId: string): string {
    return chains.get(chainId)?.name ?? chainId
  }
  return text
    .replaceAll(assetType, (_, chainId: string, token: string) =>
      translate('{amount} on {name}', { amount: shortenAddress(token), name: nameChain(chainId) }),
    )
    .replaceAll(/\b(?:eip155|solana):[\w-]+/g, nameChain)
    .replaceAll(/\bagg:(\w+)/g, (_, symbol: string) => symbol.toUpperCase())
}
