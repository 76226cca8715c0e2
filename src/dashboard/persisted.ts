import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'

import { keepText, localStore } from './browserStores.ts'

/** A value that this browser keeps as JSON. The stored text is its only copy, so that tabs agree. */
export type Persisted<value, fallback = value> = {
  /** The value now; the fallback where nothing is kept, or nothing that the schema reads. */
  get: () => value | fallback
  /** Keeps a value, or none when undefined. Where storage is full it lasts until the page closes. */
  set: (value: value | undefined) => void
  /** Like {@link set}, of what must outlive the page. @throws Error when storage is full. */
  keep: (value: value) => void
}

/** Keeps a value under one key of the browser's storage. */
export function persisted<value, fallback>(
  key: string,
  schema: z.ZodMiniType<value>,
  fallback: fallback,
): Persisted<value, fallback> {
  let last: { text: string | null; value: value | fallback } = { text: null, value: fallback }
  function get(): value | fallback {
    const text = localStore.getItem(key)
    if (text === last.text) return last.value
    const read = text === null ? undefined : schema.safeParse(parseJson(text))
    last = { text, value: read?.success ? read.data : fallback }
    return last.value
  }
  return {
    get,
    set(value) {
      if (value === undefined) localStore.removeItem(key)
      else localStore.setItem(key, JSON.stringify(value))
      announceChange(key)
    },
    keep(value) {
      keepText(key, JSON.stringify(value))
      announceChange(key)
    },
  }
}

/** Returns what is kept, up to date with changes by this tab and others. */
export function usePersisted<value, fallback>(kept: Persisted<value, fallback>): value | fallback {
  return useSyncExternalStore(subscribe, kept.get)
}

/** {@link persisted} for each name under a prefix, such as a network or an owner. */
export function persistedBy<value, fallback>(
  prefix: string,
  schema: z.ZodMiniType<value>,
  fallback: fallback,
): (name: string) => Persisted<value, fallback> {
  const known = new Map<string, Persisted<value, fallback>>()
  return (name) => {
    const found = known.get(name) ?? persisted(prefix + name, schema, fallback)
    known.set(name, found)
    return found
  }
}

/** A list without what its items' schema refuses: a damaged item does not take the others along. */
export function listOf<item>(schema: z.ZodMiniType<item>): z.ZodMiniType<item[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((list) =>
      list.flatMap((one) => {
        const read = schema.safeParse(one)
        return read.success ? [read.data] : []
      }),
    ),
  )
}

/** Reads JSON; undefined where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tells those who show what is kept that a key has changed, or all of them when null. */
export function announceChange(key: string | null): void {
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
