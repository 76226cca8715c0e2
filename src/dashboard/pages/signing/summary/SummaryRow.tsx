import type { ReactNode } from 'react'

import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'

/** A named line of the summary. */
export function SummaryRow(props: SummaryRow.Props) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-3.5 sm:grid-cols-[96px_minmax(0,1fr)]">
      <dt className="text-sm text-ink-3 sm:pt-0.5">{props.name}</dt>
      <dd className="min-w-0">{props.children}</dd>
    </div>
  )
}

export declare namespace SummaryRow {
  type Props = { name: string; children: ReactNode }
}

/** Worth in US dollars by the feeds that this browser reads; said where there is no price. */
export function Worth(props: Worth.Props) {
  const formats = useFormats()
  const { valueUsd } = props
  return (
    <span className="num text-sm text-ink-3">
      {valueUsd === undefined ? translate('no price') : formats.usd(valueUsd)}
    </span>
  )
}

export declare namespace Worth {
  type Props = { valueUsd: number | undefined }
}
