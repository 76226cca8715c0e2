import { type ReactNode, useState } from 'react'

import { translate } from '../../language/translate.ts'

const tabs = [
  ['words', translate('In plain words')],
  ['raw', translate('Raw data')],
] as const

/** The operations of a review in plain words or as raw data, one tab for each. */
export function ReviewTabs(props: ReviewTabs.Props) {
  const [tab, setTab] = useState<keyof ReviewTabs.Props>('words')
  return (
    <>
      <div
        className="mb-5 flex gap-6 border-b border-line"
        role="tablist"
        aria-label={translate('Operations')}
      >
        {tabs.map(([value, name]) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`review-${value}`}
            aria-selected={tab === value}
            aria-controls="review-panel"
            className={`-mb-px border-b-2 py-2.5 font-medium ${tab === value ? 'border-channel text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`}
            onClick={() => setTab(value)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="review-panel" aria-labelledby={`review-${tab}`}>
        {props[tab]}
      </div>
    </>
  )
}

export declare namespace ReviewTabs {
  type Props = { words: ReactNode; raw: ReactNode }
}
