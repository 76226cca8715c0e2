import { ChainGlyph } from '../../components/flow/ChainGlyph.tsx'
import { type ChainIdentity, getChainColour } from '../../components/flow/chainIdentity.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { translate, translateIn } from '../../language/translate.ts'
import { type Holding, type Holdings, sumIfPriced } from './holdings.ts'

/** Radius of the largest circle in px, for wide and narrow columns. */
const maxRadius = { wide: 18, narrow: 14 } as const

/** With more chains than this, a column is too narrow for a decimal of its share. */
const maxWideColumns = 5

/** Assets by chains as a table, each value drawn as the area of a circle. */
export function ChainMatrix(props: ChainMatrix.Props) {
  const { holdings } = props
  const formats = useFormats()
  const assets = holdings.assets.filter(({ valueUsd, units }) => valueUsd !== 0 && units > 0n)
  const { totalUsd = 0 } = holdings
  if (assets.length === 0) return null
  const maxValueUsd = Math.max(
    ...assets.flatMap(({ parts }) => parts.map((part) => part.valueUsd ?? 0)),
  )
  function isUnread({ chain }: ChainIdentity): boolean {
    return holdings.unavailable.some((one) => one.chain === chain)
  }
  const isNarrow = holdings.byChain.length > maxWideColumns
  function formatShare(valueUsd: number): string {
    return formats.share(totalUsd > 0 ? valueUsd / totalUsd : 0, isNarrow ? 0 : 1)
  }
  // A name needs 40 px; without them its sign stands for the chain.
  const isTight = holdings.byChain.length > 4
  const room = isNarrow ? 'hidden' : isTight ? 'max-sm:hidden' : 'max-[22.5rem]:hidden'
  return (
    <section aria-labelledby="matrix" className="panel p-5">
      <h2 id="matrix" className="text-lg font-semibold">
        {translate('Assets by chain')}
      </h2>
      <p className="mt-0.5 text-sm text-ink-3">{translate('Circle area shows value.')}</p>
      <table className="mt-4 w-full table-fixed border-separate border-spacing-0">
        <caption className="sr-only">{translate('Value of each asset on each chain')}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-14">
              <span className="sr-only">{translate('Asset')}</span>
            </th>
            {holdings.byChain.map(({ chain }) => (
              <th key={chain.chain} scope="col" className="pb-2 font-normal">
                <span className="flex flex-col items-center gap-1" title={chain.name}>
                  <ChainGlyph chain={chain} size={26} />
                  <span aria-hidden className={`max-w-full truncate text-xs text-ink-2 ${room}`}>
                    {chain.name}
                  </span>
                </span>
                <span className="sr-only">{chain.name}</span>
              </th>
            ))}
            <th scope="col" className="th w-14 pb-2 text-right align-bottom">
              {translate('Share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {assets.map((holding) => (
            <tr key={holding.id}>
              <th scope="row" className="border-t border-line pr-1 text-left text-sm font-semibold">
                {holding.symbol}
              </th>
              {holdings.byChain.map(({ chain }) => (
                <td key={chain.chain} className="h-11 border-t border-line p-0 text-center">
                  <Dot
                    value={isUnread(chain) ? undefined : getValueOn(holding, chain.chain)}
                    maxValueUsd={maxValueUsd}
                    maxRadius={isNarrow ? maxRadius.narrow : maxRadius.wide}
                    colour={getChainColour(chain)}
                  />
                </td>
              ))}
              <td className="num border-t border-line text-right text-sm text-ink-2">
                {holding.valueUsd === undefined ? '?' : formatShare(holding.valueUsd)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="th border-t border-line-strong pt-2 text-left">
              {translate('Share')}
            </th>
            {holdings.byChain.map(({ chain, valueUsd }) => (
              <td
                key={chain.chain}
                className="num border-t border-line-strong pt-2 text-center text-sm text-ink-2"
              >
                {valueUsd === undefined ? '?' : formatShare(valueUsd)}
              </td>
            ))}
            <td className="num border-t border-line-strong pt-2 text-right text-sm text-ink-3">
              {formatShare(totalUsd)}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

export declare namespace ChainMatrix {
  type Props = { holdings: Holdings }
}

function Dot(props: {
  value: number | undefined
  maxValueUsd: number
  maxRadius: number
  colour: string
}) {
  const { value, maxValueUsd, colour } = props
  const formats = useFormats()
  if (value === undefined)
    return (
      <span className="text-sm font-medium text-buff" title={translate('Unknown')}>
        ?<span className="sr-only"> {translate('Unknown')}</span>
      </span>
    )
  if (value === 0)
    return (
      <span className="flex justify-center">
        <span className="h-px w-1 bg-line-strong" />
        <span className="sr-only">{translateIn('a value in a table', 'none')}</span>
      </span>
    )
  const size =
    2 * Math.max(3, props.maxRadius * Math.sqrt(maxValueUsd > 0 ? value / maxValueUsd : 0))
  return (
    <span className="flex h-11 items-center justify-center" title={formats.usd(value)}>
      <span className="rounded-full" style={{ width: size, height: size, background: colour }} />
      <span className="sr-only">{formats.usd(value)}</span>
    </span>
  )
}

/** Undefined where something is held that has no price. */
function getValueOn(holding: Holding, chain: string): number | undefined {
  return sumIfPriced(holding.parts.filter((part) => part.chain.chain === chain))
}
