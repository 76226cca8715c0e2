/** A language's code, and its own name for itself. */
export type OfferedLanguage = { code: string; name: string }

/** The languages to choose from: English, and those that the build has. */
export function getLanguages(): readonly OfferedLanguage[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-language]')
  const offered = [...links].map(({ dataset: { language = '', name = language } }) => {
    return { code: language, name }
  })
  return [{ code: 'en', name: 'English' }, ...offered]
}
