import { translate } from '../../language/translate.ts'

/** Minimum length of a passphrase, characters. */
export const minPassphraseLength = 10

/** Minimum number of different characters. */
const minDifferentCharacters = 6

/**
 * The most common passwords of published leaks, reduced by {@link normalizePassphrase}. One of
 * these with digits or symbols around it is guessed within seconds.
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

/** Keyboard rows and sequences. */
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'qwertzuiop',
  'azertyuiop',
  'zxcvbnm',
]

/** Says why a passphrase is too easy to guess, for the user; undefined when it is acceptable. */
export function findPassphraseError(passphrase: string): string | undefined {
  const text = passphrase.normalize('NFKC')
  const characters = Array.from(text)
  if (characters.length < minPassphraseLength)
    return translate('Use at least {count} characters.', { count: minPassphraseLength })
  if (new Set(characters).size < minDifferentCharacters)
    return translate('This repeats the same few characters. Use several unrelated words.')
  const word = normalizePassphrase(text)
  if (common.some((known) => word === known || word === known + known))
    return translate('This is a commonly guessed passphrase. Use several unrelated words.')
  if (isRun(text))
    return translate('This follows the keyboard or the alphabet. Use unrelated words.')
  return undefined
}

/** Strength of a passphrase; `weak` ones are rejected by {@link findPassphraseError}. */
export type PassphraseStrength = 'weak' | 'fair' | 'strong'

/**
 * Estimates strength by length and kinds of characters, for a hint while typing. It overrates words
 * that belong together.
 */
export function measurePassphrase(passphrase: string): PassphraseStrength {
  if (findPassphraseError(passphrase) !== undefined) return 'weak'
  const text = passphrase.normalize('NFKC')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(text)).length
  const length = Array.from(text).length
  return length >= 20 || (length >= 14 && kinds >= 3) ? 'strong' : 'fair'
}

/**
 * Lowercases, undoes common substitutions, and drops separators and digits or symbols at the ends.
 */
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

/** Whether at least two thirds of the characters are followed by a neighbour in one of the rows. */
function isRun(text: string): boolean {
  const characters = Array.from(text.toLowerCase())
  const steps = characters.slice(1).filter((next, index) => {
    const pair = `${characters[index]}${next}`
    const back = `${next}${characters[index]}`
    return runs.some((row) => row.includes(pair) || row.includes(back))
  })
  return steps.length * 3 >= (characters.length - 1) * 2
}
