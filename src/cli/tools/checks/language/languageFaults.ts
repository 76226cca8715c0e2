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

/** The texts of one part of the dashboard, which has one catalogue in each language. */
export type Part = { name: string; texts: UsedText[]; faults: string[] }

/** A catalogue of a part: translations by key. */
export type PartCatalogue = Readonly<Record<string, string>>

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

/**
 * The part of a file of the dashboard, and so the name of its catalogues: the page's name, else the
 * folder's; `app/wallets` is a part of its own.
 */
function getPartName(path: string): string {
  const [folder = '', inside = '', deeper] = path.slice(dashboard.length).split('/')
  if (deeper === undefined) return inside === '' ? 'dashboard' : folder
  if (folder === 'app' && inside === 'wallets') return 'accounts'
  return folder === 'pages' ? inside : folder
}

/** Reads the texts of the dashboard, by part. */
export function readParts(files: readonly ProjectFile[]): Part[] {
  const parts = new Map<string, Part>()
  for (const file of files) {
    const name = getPartName(file.path)
    const part = parts.get(name) ?? { name, texts: [], faults: [] }
    parts.set(name, part)
    const { texts, faults } = collectTexts(parseSource(file))
    part.texts.push(...texts)
    part.faults.push(...faults)
  }
  return [...parts.values()]
}

/**
 * Returns one line for each text that another language lacks or fills in differently, each entry of
 * a catalogue that nothing asks for, and each text in the code that does not go through `translate`.
 *
 * @param files - All files of the project.
 */
export function findLanguageFaults(files: readonly ProjectFile[]): string[] {
  const code = files.filter(({ path }) => holdsTexts(path))
  const parts = readParts(code)
  const catalogues = files.filter(({ path }) => path.startsWith(language) && path.endsWith('.json'))
  const codes = new Set(
    catalogues.map(({ path }) => path.slice(language.length).split('/')[0] ?? ''),
  )
  return [
    ...parts.flatMap(({ faults }) => faults),
    ...[...codes].flatMap((code) => findCatalogueFaults(code, parts, catalogues)),
    ...code.flatMap((file) =>
      findHardCoded(parseSource(file), sameEverywhere).map(
        (node) => `${locate(node)} a text in English only: give it to \`translate\``,
      ),
    ),
  ]
}

function findCatalogueFaults(
  code: string,
  parts: readonly Part[],
  catalogues: readonly ProjectFile[],
): string[] {
  const said = new Map<string, string>()
  const own = new Map(
    catalogues
      .filter(({ path }) => path.startsWith(`${language}${code}/`))
      .map(({ path, text }): [string, PartCatalogue] => [path, JSON.parse(text)]),
  )
  const faults = parts.flatMap(({ name, texts }) => {
    const path = `${language}${code}/${name}.json`
    const catalogue = own.get(path) ?? {}
    own.delete(path)
    const used = new Map(texts.map((text) => [text.key, text]))
    return [
      ...[...used.values()].flatMap((text) => checkEntry(text, catalogue[text.key], code)),
      ...Object.keys(catalogue)
        .filter((key) => !used.has(key))
        .map((key) => `${path} nothing asks for "${key}"`),
      ...Object.entries(catalogue).flatMap(([key, text]) => {
        const other = said.get(key)
        said.set(key, text)
        return other === undefined || other === text
          ? []
          : [`${path} says "${key}" in another way than another part: use one, or \`translateIn\``]
      }),
    ]
  })
  return [...faults, ...[...own.keys()].map((path) => `${path} is of no part of the dashboard`)]
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
