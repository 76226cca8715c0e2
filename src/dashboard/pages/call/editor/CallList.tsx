import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { translate } from '../../../language/translate.ts'
import { maxCalls } from '../draft/callSearch.ts'
import type { ParsedDraft } from '../draft/parseDraft.ts'

/** The calls in execution order; one of them is open. */
export function CallList(props: CallList.Props) {
  const { drafts, open, children, onOpen, onAdd } = props
  return (
    <section className="panel overflow-hidden" aria-label={translate('Calls')}>
      <div className="flex items-baseline justify-between gap-3 px-5 pt-4 pb-2">
        <h2 className="text-lg font-semibold">{translate('Calls')}</h2>
        <span className="text-sm text-ink-3">{translate('run in this order')}</span>
      </div>
      <ol className="px-2 pb-2">
        {drafts.map((read, index) => (
          <li
            key={index}
            className={`flex items-start rounded-md border ${index === open ? 'border-channel-line bg-channel-tint' : 'border-transparent hover:bg-hover'}`}
          >
            <button
              type="button"
              aria-current={index === open || undefined}
              className="flex min-w-0 flex-1 items-start gap-3 px-3 py-2.5 text-left"
              onClick={() => onOpen(index)}
            >
              <span className="num w-4 shrink-0 text-right text-ink-3">{index + 1}</span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{read.title}</span>
                <span
                  className={`block truncate text-sm text-ink-2 ${read.detail.startsWith('0x') ? 'mono' : ''}`}
                >
                  {read.detail}
                </span>
                <State read={read} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {drafts.length < maxCalls && (
        <button
          type="button"
          className="flex h-14 w-full items-center gap-2 border-t border-line px-5 font-medium text-channel hover:bg-hover"
          onClick={onAdd}
        >
          <Icon of={Plus} size={17} />
          {translate('Add call')}
        </button>
      )}
      {children}
    </section>
  )
}

export declare namespace CallList {
  type Props = {
    drafts: readonly ParsedDraft[]
    open: number
    children: ReactNode
    onOpen: (index: number) => void
    onAdd: () => void
  }
}

function State(props: { read: ParsedDraft }) {
  const { errors } = props.read
  const wrong = errors.find(({ isMissing }) => !isMissing)
  if (wrong)
    return (
      <span className="block text-sm text-flare">
        {wrong.path === 'approve' ? translate('Can’t approve') : translate('Has an error')}
      </span>
    )
  return errors.length > 0 ? (
    <span className="block text-sm text-ink-3">{translate('Incomplete')}</span>
  ) : null
}
