import type { RequestFact } from './getTypedDataFields.ts'

/** Something about a request that a person should stop at; `flare` can cost everything. */
export type Caution = { tone: 'buff' | 'flare'; title: string; body: string }

/** A request in plain words. */
export type Description = {
  title: string
  /** Says the result. */
  approve: string
  cautions: readonly Caution[]
  facts: readonly RequestFact[]
  /** All that is signed, field by field or as it stands; undefined when the facts are all. */
  content: { label: string; text?: string; fields?: readonly RequestFact[] } | undefined
}
