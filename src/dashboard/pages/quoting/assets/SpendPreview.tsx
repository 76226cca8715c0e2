import { ChainShareBar } from '#dashboard/components/flow/ChainShareBar.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
import type { QuoteAmount } from '../quoteView.ts'
import type { ChosenAsset } from './assetChoices.ts'

/** Chains that hold the asset to pay, with the part that the quote spends drawn solid. */
export function SpendPreview(props: SpendPreview.Props) {
  const { from, legs } = props
  const formats = useFormats()
  const members = from.only ? [from.only] : from.asset.members
  const parts = members.map((member) => {
    const leg = legs?.find(
      ({ chain, symbol }) => chain.chain === member.chain.chain && symbol === member.symbol,
    )
    const held = member.units ?? 0n
    const spent = leg && held > 0n ? Math.min(1, Number(leg.units) / Number(held)) : 0
    return { chain: member.chain, valueUsd: member.valueUsd ?? 0, spent, leg }
  })
  const spentLegs = parts.flatMap(({ leg }) => (leg ? [leg] : []))
  const sentence = spentLegs
    .map((leg) =>
      translate('{amount} from {chain}', { amount: formats.asset(leg), chain: leg.chain.name }),
    )
    .join(', ')
  return (
    <ChainShareBar
      height={14}
      parts={parts}
      {...(sentence === '' ? {} : { label: translate('Spends {amounts}', { amounts: sentence }) })}
    />
  )
}

export declare namespace SpendPreview {
  type Props = { from: ChosenAsset; legs: readonly QuoteAmount[] | undefined }
}
