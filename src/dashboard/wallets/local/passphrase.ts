/** Characters that a passphrase needs at least. */
export const minPassphraseLength = 10

/** Different characters that it needs at least. */
const minDifferentCharacters = 6

/**
 * What people choose most, in lower case and reduced by {@link normalizePassphrase}; from the published lists of
 * leaked passwords. One of them with digits or signs around it is found within seconds.
 */
const common = [
  'abc',
  'admin',
  'administrator',
  'asdfghjkl',
  'bitcoin',
  'changeme',
  'correcthorse',
  'correcthorsebatterystaple',
  'dragon',
  'estuary',
  'ethereum',
  'football',
  'iloveyou',
  'letmein',
  'metamask',
  'monkey',
  'pass',
  'passphrase',
  'password',
  'passwort',
  'princess',
  'qwerty',
  'qwertyuiop',
  'qwertz',
  'qwertzuiop',
  'azertyuiop',
  'secret',
  'seedphrase',
  'starwars',
  'sunshine',
  'superman',
  'test',
  'trustno',
  'wallet',
  'welcome',
  'whatever',
]

/** Rows that fingers run along. */
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'qwertzuiop',
  'azertyuiop',
  'zxcvbnm',
]

/** Why a passphrase is too easy to guess, in words for who chose it; undefined when it may do. */
export function findPassphraseError(passphrase: string): string | undefined {
  const text = passphrase.normalize('NFKC')
  const characters = Array.from(text)
  if (characters.length < minPassphraseLength)
    return `Use at least ${minPassphraseLength} characters.`
  if (new Set(characters).size < minDifferentCharacters)
    return 'This repeats the same few characters. Use several unrelated words.'
  const word = normalizePassphrase(text)
  if (common.some((known) => word === known || word === known + known))
    return 'This is among the passphrases that are tried first. Use several unrelated words.'
  if (isRun(text)) return 'This runs along the keyboard or the alphabet. Use unrelated words.'
  return undefined
}

/** How good a passphrase is that {@link findPassphraseError} lets pass. */
export type PassphraseStrength = 'weak' | 'fair' | 'strong'

/**
 * A rough measure by length and kinds of characters, for a hint as it is typed. Words that belong
 * together are weaker than this says.
 */
export function measurePassphrase(passphrase: string): PassphraseStrength {
  if (findPassphraseError(passphrase) !== undefined) return 'weak'
  const text = passphrase.normalize('NFKC')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(text)).length
  const length = Array.from(text).length
  return length >= 20 || (length >= 14 && kinds >= 3) ? 'strong' : 'fair'
}

/** Lower case, the usual signs for letters undone, digits and signs at both ends and gaps dropped. */
function normalizePassphrase(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, '')
    .replaceAll(/[@4]/g, 'a')
    .replaceAll('0', 'o')
    .replaceAll(/[1!]/g, 'i')
    .replaceAll('3', 'e')
    .replaceAll(/[5$]/g, 's')
    .replaceAll(/[\s._-]/g, '')
}

/** Whether at least two thirds of the steps go to a neighbour in one of the rows, either way. */
function isRun(text: string): boolean {
  const characters = Array.from(text.toLowerCase())
  const steps = characters.slice(1).filter((next, index) => {
    const pair = `${characters[index]}${next}`
    const back = `${next}${characters[index]}`
    return runs.some((row) => row.includes(pair) || row.includes(back))
  })
  return steps.length * 3 >= (characters.length - 1) * 2
}
