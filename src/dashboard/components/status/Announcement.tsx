import { useEffect, useState } from 'react'

/** Long enough for a screen reader to know the place, ms. */
const lateMs = 100

/**
 * One sentence for screen readers. They speak what changes in a place that they know: what comes together
 * with its place is often not spoken, so it is written a moment later.
 */
export function Announcement(props: Announcement.Props) {
  const { text } = props
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(setSaid, lateMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <output className="sr-only" aria-live="polite">
      {said}
    </output>
  )
}

export declare namespace Announcement {
  type Props = { text: string }
}
