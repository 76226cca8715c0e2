import { useFormats } from '../../components/amounts/Formats.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import type { AmountMismatch } from './view/knownAmounts.ts'

/** Lists reported amounts that differ from the known ones; nothing when they agree. */
export function AmountMismatchNote(props: AmountMismatchNote.Props) {
  const { mismatches } = props
  const formats = useFormats()
  if (mismatches.length === 0) return null
  return (
    <div className="mb-6">
      <Note tone="buff" isAlert title={translate('The service reports different values')}>
        {mismatches.map(({ what, reported, known, source }) => (
          <p key={what + reported.chainId + reported.symbol}>
            {describeMismatch(what, source, {
              reported: formatFull(reported),
              chain: reported.chain.name,
              known: known && formatFull(known),
            })}
          </p>
        ))}
        <p>{translate('This page shows what the chains report and what you signed.')}</p>
      </Note>
    </div>
  )

  function formatFull({ units, decimals, symbol }: AmountMismatch['reported']): string {
    return `${formats.amount(units, { decimals, detail: 'full' })} ${symbol}`
  }
}

export declare namespace AmountMismatchNote {
  type Props = { mismatches: readonly AmountMismatch[] }
}

function describeMismatch(
  what: AmountMismatch['what'],
  source: AmountMismatch['source'],
  of: { reported: string; chain: string; known: string | undefined },
): string {
  const { reported, chain, known } = of
  if (known === undefined)
    return translate('It reports {reported} received on {chain}. The chain shows nothing.', {
      reported,
      chain,
    })
  const amounts = { reported, chain, known }
  if (what === 'paid')
    return source === 'chain'
      ? translate('It reports {reported} paid on {chain}. The chain shows {known}.', amounts)
      : translate('It reports {reported} paid on {chain}. You signed {known}.', amounts)
  return source === 'chain'
    ? translate('It reports {reported} received on {chain}. The chain shows {known}.', amounts)
    : translate('It reports {reported} received on {chain}. You signed {known}.', amounts)
}
