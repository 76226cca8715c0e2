import { Plus, X } from 'lucide-react'

import { Address, shortenAddress } from '../../components/status/Address.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { SignerChip } from '../../components/status/SignerChip.tsx'
import { IconButton } from '../../components/forms/IconButton.tsx'
import { translate } from '../../language/translate.ts'
import {
  chooseAccounts,
  isSameJoined,
  type JoinedAccount,
  maxAccounts,
  useAccountChoice,
} from '../../wallets/accounts/accountChoice.ts'
import type { KeySigner } from '../../wallets/accounts/signerForKey.ts'
import { computeOwnAccount } from '../../wallets/accounts/ownAccounts.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useKeySigners } from '../../wallets/accounts/useKeySigners.ts'
import { useOwner } from '../../wallets/accounts/useOwner.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { accountLabels } from './accountLabels.ts'

/** The accounts of other keys in the set, with their signers; each can be removed. */
export function JoinedAccounts() {
  const { address } = useOwner()
  const choice = useAccountChoice(address)
  const { accounts, members } = useAccount()
  const signers = useKeySigners()
  if (!address) return null
  const own = 1 + choice.also.length
  const isFull = accounts.length >= maxAccounts
  // A Solana account connected later can push an account out of a full set.
  const leftOut = own + choice.joined.length - members.length
  function remove(joined: JoinedAccount) {
    if (!address) return
    const left = choice.joined.filter((one) => !isSameJoined(one, joined))
    chooseAccounts(address, { ...choice, joined: left })
  }
  return (
    <section aria-labelledby="joined">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 id="joined" className="label">
          {translate('Accounts of other keys')}
        </h3>
        <span className="num text-sm text-ink-3">
          {translate('{count} of {limit} in use', { count: accounts.length, limit: maxAccounts })}
        </span>
      </div>
      {choice.joined.length > 0 && (
        <ul aria-label={translate('Accounts of other keys')} className="inset rule mb-3 px-4">
          {choice.joined.map((joined, index) => (
            <Joined
              key={`${joined.owner}${joined.kind}`}
              joined={joined}
              signer={signers[own + index]}
              isLeftOut={own + index >= members.length}
              onRemove={() => remove(joined)}
            />
          ))}
        </ul>
      )}
      <Button size="sm" icon={Plus} disabled={isFull} onClick={() => openWalletDialog('add')}>
        {translate('Add an account of another key')}
      </Button>
      {isFull && (
        <p className="mt-2 text-sm text-ink-3">
          {translate(
            leftOut > 0
              ? '{limit} accounts are drawn from together at most, the Solana account among them. Remove one to draw from another.'
              : '{limit} accounts are drawn from together at most. Remove one to add another.',
            { limit: maxAccounts },
          )}
        </p>
      )}
    </section>
  )
}

function Joined(props: {
  joined: JoinedAccount
  signer: KeySigner | undefined
  /** Whether it no longer fits into the set. */
  isLeftOut: boolean
  onRemove: () => void
}) {
  const { joined, signer, isLeftOut, onRemove } = props
  const network = useNetwork()
  const { accountAddress } = computeOwnAccount(network, joined)
  const { name } = accountLabels[joined.kind]
  return (
    <li className="flex items-start gap-3 py-3.5" aria-label={`${name} ${accountAddress}`}>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{name}</span>
          {isLeftOut && <span className="chip chip-buff">{translate('Not drawn from')}</span>}
          {signer && <SignerChip holder={signer} />}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Address value={accountAddress} label={name} />
          <span className="text-ink-3">
            {translate('{wallet} signs with {address}', {
              wallet: joined.wallet.name,
              address: shortenAddress(joined.owner),
            })}
          </span>
        </div>
      </div>
      <IconButton
        icon={X}
        size="sm"
        label={translate('Remove {name} {address}', {
          name,
          address: shortenAddress(accountAddress),
        })}
        onClick={onRemove}
      />
    </li>
  )
}
