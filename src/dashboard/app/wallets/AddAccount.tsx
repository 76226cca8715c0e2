import { Check, ChevronLeft, KeyRound, Plus, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { Address } from '../../components/status/Address.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import {
  chooseAccounts,
  isSameJoined,
  maxAccounts,
  useAccountChoice,
} from '../../wallets/accounts/accountChoice.ts'
import { localWalletRdns } from '../../wallets/local/localWalletIdentity.ts'
import { addLocalKey } from '../../wallets/local/localWallet.ts'
import { type EvmKind, evmKinds, computeOwnAccount } from '../../wallets/accounts/ownAccounts.ts'
import { lockActiveAccount } from '../../wallets/accounts/activeAccount.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/useOwner.ts'
import {
  type ConnectedKey,
  useConnectedKeys,
  useFurtherWallets,
} from '../../wallets/accounts/useWalletChoices.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { accountLabels } from './accountLabels.ts'
import { useAccountUsability } from './useAccountUsability.ts'

/**
 * Adds accounts of other keys to the set: keys of the connected wallets, of a wallet connected for
 * this, or the local wallet's next key.
 */
export function AddAccount() {
  const { address } = useOwner()
  const keys = useConnectedKeys().filter((key) => !address || !isSameAddress(key.address, address))
  // While this is open, selecting another account in a wallet does not change the active account.
  useEffect(() => lockActiveAccount(), [])
  return (
    <Dialog isOpen title={translate('Add an account of another key')} onClose={close}>
      <div className="flex flex-col gap-5">
        <p className="text-sm text-ink-2">
          {translate(
            'Value is drawn from all accounts together; each is signed for by its own key. What arrives goes to the account of the key in use.',
          )}
        </p>
        {keys.map((key) => (
          <KeyAccounts key={`${key.wallet.id}${key.address}`} of={key} />
        ))}
        {keys.length === 0 && (
          <p className="inset px-4 py-3.5 text-sm text-ink-2">
            {translate('No other wallet or key is connected yet.')}
          </p>
        )}
        <MoreKeys />
        <Button
          variant="quiet"
          icon={ChevronLeft}
          className="self-start"
          onClick={() => openWalletDialog('account')}
        >
          {translate('Back to the accounts')}
        </Button>
      </div>
    </Dialog>
  )
}

function KeyAccounts(props: { of: ConnectedKey }) {
  const { address: owner, wallet } = props.of
  return (
    <section
      aria-label={translate('Accounts of {owner} in {wallet}', { owner, wallet: wallet.name })}
    >
      <h3 className="label mb-2 flex flex-wrap items-center gap-x-2">
        {wallet.name}
        <Address value={owner} label={translate('key')} canCopy={false} />
      </h3>
      <ul className="inset rule px-4">
        {evmKinds.map((kind) => (
          <Offer key={kind} kind={kind} of={props.of} />
        ))}
      </ul>
    </section>
  )
}

function Offer(props: { kind: EvmKind; of: ConnectedKey }) {
  const { kind, of } = props
  const { address } = useOwner()
  const choice = useAccountChoice(address)
  const { accounts } = useAccount()
  const network = useNetwork()
  const joined = { owner: of.address, kind, wallet: of.wallet }
  const { accountAddress } = computeOwnAccount(network, joined)
  const { isPossible, about } = useAccountUsability(kind, {
    address: accountAddress,
    canAuthorize: of.wallet.id === localWalletRdns,
  })
  const isIn = choice.joined.some((one) => isSameJoined(one, joined))
  const { name } = accountLabels[kind]
  function toggle() {
    if (!address) return
    const others = choice.joined.filter((one) => !isSameJoined(one, joined))
    chooseAccounts(address, { ...choice, joined: isIn ? others : [...others, joined] })
  }
  return (
    <li className="flex items-start gap-3 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="font-semibold">{name}</div>
        {!isPossible && <p className="mt-0.5 text-sm text-ink-2">{about}</p>}
        <div className="mt-1 text-sm">
          <Address value={accountAddress} label={name} />
        </div>
      </div>
      <Button
        size="sm"
        icon={isIn ? Check : Plus}
        aria-pressed={isIn}
        aria-label={translate('Draw from the {name} of {wallet}', { name, wallet: of.wallet.name })}
        disabled={!isIn && (!isPossible || accounts.length >= maxAccounts)}
        onClick={toggle}
      >
        {isIn ? translate('In use') : translate('Add')}
      </Button>
    </li>
  )
}

/** Offers further keys: of another wallet, or the local wallet's next one. */
function MoreKeys() {
  const owner = useOwner()
  const further = useFurtherWallets()
  const hasLocal = useConnectedKeys().some(({ wallet }) => wallet.id === localWalletRdns)
  const [problem, setProblem] = useState<string>()
  const [waiting, setWaiting] = useState<string>()
  async function act(name: string, how: () => Promise<unknown>) {
    setProblem(undefined)
    setWaiting(name)
    try {
      await how()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setWaiting(undefined)
    }
  }
  return (
    <section
      aria-label={translate('More keys')}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <div className="flex flex-wrap gap-2">
        {further.map(({ id, name, connect }) => (
          <Button
            key={id}
            size="sm"
            icon={Wallet}
            waiting={waiting === id ? translate('Open your wallet') : undefined}
            onClick={() => void act(id, connect)}
          >
            {translate('Connect {name} too', { name })}
          </Button>
        ))}
        {hasLocal && (
          <Button
            size="sm"
            icon={KeyRound}
            waiting={waiting === 'key' ? translate('Adding the next key') : undefined}
            onClick={() => void act('key', addLocalKey)}
          >
            {translate('Next key of the local wallet')}
          </Button>
        )}
      </div>
      {owner.wallet && !owner.isLocal && (
        <p className="text-sm text-ink-3">
          {translate(
            'Another account of {wallet}: choose it in the wallet, and it appears above.',
            { wallet: owner.connectorName ?? '' },
          )}
        </p>
      )}
      {problem !== undefined && (
        <Note tone="buff" isAlert title={translate('No key was added')}>
          {problem}
        </Note>
      )}
    </section>
  )
}

function close(): void {
  openWalletDialog('none')
}
