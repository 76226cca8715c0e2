import { translate } from '../../language/translate.ts'

const database = 'estuary'
const store = 'keys'
const name = 'wallet'

/** The key of this visit where the browser keeps none. */
let ofVisit: CryptoKey | undefined

/**
 * Returns this browser's key for vaults, creating it the first time; it is not extractable. Where site
 * data is blocked it lasts until the page closes, like the vault.
 */
export async function getDeviceKey(): Promise<CryptoKey> {
  const kept: unknown = await withStore('readonly', (keys) => keys.get(name)).catch(() => ofVisit)
  if (kept instanceof CryptoKey) return kept
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await withStore('readwrite', (keys) => keys.put(made, name)).catch(() => {
    ofVisit = made
  })
  return made
}

/** Deletes this browser's key; vaults encrypted with it can never be opened again. */
export async function forgetDeviceKey(): Promise<void> {
  ofVisit = undefined
  // Where the browser gives no access, it has kept none.
  await withStore('readwrite', (keys) => keys.delete(name)).catch(() => undefined)
}

async function withStore<result>(
  mode: IDBTransactionMode,
  act: (keys: IDBObjectStore) => IDBRequest<result>,
): Promise<result> {
  const opened = await open()
  try {
    return await toPromise(act(opened.transaction(store, mode).objectStore(store)))
  } finally {
    opened.close()
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store))
  return toPromise(request)
}

function toPromise<result>(request: IDBRequest<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error(translate('IndexedDB failed.'))),
    )
  })
}
