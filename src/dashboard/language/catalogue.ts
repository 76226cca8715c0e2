import { isRecord } from '#protocol/ids/isRecord.ts'

/** Translations by key; see {@link toKey}. */
export type Catalogue = Readonly<Record<string, string>>

/** The language of the source, which needs no catalogue. */
const source = 'en'

const loaded = await loadCatalogue()

/** Language of all texts, as a code such as `de`. */
export const language: string = loaded ? document.documentElement.lang : source

/** Translations into {@link language}; empty for English. Loaded before any text is asked for. */
export const catalogue: Catalogue = loaded ?? {}

/** Locale of dates and of numbers that are part of a text. English has 24 hours, as elsewhere. */
export const textLocale: string = language === source ? 'en-GB' : language

/** The key of a text in the catalogue: the English sentence, with the context if it has one. */
export function toKey(text: string, context?: string): string {
  return context === undefined ? text : `${text} [${context}]`
}

/**
 * Loads the catalogue of the page's language, which `boot.js` has chosen and asked for; undefined
 * for English, and where there is no catalogue or it cannot be read: the page is in English then.
 */
async function loadCatalogue(): Promise<Catalogue | undefined> {
  if (typeof document === 'undefined') return undefined
  const root = document.documentElement
  const link = document.querySelector<HTMLLinkElement>(`link[data-language="${root.lang}"]`)
  const file = link?.dataset['file']
  if (file === undefined) return undefined
  try {
    const answer = await fetch(file)
    return parseCatalogue(await answer.json())
  } catch {
    root.lang = source
    return undefined
  }
}

function parseCatalogue(value: unknown): Catalogue {
  if (!isRecord(value)) throw new Error('The catalogue is damaged.')
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries(value)) if (typeof text === 'string') texts[key] = text
  return texts
}
