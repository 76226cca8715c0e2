import { numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readMany } from '../rpc/readMany.ts'

/**
 * Reads the value of all shares of the accounts in an ERC-4626 vault, in smallest units of its
 * asset. Runs in the browser.
 *
 * @throws ChainUnavailableError if the chain does not answer.
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
  const shares = held.values.reduce((sum, words) => sum + (words?.[0] ?? 0n), 0n)
  if (shares === 0n) return 0n
  const data = `0x07a2d13a${numberToHex(shares, { size: 32 }).slice(2)}` as const
  // convertToAssets(uint256)
  const { values } = await readMany(client, [{ kind: 'call', to, data, words: 1 }])
  return values[0]?.[0] ?? 0n
}
