import { signersAddress } from '#chains/solana/program/addresses.ts'
import { devnetSolana } from '#networks/devnetSolana.ts'
import type { ShownSolana } from './solanaPageParts.ts'
import type { DevnetSolana } from './startSolana.ts'

const { mints, roles, program, authority } = devnetSolana

/** What addresses of the local Solana chain are called. */
const names: ReadonlyMap<string, string> = new Map([
  ...[...Object.entries(roles), ...Object.entries(mints)].map(
    ([name, address]) => [address, name] as const,
  ),
  [authority, 'authority'],
  [program, 'escrow program'],
  [signersAddress(program), 'signers'],
])

/** The local Solana chain as the explorer shows it. */
export function shownSolana({
  name,
  chainId,
  connection,
  node,
}: Pick<DevnetSolana, 'name' | 'chainId' | 'connection' | 'node'>): ShownSolana {
  return { name, chainId, connection, names, isUp: () => node.pid() !== undefined }
}
