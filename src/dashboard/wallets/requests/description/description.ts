import type { RequestFact } from './getTypedDataFields.ts'

/** A caution about a request; `flare` marks one that can cost the user everything. */
export type Caution = { tone: 'buff' | 'flare'; title: string; body: string }

/** A request as shown to the user. */
export type Description = {
  title: string
  /** Label of the button that approves; it names the result. */
  approve: string
  cautions: readonly Caution[]
  facts: readonly RequestFact[]
  /** Everything that is signed, as fields or as text; undefined when the facts are complete. */
  content: { label: string; text?: string; fields?: readonly RequestFact[] } | undefined
}
