import type { AssetType } from '../ids/caip.ts'
import { toSkeleton } from '../ids/skeleton.ts'

/** What a listed asset is called. */
export type ListedName = { assetType: AssetType; symbol: string; name: string }

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
  const said = [symbol, name].flatMap((text = '') => toForms(text))
  return (listed.find(isSaid(said, (one, own) => one === own)) ?? listed.find(isSaid(said, isPart)))
    ?.assetType
}

/** A sign may stand for a letter, or between letters. */
function toForms(text: string): readonly string[] {
  const skeleton = toSkeleton(text)
  return [skeleton, skeleton.replaceAll(/[^\p{L}\p{N}]/gu, '')]
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
