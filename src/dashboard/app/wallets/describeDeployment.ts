import type { DeploymentStatus } from '#chains/evm/account/readDeploymentStatus.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { EvmKind } from '../../wallets/accounts/ownAccounts.ts'

/** Says on which chains an account is deployed or delegated, and where it is taken or unknown. */
export function describeDeployment(
  codes: ReadonlyMap<ChainId, DeploymentStatus['code']>,
  of: { kind: EvmKind; chains: readonly { chainId: ChainId; name: string }[] },
): string {
  const { kind, chains } = of
  const word = kind === 'eip7702' ? 'Delegated' : 'Deployed'
  const ready = chains.filter(({ chainId }) => isReady(codes.get(chainId), kind))
  const foreign = chains.filter(({ chainId }) => isForeign(codes.get(chainId), kind))
  const unread = chains.filter(({ chainId }) => !codes.has(chainId))
  const parts = [
    ready.length === 0 && foreign.length === 0 && unread.length === 0
      ? `${word} by its first operation`
      : '',
    ready.length === chains.length ? `${word} on all chains` : '',
    ready.length > 0 && ready.length < chains.length ? `${word} on ${joinNames(ready)}` : '',
    foreign.length > 0 ? `Taken by another contract on ${joinNames(foreign)}` : '',
    unread.length > 0 ? `Not known on ${joinNames(unread)}` : '',
  ]
  return parts.filter((part) => part !== '').join('. ')
}

function isReady(code: DeploymentStatus['code'] | undefined, kind: EvmKind): boolean {
  if (kind !== 'eip7702') return code === 'contract'
  return code === 'delegate'
}

/** An EIP-7702 address delegated to another contract is unusable until its owner changes that. */
function isForeign(code: DeploymentStatus['code'] | undefined, kind: EvmKind): boolean {
  return kind === 'eip7702' && (code === 'elsewhere' || code === 'contract')
}

function joinNames(chains: readonly { name: string }[]): string {
  const all = chains.map(({ name }) => name)
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`
}
