import { ShieldQuestion, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'

import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { setPinAnswer, usePinAnswer } from '../../pages/pinDialog.ts'
import { useInstallation } from '../../pages/chains/useInstallation.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { PinDialog } from './PinDialog.tsx'

const row =
  'mx-auto flex max-w-page flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-2.5 text-sm md:px-10 xl:px-0'

/** Banner above every page of a separate installation: its risks, and whether it is pinned. */
export function InstallationNotices() {
  const { trust, shown } = useInstallation()
  const { status } = useOwner()
  const { solana } = useAccount()
  const answer = usePinAnswer()
  const isConnected = status === 'connected' || solana !== undefined
  const isAsking = answer === 'asking' || (answer === 'unasked' && isConnected)
  return (
    <section aria-label={translate('This installation')}>
      {trust === 'changed' ? (
        <div className="border-b border-flare-line bg-flare-tint" role="alert">
          <p className={row}>
            <Icon of={TriangleAlert} size={17} className="text-flare" />
            <span className="min-w-0 flex-1">
              {translateRich(
                '<strong>This is not the installation you pinned.</strong> The service names other keys or contracts. Nothing can be signed here, and nothing should be sent to an address it shows.',
                { strong: <strong /> },
              )}
            </span>
            <Link href="/settings" className="link font-medium">
              {translate('Open trust settings')}
            </Link>
          </p>
        </div>
      ) : (
        <div className="border-b border-buff-line bg-buff-tint">
          <p className={row}>
            <Icon of={TriangleAlert} size={17} className="text-buff" />
            <span className="min-w-0 flex-1">
              <strong>{translate('Local mirror: throw-away keys only.')}</strong>{' '}
              <span className="max-sm:hidden">
                {translate(
                  'The chains have public chain ids, so a signature may be good on the real ones.',
                )}
              </span>
            </span>
            {trust === 'unpinned' && (
              <button
                type="button"
                className="link inline-flex items-center gap-1.5 font-medium"
                onClick={() => setPinAnswer('asking')}
              >
                <Icon of={ShieldQuestion} size={16} />
                {translate('Compare fingerprint')}
              </button>
            )}
          </p>
        </div>
      )}
      {trust === 'unpinned' && shown && isAsking && (
        <PinDialog installed={shown} onClose={() => setPinAnswer('later')} />
      )}
    </section>
  )
}
