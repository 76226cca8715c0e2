import { z } from 'zod/mini'

import { SolanaAddress } from '#protocol/ids/caip.ts'
import { persisted } from '../../../persisted.ts'

/** What a wallet app granted: the account that it shared, and the token by which it knows this page. */
const Grant = z.object({ address: SolanaAddress, token: z.string() })
export type Grant = z.output<typeof Grant>

const kept = persisted('estuary.solana.app', Grant, undefined)

/** The grant that an app gave earlier. */
export function readGrant(): Grant | undefined {
  return kept.get()
}

/** Keeps a grant for later visits; undefined forgets it. */
export function saveGrant(grant: Grant | undefined): void {
  kept.set(grant)
}
