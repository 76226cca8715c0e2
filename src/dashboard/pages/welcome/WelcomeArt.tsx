import { ChainGlyph } from '../../components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '../../components/flow/chainIdentity.ts'
import { Flow } from '../../components/flow/Flow.tsx'
import { computeFlowGeometry } from '../../components/flow/flowGeometry.ts'
import { useWidth } from '../../components/flow/useWidth.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'

/** Relative widths of the streams; decorative, not data. */
const weights = [40, 26, 15, 19, 9]
const tall = { length: 900, span: 760, trunk: 230, minWidth: 10, mergeAt: 0.62 }

/** The network's chains as streams that flow into the panel beside them. */
export function WelcomeArt() {
  const chains = selectDrawnChains(useChainIdentities())
  const slots = getSlots(chains.length, { from: 110, to: 640 })
  const { lanes } = computeFlowGeometry({
    ...tall,
    values: weights.slice(0, chains.length),
    feeUsd: 0,
    slots,
  })
  const [last] = chains.slice(-1)
  if (!last) return null
  return (
    <div className="absolute inset-0 flex items-center justify-end">
      <div className="relative shrink-0" style={{ width: tall.length, height: tall.span }}>
        <Flow {...tall} {...buildFlow(chains)} slots={slots} terminal={0} />
      </div>
      {chains.map((chain, index) => (
        <div
          key={chain.chain}
          className="absolute left-10 flex items-center gap-2"
          style={{ top: `calc(50% - ${tall.span / 2 - (lanes[index]?.source ?? 0) + 34}px)` }}
        >
          <ChainGlyph chain={chain} size={22} />
          <span className="text-sm text-ink-2">{chain.name}</span>
        </div>
      ))}
    </div>
  )
}

/** A small version of {@link WelcomeArt} across a phone. */
export function WelcomeArtPhone() {
  const chains = selectDrawnChains(useChainIdentities())
  const [frame, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={frame}>
      {width > 0 && (
        <Flow
          {...buildFlow(chains)}
          {...{ length: width, span: 150, trunk: 84, minWidth: 8, mergeAt: 0.62, terminal: 0 }}
          slots={getSlots(chains.length, { from: 30, to: 124 })}
        />
      )}
    </div>
  )
}

function selectDrawnChains(chains: ReadonlyMap<string, ChainIdentity>): readonly ChainIdentity[] {
  return [...chains.values()].slice(0, weights.length)
}

function buildFlow(chains: readonly ChainIdentity[]) {
  const legs = chains.map((chain, index) => ({
    chain,
    valueUsd: weights[index] ?? 1,
    state: 'done' as const,
  }))
  const target = chains[Math.min(2, chains.length - 1)] ?? chains[0]
  return {
    legs,
    destination: {
      chain: target ?? { chain: '', name: '', code: '', slot: 'other' as const },
      state: 'done' as const,
    },
  }
}

function getSlots(count: number, range: { from: number; to: number }): number[] {
  if (count === 1) return [(range.from + range.to) / 2]
  return Array.from(
    { length: count },
    (_, index) => range.from + ((range.to - range.from) * index) / (count - 1),
  )
}
