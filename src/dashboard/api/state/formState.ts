import { useCallback, useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location'

import { type SearchCodec, buildSearchText } from './searchParameters.ts'

/** How a form stands in its address, and what in it decides where money goes. */
export type FormCodec<state> = SearchCodec<state> & {
  /** The texts that have to be entered here, or else confirmed; empty ones left out. */
  texts: (state: state) => readonly string[]
}

/** What else changes with a form. */
export type FormChange = {
  /** `push` makes an entry of its own in the history. */
  how?: 'replace' | 'push'
  /** Which texts a person entered; unless given, those that are new. */
  entered?: readonly string[]
  /** Opens the review or closes it. */
  isReview?: boolean
}

/** The form of a page, and where it came from. */
export type FormState<state> = {
  form: state
  /** Whether the review is open. */
  isReview: boolean
  /** Texts of the form that nobody entered here: they came with the address, or out of a file. */
  foreign: readonly string[]
  /** Texts of the form that were entered here. */
  entered: readonly string[]
  change: (next: state, change?: FormChange) => void
}

/**
 * A page's form. Its values live in the address, so that they survive a reload and can be shared. Its
 * step and what was entered by hand live in the browser's history alone: they survive a reload and the
 * way back and forth, and no link carries them. A `step` in an address is taken out.
 * Source: security rule 37.
 */
export function useForm<state>(codec: FormCodec<state>): FormState<state> {
  const [path, navigate] = useLocation()
  const text = useLocationProperty(readAddress)
  const kept: unknown = useHistoryState()
  const form = useMemo(() => codec.read(new URLSearchParams(text)), [codec, text])
  const { isReview, entered } = useMemo(() => readEntry(kept), [kept])
  const change = useCallback(
    (next: state, { how = 'replace', ...news }: FormChange = {}) => {
      const before = readEntry(window.history.state)
      const texts = codec.texts(next)
      const known = codec.texts(codec.read(new URLSearchParams(readAddress())))
      const added = news.entered ?? texts.filter((one) => !known.includes(one))
      const entry: Entry = {
        isReview: news.isReview ?? before.isReview,
        entered: texts.filter((one) => added.includes(one) || before.entered.includes(one)),
      }
      const query = buildSearchText(codec, next)
      const mark = query.length > maxQueryLength ? '#' : '?'
      const replace = how === 'replace'
      navigate(query === '' ? path : `${path}${mark}${query}`, { replace, state: entry })
    },
    [codec, navigate, path],
  )
  const hasStep = new URLSearchParams(text).has('step')
  useEffect(() => {
    if (hasStep) change(form)
  }, [hasStep, change, form])
  const foreign = useMemo(
    () => codec.texts(form).filter((one) => !entered.includes(one)),
    [codec, form, entered],
  )
  return { form, isReview, entered, foreign, change }
}

/**
 * Begins anew where somebody came by an address: browsers keep the state of an entry when its own
 * address is opened once more, by a link or by hand, and nobody asked for a review then.
 */
export function forgetEntry(): void {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit instanceof PerformanceNavigationTiming && visit.type === 'navigate')
    window.history.replaceState(null, '')
}

/** What an entry of the browser's history keeps of a form. */
type Entry = { isReview: boolean; entered: readonly string[] }

function readEntry(kept: unknown): Entry {
  const { isReview, entered }: Record<string, unknown> = Object(kept)
  return {
    isReview: isReview === true,
    entered: Array.isArray(entered) ? entered.filter((one) => typeof one === 'string') : [],
  }
}

/** Servers refuse longer request lines: what is longer stands behind the `#`, which is never sent. */
const maxQueryLength = 4000

function readAddress(): string {
  const { search, hash } = window.location
  return search.length > 1 ? search.slice(1) : hash.slice(1)
}
