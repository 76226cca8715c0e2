import { decodeBase58 } from '#protocol/ids/base58.ts'
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
  return isKey(address) && typeof token === 'string' ? { address, token } : undefined
}

/** Whether a value is the address of a key: its form, and 32 bytes. */
function isKey(value: unknown): value is SolanaAddress {
  return isSolanaAddress(value) && decodeBase58(value).length === 32
}

/** Keeps a grant for later visits; undefined forgets it. */
export function saveGrant(grant: Grant | undefined): void {
  writeJson(storageKey, grant)
}
