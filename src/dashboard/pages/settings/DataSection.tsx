import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'

import { getBasePath } from '../../api/chains/serviceUrl.ts'
import { resetPreferences } from '../../api/state/preferences.ts'
import { getButtonClass, Button } from '../../components/forms/Button.tsx'
import { FileButton } from '../../components/forms/FileButton.tsx'
import { lazyComponent } from '../../components/lazyComponent.tsx'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { forgetLocalWallet, useLocalWallet } from '../../wallets/local/localWallet.ts'
import { eraseStoredData } from '../../storedData.ts'
import { readRemoteWallets } from '../../wallets/remote/remoteWallets.ts'
import { useDisconnectOwner } from '../../wallets/accounts/owner/useWalletChoices.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { type ReadBackup, readBackup, writeBackup } from './backup.ts'
import { RestoreQuestion } from './RestoreQuestion.tsx'
import { changeSettings, SettingsQuestion } from './SettingsQuestion.tsx'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'
import { downloadJson } from '../../components/overlays/saveFile.ts'
import { useKnownRecipients } from '../quoting/recipient/useKnownRecipients.ts'

const AddressBookDialog = lazyComponent(
  async () => (await import('../quoting/book/AddressBookDialog.tsx')).AddressBookDialog,
)

/** What is stored in this browser, and how to reset or erase it. */
export function DataSection(props: DataSection.Props) {
  const { onSettings } = props
  const [asking, setAsking] = useState<'reset' | 'erase'>()
  const wallet = useLocalWallet()
  return (
    <SettingsSection
      title={translate('Data and privacy')}
      detail={
        readRemoteWallets(document.documentElement.dataset).walletConnect
          ? translate(
              'No sign-up, no analytics. This page contacts the service, the chains and, for mobile wallets, WalletConnect’s relay.',
            )
          : translate(
              'No sign-up, no analytics. This page contacts the service and the chains only.',
            )
      }
    >
      <div className="panel rule px-5 md:px-6">
        <BookAndBackupRows onRestored={onSettings} />
        <SettingsRow
          name={translate('Verify a receipt')}
          detail={translate('From a file, in this browser, even offline')}
        >
          <Link href="/receipt" className={getButtonClass({ size: 'sm' })}>
            {translate('Open')}
          </Link>
        </SettingsRow>
        <SettingsRow
          name={translate('Reset settings')}
          detail={translate('Restores the display and trading defaults. Nothing else changes.')}
        >
          <Button size="sm" onClick={() => setAsking('reset')}>
            {translate('Reset')}
          </Button>
        </SettingsRow>
        <SettingsRow
          name={translate('Erase local data')}
          detail={translate(
            'Settings, address book, signing history, connections and the local wallet. Your funds stay on chain.',
          )}
        >
          <Button size="sm" className="!text-flare" onClick={() => setAsking('erase')}>
            {translate('Erase')}
          </Button>
        </SettingsRow>
      </div>
      {asking && (
        <div key={asking} className="mt-4" ref={scrollToQuestion}>
          {asking === 'reset' ? (
            <ResetQuestion onReset={onSettings} onClose={() => setAsking(undefined)} />
          ) : (
            <EraseQuestion hasWallet={wallet !== undefined} onClose={() => setAsking(undefined)} />
          )}
        </div>
      )}
    </SettingsSection>
  )
}

export declare namespace DataSection {
  type Props = {
    /** Called once the settings are others: as they were at first, or those of a backup. */
    onSettings: () => void
  }
}

/** On a phone a question opens behind the bar below. */
function scrollToQuestion(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'center' })
}

function ResetQuestion(props: { onReset: () => void; onClose: () => void }) {
  const { onReset, onClose } = props
  function reset() {
    changeSettings(resetPreferences, translate('Settings reset'))
    onReset()
    onClose()
  }
  return (
    <SettingsQuestion
      title={translate('Reset settings?')}
      confirm={translate('Reset settings')}
      cancel={translate('Keep settings')}
      onConfirm={reset}
      onClose={onClose}
    >
      {translate('Theme, language, formats, hidden items and limits return to their defaults.')}
    </SettingsQuestion>
  )
}

function EraseQuestion(props: { hasWallet: boolean; onClose: () => void }) {
  const { hasWallet, onClose } = props
  const disconnect = useDisconnectOwner()
  async function erase() {
    await disconnect()
    forgetLocalWallet()
    eraseStoredData()
    // What is only in memory goes too: texts in the erased language, what the service was asked, each form.
    window.location.assign(`${getBasePath()}/`)
  }
  return (
    <SettingsQuestion
      title={translate('Erase local data?')}
      confirm={translate('Erase everything')}
      cancel={translate('Keep it')}
      isDanger
      onConfirm={() => void erase()}
      onClose={onClose}
    >
      {hasWallet
        ? translate(
            'This includes the local wallet. Without its recovery phrase, nobody can restore it.',
          )
        : translate('Executions in progress continue without this page.')}{' '}
      {translate('Estuary then starts as on a first visit.')}
    </SettingsQuestion>
  )
}

/** Saves what this browser keeps as a file, without the local wallet, and restores it from one. */
function BookAndBackupRows({ onRestored }: { onRestored: () => void }) {
  const recipients = useKnownRecipients()
  const network = useNetwork()
  const known = { book: recipients.book, known: recipients.all, network }
  const [read, setRead] = useState<ReadBackup>()
  const [isBookOpen, setBookOpen] = useState(false)
  return (
    <>
      <SettingsRow
        name={translate('Address book')}
        detail={translate('Saved recipients: add, edit, import and export')}
      >
        <Button
          size="sm"
          aria-label={translate('Open the address book')}
          onClick={() => setBookOpen(true)}
        >
          {translate('Open')}
        </Button>
      </SettingsRow>
      <SettingsRow
        name={translate('Back up local data')}
        detail={translate(
          'Address book, hidden assets, settings and signing history, but not the recovery phrase.',
        )}
      >
        <span className="flex flex-wrap gap-2">
          <Button size="sm" icon={Download} onClick={() => save(network.name)}>
            {translate('Save')}
          </Button>
          <FileButton
            size="sm"
            label={translate('Backup file')}
            onFile={(file) => void file.text().then((text) => setRead(readBackup(text, known)))}
          >
            {translate('Restore')}
          </FileButton>
        </span>
      </SettingsRow>
      {read && (
        <div className="py-3.5">
          <RestoreQuestion read={read} onRestored={onRestored} onClose={() => setRead(undefined)} />
        </div>
      )}
      {isBookOpen && (
        <Suspense>
          <AddressBookDialog known={recipients} onClose={() => setBookOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function save(network: string): void {
  const savedAt = new Date().toISOString()
  downloadJson(writeBackup({ network, savedAt }), `estuary-data-${savedAt.slice(0, 10)}.json`)
  showToast(translate('Backup saved'))
}
