import { useEffect, useState } from 'react'

/** A grey shape in the place of something that is being read; nothing in its first 250 ms. */
export function Skeleton(props: Skeleton.Props) {
  const { width = '100%', height = 14, round = false } = props
  return (
    <span
      aria-hidden
      className="skel"
      style={{ width, height, ...(round && { borderRadius: 99 }) }}
    />
  )
}

export declare namespace Skeleton {
  type Props = {
    /** CSS length, or a number of px. */
    width?: number | string
    height?: number
    round?: boolean
  }
}

/** True once `delayMs` have passed since this was first shown: skeletons wait that long. */
export function useDelay(delayMs = 250): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setPassed, delayMs, true)
    return () => clearTimeout(timer)
  }, [delayMs])
  return passed
}
