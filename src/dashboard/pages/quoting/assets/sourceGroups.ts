import type { ChainId } from '#protocol/ids/caip.ts'
import { translate } from '../../../language/translate.ts'
import type { AssetChoice, ChainChoice } from './assetChoices.ts'

/** Says which chains are paid from: `Any chain`, `Only Base`, `All but Base`, `3 of 5 chains`. */
export function describeSources(asset: AssetChoice, without: readonly ChainId[]): string {
  const groups = groupByChain(asset)
  const used = groups.filter(({ chainId }) => !without.includes(chainId))
  const [out, ...others] = groups.filter(({ chainId }) => without.includes(chainId))
  if (!out) return translate('Any chain')
  const [only, ...more] = used
  if (!only) return translate('No chain')
  if (more.length === 0) return translate('Only {name}', { name: only.chain.name })
  if (others.length === 0) return translate('All except {name}', { name: out.chain.name })
  return translate('{count} of {all} chains', { count: used.length, all: groups.length })
}

/** What an asset has on a chain: a native coin and its wrapped form stand on one. */
export type SourceGroup = Pick<ChainChoice, 'chain' | 'chainId'> & {
  members: readonly ChainChoice[]
}

/** Groups the members of an asset by their chain. */
export function groupByChain({ members }: AssetChoice): readonly SourceGroup[] {
  const groups = new Map<ChainId, SourceGroup>()
  for (const member of members) {
    const { chain, chainId } = member
    const known = groups.get(chainId)?.members ?? []
    groups.set(chainId, { chain, chainId, members: [...known, member] })
  }
  return [...groups.values()]
}
