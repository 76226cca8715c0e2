import { ChevronRight } from 'lucide-react'

import { Icon } from '#dashboard/components/forms/Icon.tsx'

/** One choice of a form with its value; opens the dialog that changes it. */
export function FormRow(props: FormRow.Props) {
  const { name, value, isBad = false, onClick } = props
  return (
    <button
      type="button"
      className="flex h-14 w-full items-center justify-between gap-4 text-left"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <span className="text-ink-2">{name}</span>
      <span className={`flex min-w-0 items-center gap-2 font-medium ${isBad ? 'text-flare' : ''}`}>
        <span className="num truncate">{value}</span>
        <Icon of={ChevronRight} size={17} className="text-ink-3" />
      </span>
    </button>
  )
}

export declare namespace FormRow {
  type Props = {
    name: string
    value: string
    /** Whether it has to be changed. */
    isBad?: boolean
    onClick: () => void
  }
}
