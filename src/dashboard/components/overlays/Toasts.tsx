import { CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { create } from 'zustand'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'
import { IconButton } from '../forms/Button.tsx'
import { Corner } from './Corner.tsx'

/** Confirmations in a corner, for 6 seconds each or until the page is left; the timer pauses on hover and focus. */
export function Toasts() {
  const toasts = useToasts()
  const [path] = useLocation()
  useEffect(dismissOldToasts, [path])
  return (
    <Corner isEmpty={toasts.length === 0}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </Corner>
  )
}

function ToastLine(props: { toast: Toast }) {
  const { id, text, link } = props.toast
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(dismissToast, 6_000, id)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    <div
      className="panel flex items-center gap-3 py-2 pr-2 pl-4 shadow-pop animate-[rise_200ms]"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={CircleCheck} className="text-reed" />
      <span className="min-w-0 flex-1 text-sm font-medium">
        {text}
        {link && (
          <Link href={link.href} className="link ml-3" onClick={() => dismissToast(id)}>
            {link.text}
          </Link>
        )}
      </span>
      <IconButton
        icon={X}
        label={translate('Dismiss')}
        size="sm"
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}

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
