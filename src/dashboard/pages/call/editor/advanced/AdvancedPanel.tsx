import { ChevronDown, ChevronUp } from 'lucide-react'
import { Suspense, useState } from 'react'

import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { parseSlippage } from '#dashboard/components/amounts/parseSlippage.ts'
import { translate } from '../../../../language/translate.ts'
import type { CallSearch } from '../../draft/callSearch.ts'
import type { AdvancedFields as Fields } from './AdvancedFields.tsx'
import { lazyComponent } from '#dashboard/components/lazyComponent.tsx'

const AdvancedFields = lazyComponent(
  async () => (await import('./AdvancedFields.tsx')).AdvancedFields,
)

/** The options for few calls, folded, with a summary of them. */
export function AdvancedPanel(props: AdvancedPanel.Props) {
  const { search, sources, error: formError, getServiceError } = props
  const { slippage } = search
  const isLimitWrong = slippage !== '' && 'error' in parseSlippage(slippage)
  const error = formError ?? getServiceError('validUntil') ?? getServiceError('validAfter')
  const [isOpened, setOpened] = useState(false)
  const isOpen = isOpened || error !== undefined || isLimitWrong
  const summary = summarize(search, sources)
  return (
    <section className="panel" aria-label={translate('Advanced')}>
      <button
        type="button"
        className="flex min-h-14 w-full items-center justify-between gap-3 px-5 text-left"
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpen)}
      >
        <span className="font-semibold">{translate('Advanced')}</span>
        <span className="flex min-w-0 items-center gap-2 text-sm text-ink-3">
          <span className="truncate">{summary}</span>
          <Icon of={isOpen ? ChevronUp : ChevronDown} size={17} />
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={<div className="h-64" />}>
          <AdvancedFields {...props} error={error} />
        </Suspense>
      )}
    </section>
  )
}

export declare namespace AdvancedPanel {
  type Props = Fields.Props
}

function summarize(
  { from, validAfter, validUntil, slippage }: CallSearch,
  sources: AdvancedPanel.Props['sources'],
) {
  const source = sources.find(({ value }) => value === from)
  const parts = [
    ...(source ? [translate('From {label}', { label: source.label })] : []),
    ...(validAfter !== '' || validUntil !== '' ? [translate('within a time window')] : []),
    ...(slippage === '' ? [] : [translate('slippage {slippage}%', { slippage })]),
  ]
  return parts.length === 0 ? translate('Any asset, any time') : parts.join(', ')
}
