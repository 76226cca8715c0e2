import { useEffect, useState } from 'react'

/** A grey placeholder for loading content; {@link useDelay} holds it back at first. */
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

/**
 * Returns true once `delayMs` have passed since mounting; skeletons wait that long.
 *
 * @param about - For another one, the time starts again.
 */
export function useDelay(delayMs = 250, about = ''): boolean {
  const [passed, setPassed] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(setPassed, delayMs, about)
    return () => clearTimeout(timer)
  }, [delayMs, about])
  return passed === about
}
