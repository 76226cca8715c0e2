import { interfaceAbis } from '#chains/evm/operation/knownFunctions.ts'
import { translate } from '../../../../language/translate.ts'

/** A common contract interface, so that its ABI need not be pasted. */
export type KnownInterface = { id: string; name: string; abi: string }

const names: Readonly<Record<keyof typeof interfaceAbis, string>> = {
  erc4626: translate('ERC-4626 vault'),
  erc20: translate('ERC-20 token'),
  weth: translate('Wrapped coin'),
  erc721: translate('ERC-721 collection'),
  erc1155: translate('ERC-1155 collection'),
}

/** Known interfaces, the most common first; `id` is used in the page's URL. */
export const knownInterfaces: readonly KnownInterface[] = [
  { id: 'erc4626', name: names.erc4626, abi: interfaceAbis.erc4626 },
  { id: 'erc20', name: names.erc20, abi: interfaceAbis.erc20 },
  { id: 'weth', name: names.weth, abi: interfaceAbis.weth },
  { id: 'erc721', name: names.erc721, abi: interfaceAbis.erc721 },
  { id: 'erc1155', name: names.erc1155, abi: interfaceAbis.erc1155 },
]

/** Returns whether a draft names one of these interfaces instead of containing an ABI. */
export function isKnownInterface(abi: string): boolean {
  return knownInterfaces.some(({ id }) => id === abi)
}

/** Returns the ABI that a draft names or contains. */
export function getAbiText(abi: string): string {
  return knownInterfaces.find(({ id }) => id === abi)?.abi ?? abi
}
