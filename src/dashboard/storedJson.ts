import type { PersistStorage } from 'zustand/middleware'

import { readText } from './storedText.ts'

/**
 * Reads JSON from localStorage; null when there is none, it cannot be parsed, or storage is
 * blocked.
 */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readText(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Writes JSON to localStorage, or removes it when undefined. Full or blocked storage is ignored.
 */
export function writeJson(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The value lasts until the page closes.
  }
}

/** The keys in localStorage that start with a prefix; none when storage is blocked. */
export function findKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/**
 * Storage for zustand's `persist` that writes plain JSON, without zustand's envelope: the format
 * that this app has always used, and that `boot.ts` reads.
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
