import { numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readMany } from '../rpc/readMany.ts'

/**
 * Reads the value of all shares of the accounts in an ERC-4626 vault, in smallest units of its
 * asset. Runs in the browser.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 * @throws Error if the vault refuses.
 */
export async function readVault(
  client: EvmClient,
  { vault: to, accounts }: { vault: EvmAddress; accounts: readonly EvmAddress[] },
): Promise<bigint> {
  const held = await readMany(
    client,
    accounts.map((account) => {
      const owner = account.slice(2).toLowerCase().padStart(64, '0')
      // balanceOf(address)
      return { kind: 'call', to, data: `0x70a08231${owner}`, words: 1 }
    }),
  )
  const shares = held.values.reduce((sum, words) => sum + getOnly(words, to), 0n)
  if (shares === 0n) return 0n
  const data = `0x07a2d13a${numberToHex(shares, { size: 32 }).slice(2)}` as const
  // convertToAssets(uint256)
  const { values } = await readMany(client, [{ kind: 'call', to, data, words: 1 }])
  return getOnly(values[0], to)
}

/** What a vault refuses to say is unknown, not 0. */
function getOnly(words: readonly bigint[] | undefined, vault: EvmAddress): bigint {
  const [word] = words ?? []
  if (word === undefined) throw new Error(`The vault ${vault} does not say what is in it.`)
  return word
}
