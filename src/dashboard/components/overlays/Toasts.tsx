import { CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'
import { IconButton } from '../forms/IconButton.tsx'
import { Corner } from './Corner.tsx'
import { dismissOldToasts, dismissToast, type Toast, useToasts } from './toasts.ts'

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
