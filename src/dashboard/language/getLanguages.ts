import { language } from './catalogue.ts'

/** A language's code, and its own name for itself. */
export type OfferedLanguage = { code: string; name: string }

/** The languages to choose from: English, those that the build offers, and the one in use. */
export function getLanguages(): readonly OfferedLanguage[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-language]')
  const offered = [...links].flatMap(({ dataset }) => {
    const { language: code = '', name = code, unfinished } = dataset
    return unfinished === undefined || code === language ? [{ code, name }] : []
  })
  return [{ code: 'en', name: 'English' }, ...offered]
}
