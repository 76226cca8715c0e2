import { language } from './catalogue.ts'

/** Codes of the languages to choose from: English, those that the build offers, and the one in use. */
export function getLanguages(): readonly string[] {
  const links = document.querySelectorAll<HTMLLinkElement>(
    'link[data-language]:not([data-unfinished])',
  )
  const codes = [...links].map(({ dataset }) => dataset['language'] ?? '')
  return [...new Set(['en', ...codes, language])]
}
