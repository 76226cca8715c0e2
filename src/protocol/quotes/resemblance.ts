import type { AssetType } from '../ids/caip.ts'

/** What a listed asset is called. */
export type ListedName = { assetType: AssetType; symbol: string; name: string }

/**
 * By letter, what looks like it in lower or upper case, beyond what Unicode itself takes apart: digits
 * and signs, small capitals, Cyrillic, Greek, Coptic, Armenian, Cherokee, Lisu and Canadian letters.
 */
const alike: Readonly<Record<string, string>> = {
  a: 'аαᴀꭺꓮᗩɑⲁ',
  b: '8₿вβʙᏼꓐᗷⲃß',
  c: 'сᴄꮯꓚᑕⲥςҫƈ',
  d: 'ԁᴅꭰꓓᗪđɗð',
  e: '3еεᴇꭼꓰⲉє€',
  f: 'ꓝƒ',
  g: 'ɢꓖɡԍ',
  h: 'һнηʜꮋꓧᕼⲏհħ',
  j: 'јᴊꓙ',
  k: 'кκᴋꮶꓗⲕ',
  l: '1|iıɩɪʟіιꮮꓡꓲⲓłӏǀ',
  m: 'мμᴍꮇꓟⲙ',
  n: 'ɴꓠⲛո',
  o: '0оοᴏꓳⲟօøσ',
  p: 'рρᴘꮲꓑⲣ',
  q: 'ԛզ',
  r: 'ʀꓣгᴦ',
  s: '5$ѕꜱꮪꓢտ',
  t: '₮тτᴛꭲꓔⲧŧ',
  u: 'υᴜꓴᑌսʋ',
  v: 'ᴠꮩꓦѵν',
  w: 'ԝωᴡꮃꮤꓪѡɯ',
  x: 'хχꓫⲭ',
  y: 'уγʏꭹꓬⲩү',
  z: 'ᴢꮓꓜ',
}

const twins: ReadonlyMap<string, string> = new Map(
  Object.entries(alike).flatMap(([letter, others]) =>
    Array.from(others, (one): [string, string] => [one, letter]),
  ),
)

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
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{DI}]/gu, '')
  return letters
    .replaceAll(/./gsu, (letter) => twins.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
