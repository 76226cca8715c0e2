import { useState } from 'react'

import { getChain, getEvmChains, getSolanaChains } from '#networks/getChain.ts'
import { type ChainId, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { useDiscovery } from '../../../api/service/discovery.ts'
import { useSessionKeys } from '../../../api/chains/sessionKeys.ts'
import { Field } from '../../../components/forms/Field.tsx'
import { Toggle } from '../../../components/forms/Toggle.tsx'
import { Address } from '../../../components/status/Address.tsx'
import { joinNames } from '../../../language/joinNames.ts'
import { translate } from '../../../language/translate.ts'
import { useOwner } from '../../../wallets/accounts/owner/useOwner.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import {
  findAllowed,
  findSessionState,
  findSilent,
  isAnotherKey,
  readSessionCandidate,
  type SessionState,
} from './sessionState.ts'
import { useSessionSwitch } from './useSessionSwitch.ts'

/**
 * What another key may do with a role-based account, and a switch for each chain where the account
 * stands. Its state is what the account on the chain says.
 */
export function SessionKeys(props: SessionKeys.Props) {
  const { account, owner } = props
  const network = useNetwork()
  const keys = useSessionKeys(network, account)
  const { address } = useOwner()
  const [typed, setTyped] = useState('')
  const chains = getEvmChains(network)
  const deployed = chains.flatMap(({ chainId, name }) => {
    const session = keys.data?.get(chainId)
    return session === undefined ? [] : [{ chainId, name, session }]
  })
  const candidate = readSessionCandidate(typed, [account, owner])
  const isOwn = address !== undefined && isSameAddress(address, owner)
  const known = chains.map(({ chainId }) => chainId)
  const state = findSessionState(keys.data, { isPending: keys.isPending, isOwn, chains: known })
  const allowed = findAllowed(deployed, owner)
  const silent = state === 'unknown' ? [] : findSilent(keys.data, known)
  return (
    <section aria-label={translate('Session key')} className="border-t border-line py-3">
      <h4 className="label mb-1">{translate('Session key')}</h4>
      <Policy />
      {state !== 'changeable' && <p className="mt-1.5 text-ink-3">{stateTexts[state]}</p>}
      {silent.length > 0 && (
        <p className="mt-1.5 text-buff">
          {translate('Couldn’t check session keys on {chains}: no response.', {
            chains: joinNames(silent.map((chainId) => getChain(network, chainId).name)),
          })}
        </p>
      )}
      {state === 'changeable' && (
        <div className="mt-3 flex flex-col gap-2">
          <Field
            label={translate('Session key address')}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            error={
              typed !== '' && !candidate
                ? translate('Enter the address of another key: 0x and 40 hex digits.')
                : undefined
            }
            onChange={({ target }) => setTyped(target.value.trim())}
          />
          {allowed.length > 0 && (
            <p className="text-ink-2">
              {translate(
                '{count, plural, one {Active on one chain. Revoking it takes one transaction there.} other {Active on # chains. Revoking it takes one transaction per chain, so you sign # times.}}',
                { count: allowed.length },
              )}
            </p>
          )}
          {deployed.map((chain) => (
            // What was asked for ends with the key that it was asked about, however that changed.
            <SessionChain
              key={`${chain.chainId} ${chain.session}`}
              {...chain}
              {...{ account, owner, candidate, allowed }}
            />
          ))}
        </div>
      )}
    </section>
  )
}

export declare namespace SessionKeys {
  type Props = { account: EvmAddress; owner: EvmAddress }
}

/**
 * What a key may do at this service unless the owner has stated something else; the most while the
 * service has not said.
 */
function Policy() {
  const policy = useDiscovery().data?.sessionPolicy
  const hasSolana = getSolanaChains(useNetwork()).length > 0
  return (
    <p className="text-ink-2">
      {translate(
        policy !== 'own-accounts'
          ? 'Lets an app or another device sign together with this service: pay anyone and make contract calls, but never change the owner. Trust it like your own key.'
          : hasSolana
            ? 'Lets an app or another device sign together with this service: move funds between your own accounts and to any Solana account, but never change the owner.'
            : 'Lets an app or another device sign together with this service: move funds between your own accounts, but never change the owner.',
      )}{' '}
      {translate('It has no end date: it works until you turn it off here.')}
    </p>
  )
}

const stateTexts = {
  reading: translate('Checking the chains.'),
  unknown: translate('No chain is responding, so session keys can’t be checked.'),
  undeployed: translate(
    'No session key yet. You can add one on each chain after your first payment there.',
  ),
  undeployedSoFar: translate(
    'No session key on the chains that responded. You can add one on each chain after your first payment there.',
  ),
  readable: translate('To change session keys, make this the active account.'),
} as const satisfies Record<Exclude<SessionState, 'changeable'>, string>

function SessionChain(props: {
  account: EvmAddress
  owner: EvmAddress
  chainId: ChainId
  name: string
  session: EvmAddress
  candidate: EvmAddress | undefined
  allowed: readonly ChainId[]
}) {
  const { account, owner, chainId, name, session, candidate, allowed } = props
  const { step, problem, change } = useSessionSwitch(account, chainId)
  const isOn = isAnotherKey(session, owner)
  function flip() {
    if (step !== 'idle' || (!isOn && !candidate)) return
    change(isOn ? undefined : candidate)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Toggle
        label={translate('Session key on {chain}', { chain: name })}
        isOn={isOn}
        onChange={flip}
      />
      {isOn && <Address value={session} label={translate('key')} />}
      <output className="text-ink-3">
        {step === 'asking'
          ? translate('Confirm in your wallet')
          : step === 'sent'
            ? translate('Waiting for confirmation')
            : !isOn && !candidate
              ? translate('Enter a key first')
              : isOn && allowed.length > 1
                ? translate('Transaction {number} of {count}', {
                    number: allowed.indexOf(chainId) + 1,
                    count: allowed.length,
                  })
                : ''}
      </output>
      {problem !== undefined && (
        <p role="alert" className="basis-full text-flare">
          {problem}
        </p>
      )}
    </div>
  )
}
