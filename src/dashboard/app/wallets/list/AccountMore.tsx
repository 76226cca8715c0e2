import type { ReactNode } from 'react'

import { getEvmChains, getSolanaChains } from '#networks/getChain.ts'
import type { DeploymentStatus } from '#chains/evm/account/delegation.ts'
import { useAccountCodes } from '../../../api/chains/accountCodes.ts'
import { ChainGlyph } from '../../../components/flow/ChainGlyph.tsx'
import { buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import { Address } from '../../../components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { useChainIdentities } from '../../../pages/chains/useChainIdentities.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { technicalNames } from '../accountLabels.ts'
import { SessionKeys } from '../sessions/SessionKeys.tsx'
import type { EvmRow } from './EvmParts.tsx'
import type { AccountRow } from './useAccountRows.ts'
import type { EvmKind } from '../../../wallets/accounts/choice/ownAccounts.ts'

/** What few need to know about an account: chains, contracts and keys. */
export function AccountMore(props: { row: Exclude<AccountRow, { kind: 'watched' }> }) {
  const { row } = props
  const network = useNetwork()
  return (
    <div className="inset mt-3 px-4 py-3 text-sm">
      <div className="label mb-1">
        {translate(row.kind === 'evm' ? 'Address, the same on every EVM chain' : 'Solana address')}
      </div>
      <Address value={row.address} form="full" />
      {row.kind === 'evm' ? (
        <EvmDetails row={row} />
      ) : (
        <ul className="mt-2">
          {getSolanaChains(network).map(({ chainId, name }) => (
            <ChainLine key={chainId} {...{ chainId, name }} />
          ))}
        </ul>
      )}
    </div>
  )
}

function EvmDetails(props: { row: EvmRow }) {
  const { address, entry } = props.row
  const network = useNetwork()
  const codes = useAccountCodes(network, address)
  const { kind } = entry
  return (
    <>
      <ul className="mt-2" aria-label={translate('On each chain')}>
        {getEvmChains(network).map(({ chainId, name }) => (
          <ChainLine key={chainId} {...{ chainId, name }}>
            {codes.isPending ? translate('Loading') : describeCode(codes.data?.get(chainId), kind)}
          </ChainLine>
        ))}
      </ul>
      {kind === 'roleBased' && (
        <div className="mt-2">
          <SessionKeys account={address} owner={entry.owner} />
        </div>
      )}
      <dl className="rule mt-2 border-t border-line">
        <Fact name={translate('Type')}>{technicalNames[kind]}</Fact>
        <Fact name={translate('Key')}>
          <Address value={entry.owner} label={translate('key')} />
        </Fact>
        <Fact name={translate('Wallet')}>{entry.wallet.name}</Fact>
        <Contracts row={props.row} />
      </dl>
    </>
  )
}

/** What the address derives from. */
function Contracts(props: { row: EvmRow }) {
  const { kind } = props.row.entry
  const [chain] = getEvmChains(useNetwork())
  if (!chain) return null
  const { accountFactory, roleAccount, basicAccount, delegate } = chain.contracts
  if (kind === 'eip7702')
    return (
      <Fact name={translate('Delegates to')}>
        <Address value={delegate} label={translate('contract')} />
      </Fact>
    )
  return (
    <>
      <Fact name={translate('Factory')}>
        <Address value={accountFactory} label={translate('factory')} />
      </Fact>
      <Fact name={translate('Implementation')}>
        <Address
          value={kind === 'basic' ? basicAccount : roleAccount}
          label={translate('implementation')}
        />
      </Fact>
      <Fact name={translate('Salt')}>0</Fact>
    </>
  )
}

function ChainLine(props: { chainId: string; name: string; children?: ReactNode }) {
  const identity = useChainIdentities().get(props.chainId)
  return (
    <li className="flex min-h-8 items-center gap-2">
      <ChainGlyph chain={identity ?? buildUnknownChain(props.chainId)} size={20} />
      {props.name}
      <span className="ml-auto text-right text-ink-3">{props.children}</span>
    </li>
  )
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div className="kv">
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}

/** Says whether an account stands on a chain; `undefined` where the chain did not answer. */
export function describeCode(code: DeploymentStatus['code'] | undefined, kind: EvmKind): string {
  if (code === undefined) return translate('Unknown')
  const isDelegation = kind === 'eip7702'
  if (code === (isDelegation ? 'delegate' : 'contract'))
    return translate(isDelegation ? 'Delegated' : 'Deployed')
  // Its owner has to change that before the account can be used there.
  if (isDelegation && code !== 'none') return translate('Occupied by another contract')
  return translate(isDelegation ? 'Delegated with first payment' : 'Deployed with first payment')
}
