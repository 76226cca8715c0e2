import type { ReactNode } from 'react'

import { translate } from '../../../language/translate.ts'
import { ReviewTitle } from '../../signing/ReviewTitle.tsx'

/** Link back to the form, title of the step, and a summary sentence. */
export function CallReviewHead(props: CallReviewHead.Props) {
  return (
    <div className="mb-6">
      <ReviewTitle title={props.title} back={translate('Contract call')} onBack={props.onBack} />
      <p className="mt-1 text-ink-2">{props.children}</p>
    </div>
  )
}

export declare namespace CallReviewHead {
  type Props = { title: string; onBack: () => void; children: ReactNode }
}
