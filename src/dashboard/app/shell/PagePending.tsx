import { Skeleton, useDelay } from '../../components/status/Skeleton.tsx'
import { translate } from '../../language/translate.ts'

/** Placeholder while a page's code loads; invisible for the first 250 ms. */
export function PagePending() {
  const isSlow = useDelay()
  if (!isSlow) return null
  return (
    <div aria-busy="true">
      <output className="sr-only">{translate('Loading page')}</output>
      <Skeleton width={180} height={30} />
      <div className="mt-8 flex flex-col gap-4">
        <Skeleton height={64} />
        <Skeleton height={64} />
        <Skeleton height={64} />
      </div>
    </div>
  )
}
