import { useSyncExternalStore } from 'react'

/** Something that is done; never an error (those stay on the page). */
export type Toast = { id: number; text: string }

const listeners = new Set<() => void>()
let shown: readonly Toast[] = []
let lastId = 0

/** Says for 6 seconds that something is done. */
export function showToast(text: string): void {
  lastId += 1
  setToasts([...shown, { id: lastId, text }])
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  setToasts(shown.filter((toast) => toast.id !== id))
}

/** The toasts on screen, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => shown)
}

function setToasts(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
