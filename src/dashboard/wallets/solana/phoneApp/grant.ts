import { isRecord } from '#protocol/ids/isRecord.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { readJson, writeJson } from '../../../storedJson.ts'
import { isSolanaAddress } from '../../requests/isSolanaAddress.ts'

/** What a wallet app granted: the account that it shared, and the token by which it knows this page. */
export type Grant = { address: SolanaAddress; token: string }

const storageKey = 'estuary.solana.app'

/** The grant that an app gave earlier. */
export function readGrant(): Grant | undefined {
  const stored = readJson(storageKey)
  if (!isRecord(stored)) return undefined
  const { address, token } = stored
  return isSolanaAddress(address) && typeof token === 'string' ? { address, token } : undefined
}

/** Keeps a grant for later visits; undefined forgets it. */
export function saveGrant(grant: Grant | undefined): void {
  writeJson(storageKey, grant)
}
