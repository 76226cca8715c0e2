import { useSyncExternalStore } from 'react'

/** Reads a text from localStorage; null when there is none, or storage is blocked. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Writes a text to localStorage, or removes it when null, and updates {@link useStoredText}.
 *
 * @throws DOMException when storage is full or blocked.
 */
export function writeText(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key)
  else localStorage.setItem(key, text)
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
