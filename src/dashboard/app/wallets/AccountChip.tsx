import { ChevronDown, Wallet } from 'lucide-react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { shortenAddress } from '../../components/status/Address.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import { useAccountList } from '../../wallets/accounts/choice/accountList.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'

/** The connected account in the header, or a button that opens the connect dialog. */
export function AccountChip() {
  const owner = useOwner()
  const { accountAddress, solana } = useAccount()
  const { names } = useAccountList()
  const shown = accountAddress ?? solana?.accountAddress
  if ((owner.status === 'none' && !solana) || shown === undefined)
    return (
      <Button
        icon={Wallet}
        waiting={owner.status === 'connecting' ? translate('Open your wallet') : undefined}
        onClick={() => openWalletDialog('connect')}
      >
        {translate('Connect')}
      </Button>
    )
  const isBoth = accountAddress !== undefined && solana !== undefined
  const given = names[toAddressKey(shown)]
  return (
    <button
      type="button"
      className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-md border sm:gap-2.5 border-line-strong bg-surface pr-2.5 pl-2 text-sm font-semibold hover:bg-hover max-md:min-h-11"
      aria-haspopup="dialog"
      aria-label={describeAccount(given, {
        address: shortenAddress(shown),
        solana: isBoth ? solana.accountAddress : undefined,
      })}
      onClick={() => openWalletDialog('account')}
    >
      <span
        aria-hidden
        className="inline-flex h-6 w-6 items-center justify-center rounded-full bg-sunken text-ink-2 shadow-[inset_0_0_0_1px_var(--line-strong)]"
      >
        {owner.connectorIcon ? (
          <img src={owner.connectorIcon} alt="" className="h-6 w-6 rounded-full" />
        ) : (
          <Icon of={Wallet} size={13} />
        )}
      </span>
      {given === undefined ? (
        <span className="mono font-medium">{shortenAddress(shown)}</span>
      ) : (
        <span className="max-w-28 truncate sm:max-w-40">{given}</span>
      )}
      {isBoth && <span className="chip !h-5 !px-1.5 max-lg:hidden">{translate('+ Solana')}</span>}
      <Icon of={ChevronDown} size={16} className="text-ink-3 max-[22.5rem]:hidden" />
    </button>
  )
}

function describeAccount(
  name: string | undefined,
  of: { address: string; solana: string | undefined },
): string {
  const address = name === undefined ? of.address : `${name}, ${of.address}`
  if (of.solana === undefined) return translate('Account {address}', { address })
  const both = { address, solana: shortenAddress(of.solana) }
  return translate('Account {address}, with Solana {solana}', both)
}
