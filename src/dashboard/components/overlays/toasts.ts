import { create } from 'zustand'

/** A confirmation that something was done; errors stay on the page instead. */
export type Toast = { id: number; shownAtMs: number; text: string; link: ToastLink | undefined }

/** What can be done next with what was done. */
export type ToastLink = { href: string; text: string }

const useStore = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))
let lastId = 0

/** Shows a confirmation for 6 seconds. */
export function showToast(text: string, link?: ToastLink): void {
  lastId += 1
  const toast = { id: lastId, shownAtMs: Date.now(), text, link }
  useStore.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** How old a toast is that belongs to the page before: a younger one says what led to the next page. */
const leftBehindMs = 1_000

/** Removes what was said on a page that was left. */
export function dismissOldToasts(): void {
  const limitMs = Date.now() - leftBehindMs
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.shownAtMs > limitMs) }))
}

/** Returns the visible toasts, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(({ toasts }) => toasts)
}
