import { create } from 'zustand'

/** Something that is done; never an error (those stay on the page). */
export type Toast = { id: number; text: string }

const useStore = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))
let lastId = 0

/** Shows a toast for 6 seconds. */
export function showToast(text: string): void {
  lastId += 1
  const toast = { id: lastId, text }
  useStore.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** The toasts on screen, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(({ toasts }) => toasts)
}
