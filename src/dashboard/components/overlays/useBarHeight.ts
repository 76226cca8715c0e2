import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for the bar that is fixed above a phone's tab bar. Its height is `--bar-h`, by which the
 * page ends above it and what is in the corner stands above it, however many lines it has.
 */
export function useBarHeight<element extends HTMLElement>(): RefObject<element | null> {
  const bar = useRef<element>(null)
  useLayoutEffect(() => {
    const node = bar.current
    if (!node) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--bar-h', `${node.offsetHeight}px`),
    )
    observer.observe(node)
    return () => {
      observer.disconnect()
      style.removeProperty('--bar-h')
    }
  }, [])
  return bar
}
