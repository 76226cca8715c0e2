import { isSameAddress } from '#protocol/ids/caip.ts'
import { usePredictedAddress } from '../../api/service/predictedAddress.ts'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'

/**
 * Compares the account's address computed here with the service's prediction and warns when they
 * differ: deposits to the service's address would not reach an account of this owner.
 */
export function AccountCheck() {
  const { accountAddress, account } = useAccount()
  const predicted = usePredictedAddress(account)
  const given = predicted.data?.predictedAddress
  if (!accountAddress || !given || isSameAddress(accountAddress, given)) return null
  return (
    <div className="mb-6">
      <Note
        tone="flare"
        isAlert
        title={translate('The service reports a different account address')}
      >
        {translateRich(
          'Computed in this browser: <code>{accountAddress}</code>. Reported by the service: <code>{given}</code>. Don’t send anything. The service uses different contracts than this app was built for.',
          {
            accountAddress,
            given,
            code: <span className="mono break-all" />,
          },
        )}
      </Note>
    </div>
  )
}
