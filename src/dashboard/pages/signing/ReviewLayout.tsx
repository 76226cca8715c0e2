import type { ReactNode } from 'react'

import { translate } from '../../language/translate.ts'
import { CheckList } from './checks/CheckList.tsx'
import { usePreloadFollowingPage } from './followingPage.ts'

/** The two columns of a review: operations on the left, signing panel and checks on the right. */
export function ReviewLayout(props: ReviewLayout.Props) {
  const { panel, findings, isExpired, children } = props
  usePreloadFollowingPage()
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-10">
        <div className="min-w-0">{children}</div>
        <aside
          className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-24"
          aria-label={translate('Sign')}
        >
          {panel}
          <CheckList findings={findings} isExpired={isExpired} />
        </aside>
      </div>
      <div className="h-36 md:hidden" />
    </>
  )
}

export declare namespace ReviewLayout {
  type Props = CheckList.Props & {
    panel: ReactNode
    children: ReactNode
  }
}
