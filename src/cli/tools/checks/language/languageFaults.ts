import { z } from 'zod'

import {
  collectTexts,
  locate,
  parseSource,
  type ProjectFile,
  type UsedText,
} from './collectTexts.ts'
import { findHardCoded } from './findHardCoded.ts'

const dashboard = 'src/dashboard/'
const language = `${dashboard}language/`
/** Texts that are the same in every language: names and signs. */
const sameEverywhere: ReadonlySet<string> = new Set([
  'Estuary',
  'Solana',
  'Ethereum',
  'EVM',
  'JSON',
  'ABI',
  'MetaMask',
  'Mobile Wallet Adapter',
  'WalletConnect',
  'Phantom',
  'Solflare',
  'Coinbase Wallet',
  'Trust Wallet',
  'Ether',
  'EntryPoint 0.7',
  'AES-GCM',
  'PBKDF2',
  'ms',
  // The bundled font.
  '"Hanken Grotesk Variable"',
  // A media query.
  'not all',
])

/** Translations by key. */
export const Catalogue = z.record(z.string(), z.string())

/** Whether a file of the project is code of the dashboard that may hold texts. */
export function holdsTexts(path: string): boolean {
  return (
    path.startsWith(dashboard) &&
    !path.startsWith(language) &&
    /\.tsx?$/.test(path) &&
    // What runs in the service worker has no page, and so no language.
    !/\.test\.tsx?$|(^|\/)(test|sample)[A-Z][^/]*$/.test(path)
  )
}

/** The texts of the dashboard by key, and what keeps a text from being collected. */
export function readTexts(files: readonly ProjectFile[]): {
  texts: Map<string, UsedText>
  faults: string[]
} {
  const read = files.map((file) => collectTexts(parseSource(file)))
  return {
    texts: new Map(read.flatMap(({ texts }) => texts.map((text) => [text.key, text]))),
    faults: read.flatMap(({ faults }) => faults),
  }
}

/**
 * Returns one line for each text that another language lacks or fills in differently, each entry of
 * a catalogue that nothing asks for, and each text in the code that does not go through `translate`.
 *
 * @param files - All files of the project.
 */
export function findLanguageFaults(files: readonly ProjectFile[]): string[] {
  const code = files.filter(({ path }) => holdsTexts(path))
  const { texts, faults } = readTexts(code)
  const catalogues = files.filter(({ path }) => path.startsWith(language) && path.endsWith('.json'))
  return [
    ...faults,
    ...catalogues.flatMap((file) => findCatalogueFaults(file, texts)),
    ...code.flatMap((file) =>
      findHardCoded(parseSource(file), sameEverywhere).map(
        (node) => `${locate(node)} a text in English only: give it to \`translate\``,
      ),
    ),
  ]
}

function findCatalogueFaults(file: ProjectFile, texts: ReadonlyMap<string, UsedText>): string[] {
  const catalogue = Catalogue.parse(JSON.parse(file.text))
  const code = file.path.slice(language.length, -'.json'.length)
  return [
    ...[...texts.values()].flatMap((text) => checkEntry(text, catalogue[text.key], code)),
    ...Object.keys(catalogue)
      .filter((key) => !texts.has(key))
      .map((key) => `${file.path} nothing asks for "${key}"`),
  ]
}

function checkEntry(
  { key, english, path, line }: UsedText,
  translated: string | undefined,
  code: string,
): string[] {
  const place = `${path}:${line}`
  if (translated === undefined || translated === '') return [`${place} "${key}" lacks its ${code}`]
  const [asked, given] = [findShape(english), findShape(translated)]
  return asked === given
    ? []
    : [`${place} "${key}" has ${asked || 'no placeholder'}, its ${code} ${given || 'none'}`]
}

/**
 * What a translation must share with its text: the names of placeholders, of plurals and of tags,
 * sorted, each once. Plurals may have other variants, but `other` always.
 */
function findShape(text: string): string {
  const found = new Set<string>()
  let depth = 0
  for (const [token, name, tag] of text.matchAll(/\{(\w*)|\}|<\/?(\w+)>/g)) {
    if (tag !== undefined) found.add(`<${tag}>`)
    else if (token === '}') depth -= 1
    else {
      if (depth % 2 === 0) found.add(`{${name ?? ''}}`)
      depth += 1
    }
  }
  for (const [, name, list] of text.matchAll(
    /\{(\w+), plural,((?:[^{}]|\{(?:[^{}]|\{\w+\})*\})*)\}/g,
  ))
    found.add(
      /\bother \{/.test(list ?? '') ? `{${name}, plural}` : `{${name}, plural without other}`,
    )
  if (depth !== 0) found.add('braces that do not close')
  return [...found].toSorted().join(' ')
}
