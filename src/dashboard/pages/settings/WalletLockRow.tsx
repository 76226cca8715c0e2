import { Segmented } from '../../components/forms/Segmented.tsx'
import { translate } from '../../language/translate.ts'
import { type LockMinutes, setLockMinutes, useLockMinutes } from '../../wallets/local/idleLock.ts'
import { useLocalWallet } from '../../wallets/local/localWallet.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { SettingsRow } from './SettingsSection.tsx'

const choices: readonly { minutes: LockMinutes; label: string }[] = [
  { minutes: 5, label: translate('5 min') },
  { minutes: 15, label: translate('15 min') },
  { minutes: 60, label: translate('60 min') },
  { minutes: 0, label: translate('Never') },
]

/** Idle time after which the local wallet locks; nothing without such a wallet. */
export function WalletLockRow() {
  const { isDevnet: isPlayMoney } = useNetwork()
  const { kind } = useLocalWallet()
  const chosen = useLockMinutes({ isPlayMoney })
  if (kind === undefined) return null
  if (kind === 'device')
    return (
      <SettingsRow
        name={translate('Lock local wallet')}
        detail={translate('No passphrase: test funds only')}
      >
        <span className="text-ink-2">{translate('Doesn’t lock')}</span>
      </SettingsRow>
    )
  return (
    <SettingsRow
      name={translate('Lock local wallet')}
      detail={translate('After this long without activity')}
    >
      <Segmented
        label={translate('Lock local wallet')}
        value={String(chosen)}
        options={choices
          .filter(({ minutes }) => minutes > 0 || isPlayMoney)
          .map(({ minutes, label }) => ({ value: String(minutes), label }))}
        onValueChange={(value) => {
          const choice = choices.find(({ minutes }) => String(minutes) === value)
          if (choice) setLockMinutes(choice.minutes)
        }}
      />
    </SettingsRow>
  )
}
