import { localStore, sessionStore } from './browserStores.ts'
import { announceChange, parseJson } from './persisted.ts'

const prefix = 'estuary.'
/**
 * What a copy leaves out: the recovery phrase, which the Accounts dialog shows, and what a wallet app
 * granted, which is for this browser alone.
 */
const left: ReadonlySet<string> = new Set(['estuary.wallet', 'estuary.solana.app'])

/**
 * Returns everything that this app keeps in this browser, by key, but for what lets it sign: saved
 * recipients, hidden assets, settings, accounts, what was signed and sent.
 */
export function readStoredData(): Readonly<Record<string, unknown>> {
  const keys = localStore.findKeys().filter((key) => key.startsWith(prefix) && !left.has(key))
  return Object.fromEntries(
    keys.toSorted().map((key) => [key, parseJson(localStore.getItem(key) ?? 'null') ?? null]),
  )
}

/** Erases everything that this app keeps in this browser, and tells the parts that hold it. */
export function eraseStoredData(): void {
  localStore.clear()
  sessionStore.clear()
  announceChange(null)
}
