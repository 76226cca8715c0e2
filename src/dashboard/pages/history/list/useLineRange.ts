import { type RefObject, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import { findRange, type LineRange, type Lines } from './rowWindow.ts'

/** Lines that are rendered above and below the view. */
const spare = 1
/** Rendered where nothing is laid out, as in tests. */
const startHeight = 900

/**
 * Returns the lines of a list that are in the window's view, updated once a frame while it scrolls
 * or changes its size.
 */
export function useLineRange(list: RefObject<HTMLElement | null>, lines: Lines): LineRange {
  const [view, setView] = useState({ top: 0, bottom: startHeight })
  const measure = useCallback(() => {
    const top = -(list.current?.getBoundingClientRect().top ?? 0)
    const next = { top, bottom: top + (window.innerHeight || startHeight) }
    setView((before) => {
      const [now, then] = [next, before].map((one) => findRange(lines, { ...one, spare }))
      return now?.first === then?.first && now?.end === then?.end ? before : next
    })
  }, [list, lines])
  useEffect(() => {
    let frame = 0
    function plan() {
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0
          // In this frame, so that no empty place is painted.
          flushSync(measure)
        })
    }
    plan()
    window.addEventListener('scroll', plan, { passive: true })
    window.addEventListener('resize', plan)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', plan)
      window.removeEventListener('resize', plan)
    }
  }, [measure])
  return findRange(lines, { ...view, spare })
}

const narrow = '(max-width: 47.99rem)'

/** Whether the page has the width of a phone. */
export function useIsNarrow(): boolean {
  const [query] = useState(() => window.matchMedia(narrow))
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    function read() {
      setNarrow(query.matches)
    }
    query.addEventListener('change', read)
    return () => query.removeEventListener('change', read)
  }, [query])
  return isNarrow
}
