import { useSyncExternalStore } from 'react'

import { keepText, localStore } from './browserStores.ts'

/** Reads a kept text; null when there is none. */
export function readText(key: string): string | null {
  return localStore.getItem(key)
}

/**
 * Keeps a text, or removes it when null, and updates {@link useStoredText}.
 *
 * @throws Error when storage is full.
 */
export function writeText(key: string, text: string | null): void {
  if (text === null) localStore.removeItem(key)
  else keepText(key, text)
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: text }))
}

/** {@link readText}, kept up to date with changes by this tab and others. */
export function useStoredText(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readText(key))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
