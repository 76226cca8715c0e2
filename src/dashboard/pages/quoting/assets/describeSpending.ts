import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { joinNames } from '../../../language/joinNames.ts'
import { translate } from '../../../language/translate.ts'
import { type ChosenAsset, getChosenAsset } from './assetChoices.ts'

/**
 * A Solana account has to keep this many lamports or nothing at all: the rent of an account without
 * data.
 */
const minLamports = 890_880n

/** Says what stays when nearly all of an asset is spent, and why; undefined where nothing is to be said. */
export function describeSpending(
  chosen: ChosenAsset,
  options: { amount: bigint | undefined; format: Formats['amount'] },
): string | undefined {
  const { amount, format } = options
  const { units, decimals, symbol } = getChosenAsset(chosen)
  if (units === undefined || units === 0n || amount === undefined) return undefined
  const members = chosen.only ? [chosen.only] : chosen.asset.members
  const unread = [
    ...new Set(members.flatMap((one) => (one.units === undefined ? [one.chain.name] : []))),
  ]
  if (amount === units) {
    const isCoin = members.some(({ assetId }) => assetId.includes('/slip44:'))
    const said = [
      isCoin && translate('Fees come out of this amount, so you don’t need to keep any for them.'),
      unread.length > 0 &&
        translate('Excludes {chains}, where your balance couldn’t be read.', {
          chains: joinNames(unread),
        }),
    ].filter((text) => text !== false)
    return said.length > 0 ? said.join(' ') : undefined
  }
  const left = units - amount
  const isSolana = members.some(({ assetId }) => /^solana:.*\/slip44:/.test(assetId))
  if (!isSolana || left <= 0n || left >= minLamports) return undefined
  const least = format(minLamports, { decimals, detail: 'full' })
  return translate(
    'A Solana account must keep at least {least} {symbol} or nothing. Pay less, or pay all of it.',
    { least, symbol },
  )
}
