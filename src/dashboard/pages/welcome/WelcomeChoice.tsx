import { ChevronRight, LoaderCircle, type LucideIcon } from 'lucide-react'

import { Icon } from '../../components/forms/Icon.tsx'

/** A large button for one way to start, with its explanation. */
export function WelcomeChoice(props: WelcomeChoice.Props) {
  const { icon, title, detail, isMain = false, isBusy = false, onChoose } = props
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={`flex w-full items-center gap-4 rounded-lg border p-4 text-left ${isMain ? 'border-channel bg-channel-tint' : 'border-line-strong bg-surface hover:bg-hover'}`}
      onClick={isBusy ? undefined : onChoose}
    >
      <span
        className={`inline-flex h-11 w-11 shrink-0 items-center justify-center rounded-md ${isMain ? 'bg-channel text-on-channel' : 'bg-sunken text-ink'}`}
      >
        <Icon of={isBusy ? LoaderCircle : icon} size={21} spin={isBusy} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-ink-2" aria-live="polite">
          {detail}
        </span>
      </span>
      {!isBusy && <Icon of={ChevronRight} className="text-ink-3" />}
    </button>
  )
}

export declare namespace WelcomeChoice {
  type Props = {
    icon: LucideIcon
    title: string
    detail: string
    isMain?: boolean
    isBusy?: boolean
    onChoose: () => void
  }
}
