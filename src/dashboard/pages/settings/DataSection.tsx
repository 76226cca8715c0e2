import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'

import { resetPreferences } from '../../api/state/preferences.ts'
import { getButtonClass } from '../../components/forms/getButtonClass.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Note } from '../../components/status/Note.tsx'
import { showToast } from '../../components/overlays/toasts.ts'
import { forgetLocalWallet, useLocalWallet } from '../../wallets/local/localWallet.ts'
import { eraseStoredData } from '../../storedData.ts'
import { useDisconnectOwner } from '../../wallets/accounts/useWalletChoices.ts'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'
import { StoredDataRow } from './StoredDataRow.tsx'
import { WalletLockRow } from './WalletLockRow.tsx'

/** What is stored in this browser, and how to erase it. */
export function DataSection() {
  const [isAsking, setAsking] = useState(false)
  const wallet = useLocalWallet()
  return (
    <SettingsSection
      title="Data and privacy"
      detail="No accounts, no analytics, no third-party requests."
    >
      <div className="panel rule px-5 md:px-6">
        <SettingsRow name="Local wallet" detail="Sealed recovery phrase, in this browser only">
          <span className="text-ink-2">
            {wallet.status === 'absent' ? 'None' : wallet.status === 'locked' ? 'Locked' : 'Open'}
          </span>
        </SettingsRow>
        <WalletLockRow />
        <StoredDataRow />
        <SettingsRow
          name="Verify a receipt"
          detail="From its file, in this browser, also without a network"
        >
          <Link href="/receipt" className={getButtonClass({ size: 'sm' })}>
            Open
          </Link>
        </SettingsRow>
        <SettingsRow
          name="Erase everything stored here"
          detail="Settings, address book, hidden assets, what was signed, connections and the local wallet. Funds stay on the chains."
        >
          <Button size="sm" className="!text-flare" onClick={() => setAsking(true)}>
            Erase
          </Button>
        </SettingsRow>
      </div>
      {isAsking && (
        <div className="mt-4">
          <EraseQuestion hasWallet={wallet.status !== 'absent'} onClose={() => setAsking(false)} />
        </div>
      )}
    </SettingsSection>
  )
}

function EraseQuestion(props: { hasWallet: boolean; onClose: () => void }) {
  const { hasWallet, onClose } = props
  const disconnect = useDisconnectOwner()
  const queries = useQueryClient()
  async function erase() {
    await disconnect()
    await forgetLocalWallet()
    resetPreferences()
    eraseStoredData()
    queries.clear()
    showToast('Everything stored here is erased')
    onClose()
  }
  return (
    <Note
      tone="flare"
      isAlert
      title="Erase everything in this browser?"
      action={
        <>
          <Button size="sm" variant="danger" onClick={() => void erase()}>
            Erase everything
          </Button>
          <Button size="sm" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      {hasWallet
        ? 'The local wallet goes too. Without its phrase nobody can get it back.'
        : 'Executions that are under way go on without this page.'}
    </Note>
  )
}
