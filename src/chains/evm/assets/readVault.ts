import { numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readMany } from '../rpc/readMany.ts'

/** What accounts have in a vault. */
export type VaultPosition = {
  /** The value of all of their shares, in smallest units of the vault's asset. */
  units: bigint
  /** Of each account, in the order asked. */
  shares: readonly bigint[]
  /** Decimals of the shares; 0 where the vault does not say. */
  shareDecimals: number
}

/**
 * Reads the shares of the accounts in an ERC-4626 vault, and their value. Runs in the browser.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 * @throws Error if the vault refuses.
 */
export async function readVault(
  client: EvmClient,
  { vault: to, accounts }: { vault: EvmAddress; accounts: readonly EvmAddress[] },
): Promise<VaultPosition> {
  const { values: read } = await readMany(client, [
    // decimals()
    { kind: 'call', to, data: '0x313ce567', words: 1 },
    ...accounts.map((account) => {
      const owner = account.slice(2).toLowerCase().padStart(64, '0')
      // balanceOf(address)
      return { kind: 'call', to, data: `0x70a08231${owner}`, words: 1 } as const
    }),
  ])
  const [decimals, ...held] = read
  const shares = held.map((words) => getOnly(words, to))
  const shareDecimals = Number(decimals?.[0] ?? 0n)
  const sum = shares.reduce((sofar, one) => sofar + one, 0n)
  if (sum === 0n) return { units: 0n, shares, shareDecimals }
  const data = `0x07a2d13a${numberToHex(sum, { size: 32 }).slice(2)}` as const
  // convertToAssets(uint256)
  const { values } = await readMany(client, [{ kind: 'call', to, data, words: 1 }])
  return { units: getOnly(values[0], to), shares, shareDecimals }
}

/** What a vault refuses to say is unknown, not 0. */
function getOnly(words: readonly bigint[] | undefined, vault: EvmAddress): bigint {
  const [word] = words ?? []
  if (word === undefined) throw new Error(`The vault ${vault} does not say what is in it.`)
  return word
}
