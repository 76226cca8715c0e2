/** What the review shows of the operations. */
export type ReviewTab = 'words' | 'raw'

/** Switches between words and bytes; the panel they open has the id `review-panel`. */
export function ReviewTabs(props: ReviewTabs.Props) {
  const { tab, onTab } = props
  const tabs = [
    ['words', 'In plain words'],
    ['raw', 'Raw data'],
  ] as const
  return (
    <div className="mb-5 flex gap-6 border-b border-line" role="tablist" aria-label="Operations">
      {tabs.map(([value, name]) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`review-${value}`}
          aria-selected={tab === value}
          aria-controls="review-panel"
          className={`-mb-px border-b-2 py-2.5 font-medium ${tab === value ? 'border-channel text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`}
          onClick={() => onTab(value)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

export declare namespace ReviewTabs {
  type Props = { tab: ReviewTab; onTab: (tab: ReviewTab) => void }
}
