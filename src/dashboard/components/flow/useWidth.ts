import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns a ref and the width of its element in px, kept up to date; 0 until it is measured. */
export function useWidth<element extends HTMLElement>(): [RefObject<element | null>, number] {
  const target = useRef<element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const node = target.current
    if (!node) return undefined
    setWidth(node.clientWidth)
    const observer = new ResizeObserver(() => setWidth(node.clientWidth))
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return [target, width]
}
