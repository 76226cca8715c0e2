import { Waves } from 'lucide-react'
import type { ReactNode } from 'react'

import type { ChainId } from '#protocol/ids/caip.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { translate } from '../../../language/translate.ts'
import type { AssetChoice, ChainChoice } from './assetChoices.ts'
import { groupByChain } from './sourceGroups.ts'

/** Chooses the chains that an asset may be paid from: any, or those that are ticked; a tick counts at once. */
export function SourceDialog(props: SourceDialog.Props) {
  const { asset, without, onChange, onClose } = props
  const groups = groupByChain(asset)
  const left = groups.filter(({ chainId }) => without.includes(chainId))
  const isAny = left.length === 0
  // What is left out of other assets stays so.
  const ofOthers = without.filter((one) => left.every(({ chainId }) => chainId !== one))
  function toggle(chosen: ChainId) {
    const ticked = groups.filter(
      ({ chainId }) => (chainId === chosen) !== (!isAny && !without.includes(chainId)),
    )
    const out = groups.filter((group) => ticked.length > 0 && !ticked.includes(group))
    onChange([...ofOthers, ...out.map(({ chainId }) => chainId)])
  }
  return (
    <Dialog
      isOpen
      title={translate('Pay {symbol} from', { symbol: asset.symbol })}
      description={translate('Tick a chain to pay from it alone, then more if you like.')}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">{translate('Chains')}</legend>
        <ul className="rule">
          <Row
            mark={<Icon of={Waves} size={20} className="mx-0.5 text-ink-2" />}
            name={translate('Any chain')}
            held={[asset]}
            isTicked={isAny}
            onToggle={() => onChange(ofOthers)}
          />
          {groups.map(({ chain, chainId, members }) => (
            <Row
              key={chainId}
              mark={<ChainGlyph chain={chain} size={24} />}
              name={chain.name}
              held={members}
              isTicked={!isAny && !without.includes(chainId)}
              onToggle={() => toggle(chainId)}
            />
          ))}
        </ul>
      </fieldset>
      <Button variant="primary" className="mt-5 w-full" onClick={onClose}>
        {translate('Done')}
      </Button>
    </Dialog>
  )
}

export declare namespace SourceDialog {
  type Props = {
    /** With all its chains. */
    asset: AssetChoice
    without: readonly ChainId[]
    onChange: (without: readonly ChainId[]) => void
    onClose: () => void
  }
}

function Row(props: {
  mark: ReactNode
  name: string
  held: readonly Pick<ChainChoice, 'units' | 'decimals' | 'symbol'>[]
  isTicked: boolean
  onToggle: () => void
}) {
  const { mark, name, held, isTicked, onToggle } = props
  const formats = useFormats()
  const amounts = held
    .filter(({ units }) => units !== 0n)
    .map(({ units, decimals, symbol }) =>
      units === undefined
        ? translate('unknown')
        : `${formats.amount(units, { decimals })} ${symbol}`,
    )
  return (
    <li>
      <label className="flex min-h-13 cursor-pointer items-center gap-3 max-md:min-h-15">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-[var(--channel)]"
          checked={isTicked}
          onChange={onToggle}
        />
        {mark}
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{name}</span>
          <span className="num block text-sm text-ink-3">
            {amounts.join(', ') || translate('No balance')}
          </span>
        </span>
      </label>
    </li>
  )
}
