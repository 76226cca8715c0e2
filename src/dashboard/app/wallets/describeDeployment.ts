import type { DeploymentStatus } from '#chains/evm/account/readDeploymentStatus.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import type { EvmKind } from '../../wallets/accounts/ownAccounts.ts'

/** Says on which chains an account is deployed or delegated, and where it is taken or unknown. */
export function describeDeployment(
  codes: ReadonlyMap<ChainId, DeploymentStatus['code']>,
  of: { kind: EvmKind; chains: readonly { chainId: ChainId; name: string }[] },
): string {
  const { kind, chains } = of
  const isDelegation = kind === 'eip7702'
  const ready = chains.filter(({ chainId }) => isReady(codes.get(chainId), kind))
  const foreign = chains.filter(({ chainId }) => isForeign(codes.get(chainId), kind))
  const unread = chains.filter(({ chainId }) => !codes.has(chainId))
  const parts = [
    ready.length === 0 && foreign.length === 0 && unread.length === 0
      ? translate(
          isDelegation ? 'Delegated by its first operation' : 'Deployed by its first operation',
        )
      : '',
    ready.length === chains.length
      ? translate(isDelegation ? 'Delegated on all chains' : 'Deployed on all chains')
      : '',
    ready.length > 0 && ready.length < chains.length
      ? translate(isDelegation ? 'Delegated on {names}' : 'Deployed on {names}', {
          names: listNames(ready),
        })
      : '',
    foreign.length > 0
      ? translate('Taken by another contract on {names}', { names: listNames(foreign) })
      : '',
    unread.length > 0 ? translate('Not known on {names}', { names: listNames(unread) }) : '',
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

function listNames(chains: readonly { name: string }[]): string {
  return joinNames(chains.map(({ name }) => name))
}
