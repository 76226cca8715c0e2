import { create } from 'zustand'

import { translate } from './language/translate.ts'

/** Why something that should outlive the page does not: a setting of the browser, or no room. */
export type StorageFault = 'blocked' | 'full'

type State = { fault: StorageFault | undefined; isDismissed: boolean }

const useFault = create<State>(() => ({ fault: undefined, isDismissed: false }))

/** Returns why this visit is not kept, until the user has dismissed it; undefined while all is kept. */
export function useStorageFault(): StorageFault | undefined {
  return useFault(({ fault, isDismissed }) => (isDismissed ? undefined : fault))
}

/** Says no more why this visit is not kept, unless there is another reason. */
export function dismissStorageFault(): void {
  useFault.setState({ isDismissed: true })
}

function setFault(fault: StorageFault | undefined): void {
  if (useFault.getState().fault !== fault) useFault.setState({ fault, isDismissed: false })
}

/** Storage that is always there: what the browser does not keep lasts until the page closes. */
export type BrowserStore = Pick<Storage, 'getItem' | 'removeItem' | 'clear'> & {
  /** Keeps a text; never throws. @returns Why it does not outlive the page. */
  setItem: (key: string, text: string) => StorageFault | undefined
  /** Forgets a text that only this visit has: the one that the browser keeps is there again. */
  release: (key: string) => void
  findKeys: () => readonly string[]
}

/**
 * Creates a store over one of the browser's, which throws at any access where site data is blocked.
 *
 * @param open - Such as `() => localStorage`; by default there is none.
 */
export function createBrowserStore(
  open: () => Storage | undefined = () => undefined,
): BrowserStore {
  /** What the browser did not keep. */
  const held = new Map<string, string>()
  /** Undefined where the browser gives no storage, as with its setting or outside of a page. */
  function attempt<result>(act: (storage: Storage) => result): result | undefined {
    try {
      const storage = open()
      return storage && act(storage)
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => held.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, text) {
      const isKept = attempt((storage) => {
        storage.setItem(key, text)
        return true
      })
      if (isKept) {
        held.delete(key)
        return undefined
      }
      held.set(key, text)
      const fault = attempt((storage) => storage.length) === undefined ? 'blocked' : 'full'
      setFault(fault)
      return fault
    },
    release: (key) => void held.delete(key),
    removeItem(key) {
      held.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    findKeys: () => [
      ...new Set([...held.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])]),
    ],
    clear() {
      held.clear()
      attempt((storage) => storage.clear())
      if (useFault.getState().fault === 'full') setFault(undefined)
    },
  }
}

/** What outlives the page. */
export const localStore: BrowserStore = createBrowserStore(() => localStorage)

/** What lasts as long as the tab. */
export const sessionStore: BrowserStore = createBrowserStore(() => sessionStorage)

if (isBlocked()) setFault('blocked')

function isBlocked(): boolean {
  try {
    return localStorage.length < 0
  } catch {
    return true
  }
}

/**
 * Keeps what the user asked to be kept. Where site data is blocked it lasts until the page closes, and
 * the page says so.
 *
 * @throws Error when storage is full; what was kept before stays.
 */
export function keepText(key: string, text: string): void {
  if (localStore.setItem(key, text) !== 'full') return
  localStore.release(key)
  throw new Error(translate('This browser’s storage is full. Remove a contact, then save again.'))
}
