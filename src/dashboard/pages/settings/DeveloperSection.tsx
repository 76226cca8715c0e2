import { getEscrow } from '#networks/getChain.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

import { ApiError } from '../../api/service/client.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { Icon } from '../../components/forms/Icon.tsx'
import { Address } from '../../components/status/Address.tsx'
import { ChainGlyph } from '../../components/flow/ChainGlyph.tsx'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { ExchangeLog } from './ExchangeLog.tsx'
import { ScenarioSwitches } from './ScenarioSwitches.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { getServiceUrl } from '../../api/chains/serviceUrl.ts'
import { translate } from '../../language/translate.ts'

/** The service, the contracts that this build trusts, and the latest requests; folded, as few need them. */
export function DeveloperSection() {
  const discovery = useDiscovery()
  const network = useNetwork()
  const sessionPolicy = discovery.data?.sessionPolicy
  return (
    <SettingsSection
      title={translate('Service and developer view')}
      detail={translate(
        'Where balances and quotes come from, and what was requested. The service’s API key stays with this page’s host and never reaches the browser.',
      )}
    >
      <details className="group">
        <summary className="panel flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 px-5 font-semibold md:px-6">
          {translate('Addresses, chains and last requests')}
          <Icon of={ChevronDown} size={17} className="text-ink-3 group-open:rotate-180" />
        </summary>
        <div className="panel mt-4 px-5 py-2 md:px-6">
          <dl className="rule">
            <Fact name={translate('Service address')}>
              <span className="mono break-all">{`${getServiceUrl()}/dashboard-api`}</span>
            </Fact>
            <Fact name={translate('Network (reported)')}>
              {discovery.data?.network ?? describeSilence(discovery.error)}
            </Fact>
            <Fact name={translate('Network (in use)')}>{network.name}</Fact>
            <Fact name={translate('Quote key (reported)')}>
              {discovery.data ? (
                <Address value={discovery.data.quoteSigner} label={translate('quote key')} />
              ) : (
                translate('Unknown')
              )}
            </Fact>
            {sessionPolicy && (
              <Fact name={translate('App session keys')}>{sessionLabels[sessionPolicy]}</Fact>
            )}
          </dl>
        </div>
        <Contracts />
        {network.isDevnet && <ScenarioSwitches />}
        <ExchangeLog />
      </details>
    </SettingsSection>
  )
}

const sessionLabels = {
  open: translate(
    'Can pay anyone and make calls, unless the account’s admin restricts them. They work until turned off under Accounts.',
  ),
  'own-accounts': translate(
    'Can only pay the owner’s accounts, unless the account’s admin allows more. They work until turned off under Accounts.',
  ),
} as const

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div className="kv flex-wrap !gap-x-6 py-3">
      <dt>{props.name}</dt>
      <dd className="ml-auto">{props.children}</dd>
    </div>
  )
}

function Contracts() {
  const network = useNetwork()
  const discovery = useDiscovery()
  const chains = useChainIdentities()
  return (
    <ul aria-label={translate('Chains')} className="panel rule mt-4 px-5 md:px-6">
      {network.chains.map((chain) => {
        const { chainId, name } = chain
        const identity = chains.get(chainId)
        const reported = discovery.data?.chains.find((one) => one.chain === chainId)
        return (
          <li key={chainId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
            {identity && <ChainGlyph chain={identity} />}
            <span className="w-24 font-medium">{name}</span>
            <span className="inline-flex items-center gap-2">
              <span className="text-sm text-ink-3">{translate('Escrow')}</span>
              <Address value={getEscrow(chain)} label={translate('escrow')} />
            </span>
            <span className="mono text-sm break-all text-ink-3 max-md:basis-full md:ml-auto">
              {reported?.rpcUrl ?? translate('not reported by the service')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function describeSilence(error: Error | null): string {
  if (!error) return translate('Loading')
  return error instanceof ApiError && error.status > 0 ? error.message : translate('Not responding')
}
