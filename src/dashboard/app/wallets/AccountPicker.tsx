import { useId } from 'react'

import { getEvmChains } from '#networks/getChain.ts'
import { useAccountCodes } from '../../api/chains/accountCodes.ts'
import { Address } from '../../components/status/Address.tsx'
import { translate } from '../../language/translate.ts'
import {
  chooseAccounts,
  maxAccounts,
  useAccountChoice,
} from '../../wallets/accounts/accountChoice.ts'
import { type EvmKind, evmKinds, computeOwnAccount } from '../../wallets/accounts/ownAccounts.ts'
import { canSignAuthorizations, useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/useOwner.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { accountLabels } from './accountLabels.ts'
import { useAccountUsability } from './useAccountUsability.ts'
import { describeDeployment } from './describeDeployment.ts'

/** Chooses the main account of the connected key, and which of its others fund quotes too. */
export function AccountPicker() {
  const owner = useOwner()
  const { address } = owner
  const { main, also, joined } = useAccountChoice(address)
  const { accounts } = useAccount()
  const network = useNetwork()
  const name = useId()
  if (!address) return null
  function choose(kind: EvmKind, others: readonly EvmKind[]) {
    if (address) chooseAccounts(address, { main: kind, also: others, joined })
  }
  return (
    <fieldset>
      <legend className="label mb-2">
        {translate('Accounts of this key, each the same on every EVM chain')}
      </legend>
      <div className="inset rule px-4">
        {evmKinds.map((kind) => {
          const others = also.filter((other) => other !== kind)
          return (
            <Choice
              key={kind}
              {...{ kind, name }}
              address={computeOwnAccount(network, { owner: address, kind }).accountAddress}
              isMain={kind === main}
              isFunding={also.includes(kind)}
              isFull={accounts.length >= maxAccounts}
              canAuthorize={canSignAuthorizations(owner)}
              onChoose={() => choose(kind, others)}
              onFund={(isOn) => choose(main, isOn ? [...others, kind] : others)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

function Choice(props: {
  kind: EvmKind
  name: string
  address: `0x${string}`
  isMain: boolean
  isFunding: boolean
  isFull: boolean
  canAuthorize: boolean
  onChoose: () => void
  onFund: (isOn: boolean) => void
}) {
  const { kind, name, address, isMain, isFunding, isFull, canAuthorize, onChoose, onFund } = props
  const id = useId()
  const { isPossible, about } = useAccountUsability(kind, { address, canAuthorize })
  const title = accountLabels[kind].name
  return (
    <div className="flex gap-3 py-3.5">
      <input
        type="radio"
        className="mt-1 size-4 shrink-0 accent-[var(--channel)]"
        aria-describedby={id}
        id={`${id}-radio`}
        name={name}
        checked={isMain}
        disabled={!isPossible && !isMain}
        onChange={onChoose}
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={`${id}-radio`}
          className={`font-semibold ${isPossible ? '' : 'text-ink-3'}`}
        >
          {title}
        </label>
        <p id={id} className="mt-0.5 text-sm text-ink-2">
          {about}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Address value={address} label={title} />
          <DeploymentStatus kind={kind} address={address} />
        </div>
        {(isFunding || (isPossible && !isMain)) && (
          <label className="mt-2 flex min-h-6 items-center gap-2.5 text-sm text-ink-2 max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-[var(--channel)]"
              aria-label={translate('Draw from the {title} too', { title })}
              checked={isFunding}
              disabled={isFull && !isFunding}
              onChange={(event) => onFund(event.target.checked)}
            />
            {translate('Draw from this account too')}
          </label>
        )}
      </div>
    </div>
  )
}

/** Says on which chains the account is deployed. */
function DeploymentStatus(props: { kind: EvmKind; address: `0x${string}` }) {
  const { kind, address } = props
  const network = useNetwork()
  const codes = useAccountCodes(network, address)
  const text = codes.data
    ? describeDeployment(codes.data, { kind, chains: getEvmChains(network) })
    : codes.isError
      ? translate('No chain answers')
      : translate('Checking the chains')
  return <span className="text-ink-3">{text}</span>
}
