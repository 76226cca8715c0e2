import { toDeployment } from '#networks/toDeployment.ts'
import { getFingerprint } from '#protocol/service/fingerprint.ts'
import { getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../monitoring/log.ts'
import type { Database } from '../storage/database.ts'

/** The instance's fingerprint, which the dashboard shows for comparison. */
export type InstanceFingerprint = {
  now: string
  /** That of the instance's last start; undefined if there was none, or it is the same. */
  before: string | undefined
}

/**
 * Computes the fingerprint, compares it with the one of the last start, and logs a change.
 *
 * @returns Undefined without a quote key, and for the devnet, which is the same everywhere.
 */
export async function noteFingerprint(
  { network, keys }: Pick<Config, 'network' | 'keys'>,
  { storage, log }: { storage: Database; log: Log },
): Promise<InstanceFingerprint | undefined> {
  const deployment = toDeployment(network)
  if (!deployment || !keys.quote) return undefined
  const quoteSigner = getQuoteSigner(Buffer.from(keys.quote.slice(2), 'hex'))
  const now = getFingerprint({ network: network.name, quoteSigner, deployment })
  const before = await storeFingerprint(storage, now)
  if (before !== undefined) log('fingerprint_changed', { fingerprint: now, before })
  return { now, before }
}

/**
 * Stores the fingerprint of the instance that the database serves.
 *
 * @returns The one that was stored before, if it was another.
 */
export async function storeFingerprint(
  { query }: Database,
  fingerprint: string,
): Promise<string | undefined> {
  const [last] = await query<{ before: string | null }>(
    `update served_network served set fingerprint = $1
     from (select id, fingerprint from served_network for update) last
     where served.id = last.id and served.fingerprint is distinct from $1
     returning last.fingerprint as before`,
    [fingerprint],
  )
  return last?.before ?? undefined
}
