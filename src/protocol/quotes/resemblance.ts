import type { AssetType } from '../ids/caip.ts'

/** What a listed asset is called. */
export type ListedName = { assetType: AssetType; symbol: string; name: string }

/** Letters that look like another one, beyond those that Unicode itself takes apart. */
const twins: Readonly<Record<string, string>> = {
  // Digits and signs
  0: 'o',
  1: 'l',
  3: 'e',
  5: 's',
  8: 'b',
  $: 's',
  '|': 'l',
  '₮': 't',
  '₿': 'b',
  // Latin
  i: 'l',
  ı: 'l',
  ɩ: 'l',
  // Cyrillic
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'l',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԝ: 'w',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'h',
  ι: 'l',
  κ: 'k',
  μ: 'm',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
}

/** Shorter names are too often parts of others by chance. */
const minPart = 3

/**
 * Finds the listed asset whose symbol or name a token bears or resembles: the same letters or ones
 * that look alike, in any case, with or without something before or after.
 *
 * @returns The first such asset; undefined if there is none.
 */
export function findResembled(
  { symbol, name }: { symbol?: string | undefined; name?: string | undefined },
  listed: readonly ListedName[],
): AssetType | undefined {
  const said = [symbol, name].flatMap((text) => (text === undefined ? [] : [toSkeleton(text)]))
  return (listed.find(isSaid(said, (one, own) => one === own)) ?? listed.find(isSaid(said, isPart)))
    ?.assetType
}

function isSaid(said: readonly string[], isAlike: (text: string, own: string) => boolean) {
  return ({ symbol, name }: ListedName): boolean =>
    [symbol, name]
      .map(toSkeleton)
      .some((own) => own !== '' && said.some((text) => isAlike(text, own)))
}

function isPart(text: string, own: string): boolean {
  return own.length >= minPart && (text.startsWith(own) || text.endsWith(own))
}

/** The same text for all that look alike; letters and digits only. */
function toSkeleton(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return letters
    .replaceAll(/./gsu, (letter) => twins[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
