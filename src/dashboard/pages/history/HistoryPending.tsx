import { Skeleton, useDelay } from '../../components/status/Skeleton.tsx'
import { translate } from '../../language/translate.ts'

/** Skeleton rows while the first page is loading; nothing in the first 250 ms. */
export function HistoryPending() {
  const isSlow = useDelay()
  return (
    <div aria-busy="true">
      <output className="sr-only">{translate('Loading history')}</output>
      {isSlow &&
        [180, 150, 200, 160, 170].map((width) => (
          <div
            key={width}
            className="flex h-17 items-center justify-between gap-6 border-t border-line px-3"
          >
            <div className="flex flex-col gap-2">
              <Skeleton width={width} height={14} />
              <Skeleton width={120} height={11} />
            </div>
            <Skeleton width={96} height={24} />
          </div>
        ))}
    </div>
  )
}
