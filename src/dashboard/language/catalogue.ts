/** Translations by key; see {@link toKey}. */
export type Catalogue = Readonly<Record<string, string>>

/** The languages to choose from, by code, each under its own name. `boot.js` has the codes too. */
export const languages = { en: 'English', de: 'Deutsch' }

const loaded = await loadCatalogue()

/** Language of all texts, as a code such as `de`. */
export const language: string = loaded ? document.documentElement.lang : 'en'

/** Translations into {@link language}; empty for English. Loaded before any text is asked for. */
export const catalogue: Catalogue = loaded ?? {}

/** Locale of dates and of numbers that are part of a text. English has 24 hours, as elsewhere. */
export const textLocale: string = loaded ? language : 'en-GB'

/** The key of a text in the catalogue: the English sentence, with the context if it has one. */
export function toKey(text: string, context?: string): string {
  return context === undefined ? text : `${text} [${context}]`
}

/**
 * Loads the catalogue of the page's language, which `boot.js` has chosen; undefined for English,
 * and where the file does not come: the page is in English then.
 */
async function loadCatalogue(): Promise<Catalogue | undefined> {
  if (typeof document === 'undefined') return undefined
  const root = document.documentElement
  try {
    if (root.lang === 'de') return (await import('./de.json')).default
  } catch {
    root.lang = 'en'
  }
  return undefined
}
