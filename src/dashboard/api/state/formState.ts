import { useCallback, useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import { z } from 'zod/mini'

import { Hash } from '#protocol/ids/hex.ts'
import { useUnansweredQuotes } from './openExecutions.ts'
import { type SearchCodec, buildSearchText } from './searchParameters.ts'

/** How a form is stored in its address, and which of its values decide where funds go. */
export type FormCodec<state> = SearchCodec<state> & {
  /** The values that the user must enter here or else confirm; empty ones left out. */
  texts: (state: state) => readonly string[]
}

/** Options of a change to a form. */
export type FormChange = {
  /** `push` adds an entry to the browser's history. */
  how?: 'replace' | 'push'
  /** The texts that the user entered; by default those that are new. */
  entered?: readonly string[]
  /** Opens the review or closes it. */
  isReview?: boolean
}

/** The form of a page, and the origin of its texts. */
export type FormState<state> = {
  form: state
  /** Whether the review is open. */
  isReview: boolean
  /** Texts of the form that were not entered here, but came with the address or a file. */
  foreign: readonly string[]
  /** Texts of the form that were entered here. */
  entered: readonly string[]
  change: (next: state, change?: FormChange) => void
}

/**
 * The state of a page's form. Its values are in the address, so that they survive a reload and can
 * be shared. Its step, and which texts the user entered, are in the browser's history only: they
 * survive a reload and navigation, but a link cannot set them. A `step` in an address is removed.
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
      const entry: z.output<typeof Entry> = {
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
 * Clears the history state when the page was opened by an address: browsers keep it when the
 * address of the current entry is opened again, and then no review was requested.
 */
export function forgetEntry(): void {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit instanceof PerformanceNavigationTiming && visit.type === 'navigate')
    window.history.replaceState(null, '')
}

/**
 * Notes in the browser's history which quote the open review sends: whoever comes back to it later finds
 * nothing to sign. Undefined once the service has refused it.
 */
export function markSent(quoteId: Hash | undefined): void {
  const entry = readEntry(window.history.state)
  if (entry.isReview) window.history.replaceState({ ...entry, sent: quoteId }, '')
}

/**
 * The quote that this entry of the browser's history has sent, see {@link markSent}; undefined while
 * nobody knows whether it arrived.
 */
export function useSentQuote(): Hash | undefined {
  const { sent } = readEntry(useHistoryState())
  const isUnanswered = useUnansweredQuotes().some(({ quoteId }) => quoteId === sent)
  return isUnanswered ? undefined : sent
}

/** The part of a form that is in the browser's history. */
const Entry = z.object({
  isReview: z.catch(z.boolean(), false),
  entered: z.catch(z.array(z.string()), []),
  sent: z.catch(z.optional(Hash), undefined),
})

function readEntry(kept: unknown): z.output<typeof Entry> {
  return Entry.safeParse(kept ?? {}).data ?? { isReview: false, entered: [] }
}

/** Longer queries go behind the `#`, which is not sent, as servers reject long request lines. */
const maxQueryLength = 4000

function readAddress(): string {
  const { search, hash } = window.location
  return search.length > 1 ? search.slice(1) : hash.slice(1)
}
