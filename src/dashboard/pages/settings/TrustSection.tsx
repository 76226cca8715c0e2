import { getFingerprint, type Installed } from '#protocol/service/fingerprint.ts'
import { unpin } from '../../api/state/pins.ts'
import { Button } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { type InstallationState, useInstallation } from '../chains/useInstallation.ts'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'

const states: Record<Exclude<InstallationState['trust'], 'compiled'>, string> = {
  pinned: translate('You compared and pinned it. Only what fits it can be signed.'),
  unpinned: translate('You have not compared it: nothing can be signed.'),
  changed: translate('The service is another one: nothing can be signed.'),
}

/** The installation that this browser trusts, and how to trust another; nothing on the devnet. */
export function TrustSection() {
  const { trust, shown, reported } = useInstallation()
  const { name } = useNetwork()
  if (trust === 'compiled') return null
  function forget() {
    unpin(name)
    // The network in use follows from the trusted installation, which is read at start.
    window.location.reload()
  }
  return (
    <SettingsSection
      title={translate('Trust')}
      detail={translate(
        'Each installation of this network has keys and contracts of its own. The terminal in which it was started prints its fingerprint.',
      )}
    >
      <div className="panel rule px-5 md:px-6">
        <SettingsRow
          name={trust === 'unpinned' ? translate('Shown, not pinned') : translate('Pinned')}
          detail={states[trust]}
        >
          <Fingerprint of={shown} />
        </SettingsRow>
        {trust === 'changed' && (
          <SettingsRow
            name={translate('By the service')}
            detail={translate('What it says of itself now')}
          >
            <Fingerprint of={reported} />
          </SettingsRow>
        )}
        {trust !== 'unpinned' && (
          <SettingsRow
            name={translate('Unpin')}
            detail={translate(
              'You are asked to compare the fingerprint of the service as it is then.',
            )}
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
      {props.of ? getFingerprint(props.of) : translate('It does not say')}
    </span>
  )
}
