import { useEffect, useState } from 'react'

import type { ReplaySpan } from './replaySources.ts'

/** The replay of an execution's measured times. */
export type Replay = {
  /** The moment shown, Unix milliseconds; undefined while the present is shown. */
  atMs: number | undefined
  isPlaying: boolean
  play: () => void
  pause: () => void
  /** Shows a moment. */
  seek: (atMs: number) => void
  /** Shows the present. */
  stop: () => void
}

/** How long a replay takes at least and at most: short ones are slowed down, long ones sped up. */
const [minPlayMs, maxPlayMs] = [4000, 12_000]
const tickMs = 50

/** Returns how long a replay of a span takes, milliseconds. */
export function getPlayMs({ startMs, endMs }: ReplaySpan): number {
  return Math.min(maxPlayMs, Math.max(minPlayMs, endMs - startMs))
}

/** Plays the measured times of an execution again, and stops at its end. */
export function useReplay(span: ReplaySpan | undefined): Replay {
  const [atMs, setAtMs] = useState<number>()
  const [isPlaying, setPlaying] = useState(false)
  const { startMs, endMs } = span ?? {}
  const speed = span ? (span.endMs - span.startMs) / getPlayMs(span) : 0
  useEffect(() => {
    if (!isPlaying || startMs === undefined || endMs === undefined) return undefined
    const timer = setInterval(
      () => setAtMs((at = startMs) => Math.min(endMs, at + tickMs * speed)),
      tickMs,
    )
    return () => clearInterval(timer)
  }, [isPlaying, startMs, endMs, speed])
  const isAtEnd = atMs !== undefined && endMs !== undefined && atMs >= endMs
  return {
    atMs,
    isPlaying: isPlaying && !isAtEnd,
    play() {
      if (isAtEnd || atMs === undefined) setAtMs(startMs)
      setPlaying(true)
    },
    pause: () => setPlaying(false),
    seek(moment) {
      setPlaying(false)
      setAtMs(moment)
    },
    stop() {
      setPlaying(false)
      setAtMs(undefined)
    },
  }
}
