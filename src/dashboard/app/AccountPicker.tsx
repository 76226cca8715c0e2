import { useId } from 'react'

import { useAccountCodes } from '../api/accountCodes.ts'
import { Address } from '../components/Address.tsx'
import { chooseAccounts } from '../wallets/accountChoice.ts'
import { type EvmKind, evmKinds, ownAccount } from '../wallets/ownAccounts.ts'
import { canSignAuthorizations, useAccount } from '../wallets/useAccount.ts'
import { useOwner } from '../wallets/useOwner.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'
import { whereItStands } from './whereItStands.ts'

const words = {
  roleBased: {
    name: 'Role-based account',
    about:
      'A session key signs day to day together with the service, an admin key may do everything. Your key holds both roles.',
  },
  basic: {
    name: 'Basic account',
    about: 'One key, no roles. It can also be used without the service.',
  },
  eip7702: {
    name: 'Your own address (EIP-7702)',
    about: 'The address of your key becomes the account: nothing has to be moved to a new one.',
  },
} as const satisfies Record<EvmKind, { name: string; about: string }>

/** The accounts of the connected key: which one is used, and which others value is drawn from. */
export function AccountPicker() {
  const owner = useOwner()
  const { kinds } = useAccount()
  const network = useNetwork()
  const name = useId()
  const [main] = kinds
  const { address } = owner
  if (!address || !main) return null
  function choose(kind: EvmKind, others: readonly EvmKind[]) {
    if (address) chooseAccounts(address, { main: kind, also: others })
  }
  return (
    <fieldset>
      <legend className="label mb-2">Accounts of this key, each the same on every chain</legend>
      <div className="inset rule px-4">
        {evmKinds.map((kind) => {
          const others = kinds.filter((other) => other !== kind && other !== main)
          return (
            <Choice
              key={kind}
              {...{ kind, name }}
              address={ownAccount(network, { owner: address, kind }).accountAddress}
              isMain={kind === main}
              isDrawn={kinds.includes(kind)}
              isPossible={kind !== 'eip7702' || canSignAuthorizations(owner)}
              onChoose={() => choose(kind, others)}
              onDraw={(draws) => choose(main, draws ? [...others, kind] : others)}
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
  isDrawn: boolean
  isPossible: boolean
  onChoose: () => void
  onDraw: (draws: boolean) => void
}) {
  const { kind, name, address, isMain, isDrawn, isPossible, onChoose, onDraw } = props
  const about = useId()
  return (
    <div className="flex gap-3 py-3.5">
      <input
        type="radio"
        className="mt-1 size-4 shrink-0 accent-[var(--channel)]"
        aria-describedby={about}
        id={`${about}-radio`}
        name={name}
        checked={isMain}
        disabled={!isPossible}
        onChange={onChoose}
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={`${about}-radio`}
          className={`font-semibold ${isPossible ? '' : 'text-ink-3'}`}
        >
          {words[kind].name}
        </label>
        <p id={about} className="mt-0.5 text-sm text-ink-2">
          {isPossible
            ? words[kind].about
            : 'Needs a wallet that signs EIP-7702 authorizations. Among wallets in browsers only the one inside this app does.'}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Address value={address} label={words[kind].name} />
          <WhereItStands kind={kind} address={address} />
        </div>
        {isPossible && !isMain && (
          <label className="mt-2 flex min-h-6 items-center gap-2.5 text-sm text-ink-2 max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-[var(--channel)]"
              aria-label={`Draw from the ${words[kind].name} too`}
              checked={isDrawn}
              onChange={(event) => onDraw(event.target.checked)}
            />
            Draw from this account too
          </label>
        )}
      </div>
    </div>
  )
}

/** On which chains the account is there already, in one short sentence. */
function WhereItStands(props: { kind: EvmKind; address: `0x${string}` }) {
  const { kind, address } = props
  const network = useNetwork()
  const codes = useAccountCodes(network, address)
  const text = codes.data
    ? whereItStands(codes.data, { kind, chains: network.chains })
    : codes.isError
      ? 'No chain answers'
      : 'Looking on the chains'
  return <span className="text-ink-3">{text}</span>
}
