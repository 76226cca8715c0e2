import { translate } from '../../language/translate.ts'
import { getChainColour, type ChainIdentity } from './chainIdentity.ts'
import type { Formats } from '../amounts/createFormats.ts'
import { useFormats } from '../amounts/Formats.tsx'

/** Value on one chain. */
export type ChainPart = {
  chain: ChainIdentity
  valueUsd: number
  /** Share of it that a quote spends, 0 to 1: shown solid, the rest tinted. All of it if absent. */
  spent?: number
}

/**
 * A bar with one segment per chain, in proportion to value and at least 4 px wide. The caller gives
 * the order, so that the bars of a page can be compared.
 */
export function ChainShareBar(props: ChainShareBar.Props) {
  const { parts, height = 12, label } = props
  const formats = useFormats()
  const total = parts.reduce((sum, { valueUsd }) => sum + valueUsd, 0)
  if (total === 0) {
    return (
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded: there is no img
        role="img"
        aria-label={label ?? translate('Nothing on any chain')}
        className="w-full rounded-full border border-dashed border-line-strong"
        style={{ height }}
      />
    )
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded: there is no img
      role="img"
      aria-label={label ?? formatShares(parts, { total, formats })}
      className="flex w-full gap-0.5 overflow-hidden forced-color-adjust-none"
      style={{ height, borderRadius: Math.min(height / 2, 6) }}
    >
      {parts
        .filter(({ valueUsd }) => valueUsd > 0)
        .map(({ chain, valueUsd, spent = 1 }) => (
          <span
            key={chain.chain}
            className="relative min-w-1 overflow-hidden"
            style={{ flex: `${(valueUsd / total) * 1000} 1 0`, background: getChainColour(chain) }}
          >
            {spent < 1 && (
              <span
                className="absolute inset-y-0 right-0"
                style={{
                  left: `${spent * 100}%`,
                  background: `color-mix(in oklab, ${getChainColour(chain)} 26%, var(--surface))`,
                }}
              />
            )}
          </span>
        ))}
    </div>
  )
}

export declare namespace ChainShareBar {
  type Props = {
    parts: readonly ChainPart[]
    /** In px. */
    height?: number
    /** Label instead of the shares. */
    label?: string
  }
}

function formatShares(
  parts: readonly ChainPart[],
  { total, formats }: { total: number; formats: Formats },
): string {
  return parts
    .map(({ chain, valueUsd }) => `${chain.name} ${formats.share(valueUsd / total)}`)
    .join(', ')
}
