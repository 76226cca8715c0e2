import { addressOfKey } from '#chains/evm/addressOfKey.ts'
import { type DutyHolders, readForeignDuties } from '#chains/evm/readDuties.ts'
import type { Hash } from '#protocol/hex.ts'
import { ConfigError, type Config } from './config.ts'
import { chainUnavailableIn } from '#chains/ChainUnavailable.ts'
import type { Links } from './links.ts'
import type { Log } from './log.ts'

/**
 * Checks that the contracts of every chain know this process's keys for what it does with them. A chain
 * that does not answer now is not a reason to stay down: it is looked at again by `/readyz`.
 *
 * @throws ConfigError that names chain and key. Source: security rule 11.
 */
export async function checkDuties(
  { keys }: Config,
  { links, log }: { links: Links; log: Log },
): Promise<void> {
  const holders: DutyHolders = {
    ...holder('cosigner', keys.cosigner),
    ...holder('paymaster', keys.paymaster),
    ...holder('attestor', keys.attestor),
    ...holder('executor', keys.executor),
  }
  if (Object.keys(holders).length === 0) return
  const faults = await Promise.all(
    links.clients.map(async ({ chain, client }) => {
      try {
        const { contracts } = chain
        const duties = await readForeignDuties(client, { contracts, holders })
        return duties.map((duty) => `${chain.chainId}: the ${duty} key is not the contracts'.`)
      } catch (error) {
        if (!chainUnavailableIn(error)) throw error
        log.warn({ chain: chain.chainId }, 'the keys could not be checked: no answer')
        return []
      }
    }),
  )
  if (faults.flat().length > 0) throw new ConfigError(faults.flat().join('\n'))
}

function holder(duty: keyof DutyHolders, key: Hash | undefined): DutyHolders {
  return key ? { [duty]: addressOfKey(key) } : {}
}
