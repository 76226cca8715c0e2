import type { PersistStorage } from 'zustand/middleware'

import { localStore } from './browserStores.ts'

/** Reads kept JSON; null when there is none, or it cannot be parsed. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(localStore.getItem(key) ?? 'null')
  } catch {
    // Not written by this app.
    return null
  }
}

/** Keeps JSON, or removes it when undefined. Where storage is full it lasts until the page closes. */
export function writeJson(key: string, value: unknown): void {
  if (value === undefined) localStore.removeItem(key)
  else localStore.setItem(key, JSON.stringify(value))
}

/** The keys of what is kept that start with a prefix. */
export function findKeys(prefix: string): readonly string[] {
  return localStore.findKeys().filter((key) => key.startsWith(prefix))
}

/**
 * Storage for zustand's `persist` that writes plain JSON, without zustand's envelope: the format
 * that this app has always used, and that `public/boot.js` reads.
 *
 * @param parse - Checks stored JSON; null stands for none.
 */
export function createJsonStorage<state>(parse: (stored: unknown) => state): PersistStorage<state> {
  return {
    getItem: (key) => ({ state: parse(readJson(key)) }),
    setItem(key, { state }) {
      writeJson(key, state)
    },
    removeItem(key) {
      writeJson(key, undefined)
    },
  }
}
