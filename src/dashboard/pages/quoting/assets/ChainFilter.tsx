import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { translate } from '../../../language/translate.ts'

/** Narrows the list to one chain. */
export function ChainFilter(props: ChainFilter.Props) {
  const { chains, chosen, onChoose } = props
  return (
    <fieldset className="mt-3 flex flex-wrap gap-1.5">
      <legend className="sr-only">{translate('Chain')}</legend>
      <button
        type="button"
        aria-pressed={chosen === undefined}
        className={`btn btn-sm btn-secondary ${chosen === undefined ? '!border-channel bg-channel-tint !text-channel' : ''}`}
        onClick={() => onChoose(undefined)}
      >
        {translate('All chains')}
      </button>
      {chains.map((one) => (
        <button
          key={one.chain}
          type="button"
          aria-pressed={chosen === one.chain}
          aria-label={one.name}
          title={one.name}
          className={`inline-flex h-8 w-8 items-center justify-center rounded-md border hover:bg-hover ${chosen === one.chain ? 'border-channel bg-channel-tint' : 'border-line'}`}
          onClick={() => onChoose(chosen === one.chain ? undefined : one.chain)}
        >
          <ChainGlyph chain={one} size={20} />
        </button>
      ))}
    </fieldset>
  )
}

export declare namespace ChainFilter {
  type Props = {
    chains: readonly ChainIdentity[]
    chosen: string | undefined
    onChoose: (chain: string | undefined) => void
  }
}
