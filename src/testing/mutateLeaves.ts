import { pickEveryNth, pickOneOfEach } from '#testing/campaign.ts'

/** Where a value stands in a document. */
export type LeafPath = readonly (string | number)[]

/**
 * A document in which exactly one thing was changed. Changes of one kind are the same lie in other
 * places, or break the form of a value in other ways.
 */
export type Mutation = { path: string; what: string; kind: string; document: unknown }

/** A valid address with a right checksum that is nobody's, and one on Solana. */
const otherAddress = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const otherSolanaAddress = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'

/**
 * Every way to change one leaf of a JSON document: several changes for each kind of value, each list
 * and object made longer and shorter.
 */
export function mutateLeaves(document: unknown): readonly Mutation[] {
  return walk(document, []).flatMap(({ path, value }) =>
    getChanges(value).map(({ what, to }) => ({
      path: path.join('.'),
      what,
      kind: getKind(what),
      document: replaceAt(document, path, to),
    })),
  )
}

/**
 * All changes in a campaign; else one of each kind for each leaf. Where the service itself signed the
 * change, a single check may stand between it and the user's signature, and not every kind of change
 * meets that check.
 *
 * @param share - Takes every second of them, from this one on: for samples whose leaves are alike,
 *   which together meet all.
 */
export function pickOneOfEachKind(
  mutations: readonly Mutation[],
  share?: number,
): readonly Mutation[] {
  const kinds = pickOneOfEach(mutations, ({ path, kind }) => `${path}: ${kind}`)
  return share === undefined ? kinds : pickEveryNth(kinds, 2, share)
}

/**
 * Changes on the way, which the seal alone has to notice: all in a campaign; else one of each leaf, and of
 * the seal itself one of each kind.
 */
export function pickOneOfEachSigned(mutations: readonly Mutation[]): readonly Mutation[] {
  return pickOneOfEach(mutations, ({ path, kind }) =>
    path === 'tamperProofSignature' ? `${path}: ${kind}` : path,
  )
}

/** Number of leaves: values that are neither a list nor an object. */
export function countLeaves(document: unknown): number {
  return walk(document, []).filter(({ value }) => typeof value !== 'object').length
}

function walk(value: unknown, path: LeafPath): { path: LeafPath; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  const members = Array.isArray(value)
    ? value.flatMap((item, index) => walk(item, [...path, index]))
    : Object.entries(value).flatMap(([key, item]) => walk(item, [...path, key]))
  return [{ path, value }, ...members]
}

type Change = { what: string; to: unknown }

function getKind(what: string): string {
  if (/^(digit|letter) /.test(what)) return 'one letter'
  if (what.startsWith('a byte ')) return 'bytes'
  if (what.endsWith(' case')) return 'case'
  return /^(emptied|longer|shorter|nothing|as text)$/.test(what) ? 'form' : what
}

function getChanges(value: unknown): Change[] {
  if (typeof value === 'string') return getTextChanges(value)
  if (typeof value === 'boolean') return [{ what: 'the other', to: !value }]
  if (typeof value === 'number')
    return [
      { what: 'one more', to: value + 1 },
      { what: 'one less', to: value - 1 },
      { what: 'zero', to: 0 },
      { what: 'as text', to: String(value) },
    ]
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    if (items.length === 0) return [{ what: 'with a stranger', to: [otherSolanaAddress] }]
    return [
      { what: 'without its first', to: items.slice(1) },
      { what: 'with its first twice', to: [...items, items[0]] },
      { what: 'emptied', to: [] },
    ]
  }
  if (typeof value !== 'object' || value === null) return []
  return [
    { what: 'with another field', to: { ...value, added: '0x' } },
    ...Object.keys(value).map((key) => ({
      what: `without ${key}`,
      to: Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
    })),
  ]
}

