import { getFingerprint, type Installed } from '#protocol/service/fingerprint.ts'
import { unpin } from '../../api/state/pins.ts'
import { Button } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { setPinAnswer } from '../pinDialog.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { type InstallationState, useInstallation } from '../chains/useInstallation.ts'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'

const states: Record<Exclude<InstallationState['trust'], 'compiled'>, string> = {
  pinned: translate('You compared and pinned it. You can only sign what matches it.'),
  unpinned: translate('You haven’t compared it yet, so you can’t sign.'),
  changed: translate('The service doesn’t match it, so you can’t sign.'),
}

/** The installation that this browser trusts, and how to trust another; nothing on the devnet. */
export function TrustSection() {
  const { trust, shown, reported, pinned } = useInstallation()
  const { name } = useNetwork()
  if (trust === 'compiled') return null
  // Unpinned first, it would be compared as if it were the first one.
  const isComparable = trust === 'changed' && pinned !== undefined && reported !== undefined
  function forget() {
    unpin(name)
    // The network in use follows from the trusted installation, which is read at start.
    window.location.reload()
  }
  return (
    <SettingsSection
      title={translate('Trust')}
      detail={translate(
        'Each instance of this network has its own keys and contracts. Its fingerprint is printed in the terminal it was started from.',
      )}
    >
      <div className="panel rule px-5 md:px-6">
        <SettingsRow
          name={!pinned ? translate('Not pinned') : translate('Pinned')}
          detail={states[trust]}
        >
          {pinned && !pinned.installed ? (
            translate('Unreadable: saved by another version')
          ) : (
            <Fingerprint of={pinned?.installed ?? shown} />
          )}
        </SettingsRow>
        {trust === 'changed' && (
          <SettingsRow
            name={translate('Reported by the service')}
            detail={translate('What the service reports now')}
          >
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Fingerprint of={reported} />
              {isComparable && (
                <Button size="sm" onClick={() => setPinAnswer('asking')}>
                  {translate('See what changed')}
                </Button>
              )}
            </span>
          </SettingsRow>
        )}
        {pinned && !isComparable && (
          <SettingsRow
            name={translate('Unpin')}
            detail={translate('You’ll be asked to compare the service’s current fingerprint.')}
          >
            <Button size="sm" onClick={forget}>
              {translate('Unpin')}
            </Button>
          </SettingsRow>
        )}
      </div>
    </SettingsSection>
  )
}

function Fingerprint(props: { of: Installed | undefined }) {
  return (
    <span className="mono text-sm break-words">
      {props.of ? getFingerprint(props.of) : translate('Not reported')}
    </span>
  )
}
