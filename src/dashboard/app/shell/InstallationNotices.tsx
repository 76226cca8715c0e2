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
  const { trust, shown, reported, pinned } = useInstallation()
  const { status } = useOwner()
  const { solana } = useAccount()
  const answer = usePinAnswer()
  const isConnected = status === 'connected' || solana !== undefined
  const isAsking = answer === 'asking' || (answer === 'unasked' && isConnected)
  return (
    <section aria-label={translate('This instance')}>
      {trust === 'changed' ? (
        <div className="border-b border-flare-line bg-flare-tint" role="alert">
          <p className={row}>
            <Icon of={TriangleAlert} size={17} className="text-flare" />
            <span className="min-w-0 flex-1 max-sm:basis-4/5">
              {translateRich(
                '<strong>This is not the instance you pinned.</strong> The service reports different keys or contracts. You can’t sign here. Don’t send anything to an address it shows.',
                { strong: <strong /> },
              )}
            </span>
            {pinned && reported ? (
              <button
                type="button"
                className="link font-medium"
                onClick={() => setPinAnswer('asking')}
              >
                {translate('See what changed')}
              </button>
            ) : (
              <Link href="/settings" className="link font-medium">
                {translate('Open trust settings')}
              </Link>
            )}
          </p>
        </div>
      ) : (
        <div className="border-b border-buff-line bg-buff-tint">
          <p className={row}>
            <Icon of={TriangleAlert} size={17} className="text-buff" />
            <span className="min-w-0 flex-1">
              <strong>{translate('Local mirror: use throwaway keys only.')}</strong>{' '}
              <span className="max-sm:hidden">
                {translate(
                  'It uses public chain IDs, so a signature made here may be valid on the real chains too.',
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
      {trust === 'changed' && pinned && reported && answer === 'asking' && (
        <PinDialog installed={reported} pinned={pinned} onClose={() => setPinAnswer('later')} />
      )}
    </section>
  )
}