function getTextChanges(text: string): Change[] {
  const changes = [
    { what: 'emptied', to: '' },
    { what: 'longer', to: `${text}1` },
    { what: 'shorter', to: text.slice(0, -1) },
    ...(text.startsWith('0x') ? getHexChanges(text) : []),
    ...(/^\d+$/.test(text) ? getNumberChanges(text) : []),
    ...(/^\d+\.\d+$/.test(text)
      ? [
          { what: 'tenfold', to: (Number(text) * 10 + 1).toFixed(2) },
          { what: 'zero', to: '0.00' },
        ]
      : []),
    ...(text.includes(':') ? getIdChanges(text) : []),
    ...(isBase58(text) ? [{ what: 'a stranger', to: otherSolanaAddress }] : []),
    ...(isLetters(text) ? getLetterChanges(text) : []),
  ]
  return changes.filter(({ to }) => to !== text)
}

function getHexChanges(hex: string): Change[] {
  const middle = Math.floor(hex.length / 2)
  return [
    ...[2, middle, hex.length - 1].map((at) => ({ what: `digit ${at}`, to: flip(hex, at) })),
    { what: 'a byte more', to: `${hex}00` },
    { what: 'a byte less', to: hex.slice(0, -2) },
    { what: 'nothing', to: '0x' },
    { what: 'zeros', to: `0x${'0'.repeat(hex.length - 2)}` },
    ...(hex.length === 42
      ? [
          { what: 'a stranger', to: otherAddress },
          { what: 'lower case', to: hex.toLowerCase() },
        ]
      : [{ what: 'upper case', to: `0x${hex.slice(2).toUpperCase()}` }]),
  ]
}

/** Base58, base64 and hex without a prefix: every letter stands for bytes. */
function getLetterChanges(text: string): Change[] {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((part) => Math.floor((part * (text.length - 1)) / 7))
  return [
    ...[...new Set(places)].map((at) => ({ what: `letter ${at}`, to: flip(text, at) })),
    { what: 'lower case', to: text.toLowerCase() },
    { what: 'upper case', to: text.toUpperCase() },
  ]
}

function isLetters(text: string): boolean {
  return /^[a-z0-9+/]+=*$/i.test(text) && !/^\d+$/.test(text) && !text.startsWith('0x')
}

function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
}

function getNumberChanges(digits: string): Change[] {
  const value = BigInt(digits)
  return [
    { what: 'one more', to: String(value + 1n) },
    ...(value > 0n ? [{ what: 'one less', to: String(value - 1n) }] : []),
    { what: 'tenfold', to: String(value * 10n + 7n) },
    { what: 'a hundredth', to: String(value / 100n) },
    { what: 'zero', to: '0' },
    { what: 'largest', to: String(2n ** 256n - 1n) },
  ]
}

function getIdChanges(id: string): Change[] {
  return [
    { what: 'another chain', to: id.replace(/eip155:\d+/, 'eip155:71117003') },
    { what: 'a chain that is not known', to: id.replace(/eip155:\d+/, 'eip155:1') },
    { what: 'lower case', to: id.toLowerCase() },
    { what: 'a stranger', to: id.replace(/0x[0-9a-fA-F]{40}/, otherAddress) },
    { what: 'another group', to: id.replace(/^agg:.*/, 'agg:btc') },
    {
      what: 'another cluster',
      to: id.replace(/^solana:[^/:]*/, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
    },
    { what: 'another mint', to: id.replace(/[/]token:.*/, `/token:${otherSolanaAddress}`) },
    { what: 'another wallet', to: id.replace(/(?<=^solana:[^/]*:).*/, otherSolanaAddress) },
  ]
}

function flip(hex: string, at: number): string {
  const digit = hex.charAt(at) === '5' ? '6' : '5'
  return hex.slice(0, at) + digit + hex.slice(at + 1)
}

function replaceAt(document: unknown, path: LeafPath, to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  if (Array.isArray(document))
    return document.map((item: unknown, index) =>
      index === key ? replaceAt(item, rest, to) : item,
    )
  if (typeof document !== 'object' || document === null) return document
  return Object.fromEntries(
    Object.entries(document).map(([name, value]: [string, unknown]) => [
      name,
      name === key ? replaceAt(value, rest, to) : value,
    ]),
  )
}
