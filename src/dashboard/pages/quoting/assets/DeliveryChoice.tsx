import { useId } from 'react'

import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import { translate } from '../../../language/translate.ts'
import type { ChainChoice, ChosenAsset } from './assetChoices.ts'

/** As which asset and on which chain it arrives: where that costs least, or one that is chosen here. */
export function DeliveryChoice(props: DeliveryChoice.Props) {
  const { to, deliveries, arrives, onChoose } = props
  const name = useId()
  if (deliveries.length < 2) return null
  const { asset, only } = to
  const best =
    !only && arrives ? translate('Auto: {asset}', { asset: describe(arrives) }) : translate('Auto')
  return (
    <fieldset className="mt-5 border-t border-line pt-4">
      <legend className="float-left mb-2 w-full font-semibold">{translate('Receive as')}</legend>
      <div className="clear-both flex flex-wrap gap-2">
        <Option {...{ name }} isChosen={!only} onChoose={() => onChoose(asset.assetId)}>
          {best}
        </Option>
        {deliveries.map((member) => (
          <Option
            key={member.assetId}
            name={name}
            isChosen={member.assetId === only?.assetId}
            onChoose={() => onChoose(member.assetId)}
          >
            <ChainGlyph chain={member.chain} size={18} />
            {describe(member)}
          </Option>
        ))}
      </div>
    </fieldset>
  )
}

export declare namespace DeliveryChoice {
  type Props = {
    to: ChosenAsset
    /** The assets that can be delivered to the recipient. */
    deliveries: readonly ChainChoice[]
    /** What arrives by the price or quote. */
    arrives: Pick<ChainChoice, 'symbol' | 'chain'> | undefined
    onChoose: (assetId: string) => void
  }
}

function Option(props: {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}) {
  const { name, isChosen, onChoose, children } = props
  return (
    <label className="inline-flex min-h-9 items-center gap-2 rounded-md border border-line-strong px-2.5 text-sm font-medium hover:bg-hover has-checked:border-channel has-checked:bg-channel-tint has-checked:text-channel has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:min-h-11">
      <input type="radio" className="sr-only" name={name} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  )
}

function describe({ symbol, chain }: Pick<ChainChoice, 'symbol' | 'chain'>): string {
  return translate('{symbol} on {name}', { symbol, name: chain.name })
}
