import { useState } from 'react'

import { formatAmount } from '#protocol/ids/amount.ts'
import { translate } from '../../language/translate.ts'
import { useFormats } from './Formats.tsx'
import { NumberField } from './NumberField.tsx'
import { parseSlippage } from './parseSlippage.ts'
import { Segmented } from '../forms/Segmented.tsx'

const presets = ['0', '10', '50', '100'] as const

/** Slippage limit: automatic by pair, one of the usual limits, or a percentage to type. */
export function SlippageChoice(props: SlippageChoice.Props) {
  const { bps, onChange } = props
  const [choice, setChoice] = useState(presets.find((one) => Number(one) === bps) ?? 'custom')
  const [text, setText] = useState(bps > 0 ? formatAmount(BigInt(bps), 2) : '0.5')
  const read = parseSlippage(text)
  const formats = useFormats()
  return (
    <>
      <Segmented
        label={translate('Slippage limit')}
        value={choice}
        options={[
          { value: '0', label: translate('Auto') },
          { value: '10', label: formats.share(0.001) },
          { value: '50', label: formats.share(0.005) },
          { value: '100', label: formats.share(0.01, 0) },
          { value: 'custom', label: translate('Custom') },
        ]}
        onValueChange={(next) => {
          setChoice(next)
          onChange(next === 'custom' ? parseBps(text) : Number(next))
        }}
      />
      {choice === '0' && (
        <p className="mt-3 text-sm text-ink-3">
          {translate('0.5% between similar assets, 1% otherwise.')}
        </p>
      )}
      {choice === 'custom' && (
        <div className="mt-4 max-w-60">
          <NumberField
            label={translate('Limit in percent')}
            value={text}
            error={'error' in read ? read.error : undefined}
            caution={'caution' in read ? read.caution : undefined}
            trailing={<span className="text-ink-3">%</span>}
            onValueChange={(next) => {
              setText(next)
              onChange(parseBps(next))
            }}
          />
        </div>
      )}
    </>
  )
}

export declare namespace SlippageChoice {
  type Props = {
    /** Basis points; 0 means automatic by pair. */
    bps: number
    /** Called with undefined while the typed text is not a valid limit. */
    onChange: (bps: number | undefined) => void
  }
}

function parseBps(text: string): number | undefined {
  const read = parseSlippage(text)
  return 'bps' in read ? read.bps : undefined
}
