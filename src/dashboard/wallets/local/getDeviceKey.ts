import { translate } from '../../language/translate.ts'

const database = 'estuary'
const store = 'keys'
const name = 'wallet'

/** Returns this browser's key for vaults, creating it the first time; it is not extractable. */
export async function getDeviceKey(): Promise<CryptoKey> {
  const kept: unknown = await withStore('readonly', (keys) => keys.get(name))
  if (kept instanceof CryptoKey) return kept
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await withStore('readwrite', (keys) => keys.put(made, name))
  return made
}

/** Deletes this browser's key; vaults encrypted with it can never be opened again. */
export async function forgetDeviceKey(): Promise<void> {
  await withStore('readwrite', (keys) => keys.delete(name))
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
