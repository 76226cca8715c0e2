import type { ChainId } from '#protocol/ids/caip.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { translate } from '../../../language/translate.ts'
import type { AssetChoice } from './assetChoices.ts'
import { groupByChain, type SourceGroup } from './sourceGroups.ts'

/** Chooses the chains that an asset may be paid from; a tick counts at once. */
export function SourceDialog(props: SourceDialog.Props) {
  const { asset, without, onChange, onClose } = props
  const groups = groupByChain(asset)
  const used = groups.filter(({ chainId }) => !without.includes(chainId))
  function toggle(chainId: ChainId, isUsed: boolean) {
    onChange(isUsed ? without.filter((one) => one !== chainId) : [...without, chainId])
  }
  return (
    <Dialog
      isOpen
      title={translate('Pay {symbol} from', { symbol: asset.symbol })}
      description={translate(
        'Nothing is drawn from a chain that you leave out. This browser checks it before you sign.',
      )}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">{translate('Chains')}</legend>
        <ul className="rule">
          {groups.map((group) => {
            const isUsed = !without.includes(group.chainId)
            return (
              <Row
                key={group.chainId}
                group={group}
                isUsed={isUsed}
                isLast={isUsed && used.length === 1}
                onToggle={() => toggle(group.chainId, !isUsed)}
                onOnly={() =>
                  onChange([
                    // What is left out of other assets stays so.
                    ...without.filter((one) => groups.every(({ chainId }) => chainId !== one)),
                    ...groups.flatMap(({ chainId }) =>
                      chainId === group.chainId ? [] : [chainId],
                    ),
                  ])
                }
              />
            )
          })}
        </ul>
      </fieldset>
      {used.length === 1 && (
        <p className="mt-3 text-sm text-ink-3">
          {translate('One chain has to stay, to pay from.')}
        </p>
      )}
      <div className="mt-5 flex justify-between gap-3">
        <Button disabled={used.length === groups.length} onClick={() => onChange([])}>
          {translate('Use all chains')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {translate('Done')}
        </Button>
      </div>
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
  group: SourceGroup
  isUsed: boolean
  /** The last one that is used cannot be left out. */
  isLast: boolean
  onToggle: () => void
  onOnly: () => void
}) {
  const { group, isUsed, isLast, onToggle, onOnly } = props
  const { chain, members } = group
  const formats = useFormats()
  const held = members
    .filter(({ units }) => units !== 0n)
    .map(({ units, decimals, symbol }) =>
      units === undefined
        ? translate('not known')
        : `${formats.amount(units, { decimals })} ${symbol}`,
    )
  return (
    <li className="flex min-h-13 items-center gap-3">
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-[var(--channel)]"
          checked={isUsed}
          disabled={isLast}
          onChange={onToggle}
        />
        <ChainGlyph chain={chain} size={24} />
        <span className={`min-w-0 flex-1 ${isUsed ? '' : 'text-ink-3'}`}>
          <span className="block font-medium">{chain.name}</span>
          <span className="num block text-sm text-ink-3">
            {held.join(', ') || translate('Nothing there')}
          </span>
        </span>
      </label>
      {!isLast && (
        <button
          type="button"
          className="h-8 shrink-0 rounded-sm px-2.5 text-sm font-medium text-channel hover:bg-channel-tint max-md:h-11"
          aria-label={translate('Only this: {name}', { name: chain.name })}
          onClick={onOnly}
        >
          {translate('Only this')}
        </button>
      )}
    </li>
  )
}
