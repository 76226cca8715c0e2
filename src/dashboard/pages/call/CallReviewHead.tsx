import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '../../components/Icon.tsx'

/** Back to the form, what this step is, and its sentence. */
export function CallReviewHead(props: CallReviewHead.Props) {
  return (
    <div className="mb-6">
      <button
        type="button"
        className="-ml-1 mb-2 inline-flex items-center gap-1 text-sm text-ink-2 hover:text-ink"
        onClick={props.onBack}
      >
        <Icon of={ChevronLeft} size={16} />
        Contract call
      </button>
      <h1 className="text-xl font-semibold md:text-2xl">{props.title}</h1>
      <p className="mt-1 text-ink-2">{props.children}</p>
    </div>
  )
}

export declare namespace CallReviewHead {
  type Props = { title: string; onBack: () => void; children: ReactNode }
}
