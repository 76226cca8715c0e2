import { useSyncExternalStore } from 'react'

/** A confirmation that something was done; errors stay on the page instead. */
export type Toast = { id: number; text: string }

const listeners = new Set<() => void>()
let shown: readonly Toast[] = []
let lastId = 0

/** Shows a confirmation for 6 seconds. */
export function showToast(text: string): void {
  lastId += 1
  setToasts([...shown, { id: lastId, text }])
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  setToasts(shown.filter((toast) => toast.id !== id))
}

/** Returns the visible toasts, oldest first. */
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
