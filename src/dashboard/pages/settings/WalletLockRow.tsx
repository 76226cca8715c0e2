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

/** Idle time after which the local wallet locks; nothing for one without a passphrase. */
export function WalletLockRow() {
  const { isDevnet: isPlayMoney } = useNetwork()
  const { kind } = useLocalWallet()
  const chosen = useLockMinutes({ isPlayMoney })
  if (kind !== 'passphrase') return null
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
