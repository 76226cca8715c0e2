import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { Icon } from '../../components/forms/Icon.tsx'

/**
 * Back button and title of a review. A review is like a new page: it scrolls to the top, as its
 * button may be far below, and focus moves to its title.
 */
export function ReviewTitle(props: ReviewTitle.Props) {
  const { title, back, onBack } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <button
        type="button"
        className="reach -ml-1 mb-2 inline-flex items-center gap-1 text-sm text-ink-2 hover:text-ink"
        onClick={onBack}
      >
        <Icon of={ChevronLeft} size={16} />
        {back}
      </button>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none md:text-2xl">
        {title}
      </h1>
    </>
  )
}

export declare namespace ReviewTitle {
  type Props = { title: string; back: string; onBack: () => void }
}
