import { getSignersAddress } from '#chains/solana/program/addresses.ts'
import type { ShownSolana } from './solanaPageParts.ts'
import type { SolanaPlan } from '../plan/solanaPlan.ts'
import type { DevnetSolana } from '../startSolana.ts'

/** The local Solana chain as the explorer shows it. */
export function createShownSolana({
  name,
  chainId,
  connection,
  node,
  plan,
}: Pick<DevnetSolana, 'name' | 'chainId' | 'connection' | 'node' | 'plan'>): ShownSolana {
  const names = getNames(plan)
  return { name, chainId, connection, names, isUp: () => node.pid() !== undefined }
}

/** Names of known addresses on the local Solana chain. */
function getNames({ keys, tokens }: SolanaPlan): ReadonlyMap<string, string> {
  const actors = Object.entries(keys).map(
    ([name, key]) => [key.publicKey.toBase58(), name] as const,
  )
  const mints = Object.entries(tokens).map(([name, { mint }]) => [mint, name] as const)
  const program = keys.program.publicKey.toBase58()
  return new Map([
    ...actors,
    ...mints,
    [program, 'escrow program'],
    [getSignersAddress(program), 'signers'],
  ])
}
