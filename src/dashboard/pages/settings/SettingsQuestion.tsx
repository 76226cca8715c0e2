import type { ReactNode } from 'react'

import { getPreferences } from '../../api/state/preferences.ts'
import { Button } from '../../components/forms/Button.tsx'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { Note } from '../../components/status/Note.tsx'

/** Asks whether something of this browser's data is to change, and says what of it. */
export function SettingsQuestion(props: SettingsQuestion.Props) {
  const { title, children, confirm, cancel, isDanger = false, onConfirm, onClose } = props
  return (
    <Note
      tone={isDanger ? 'flare' : 'buff'}
      isAlert
      title={title}
      action={
        <>
          <Button size="sm" variant={isDanger ? 'danger' : 'primary'} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button size="sm" onClick={onClose}>
            {cancel}
          </Button>
        </>
      }
    >
      {children}
    </Note>
  )
}

export declare namespace SettingsQuestion {
  type Props = {
    title: string
    children: ReactNode
    /** What the buttons say. */
    confirm: string
    cancel: string
    isDanger?: boolean
    onConfirm: () => void
    onClose: () => void
  }
}

/** Changes the settings, and says so. The texts of a language are loaded once, with the page. */
export function changeSettings(change: () => void, done: string): void {
  const { language } = getPreferences()
  change()
  if (getPreferences().language !== language) window.location.reload()
  showToast(done)
}
