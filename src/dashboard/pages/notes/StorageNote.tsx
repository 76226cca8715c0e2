import { dismissStorageFault, useStorageFault } from '#dashboard/browserStores.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { translate } from '../../language/translate.ts'

/** Says what this browser does not keep of the visit, and how it would; nothing while it keeps all. */
export function StorageNote() {
  const fault = useStorageFault()
  if (!fault) return null
  return (
    <Note
      tone="buff"
      isAlert
      title={
        fault === 'blocked'
          ? translate('Your browser blocks site data')
          : translate('This browser’s storage is full')
      }
    >
      {fault === 'blocked'
        ? translate(
            'Everything works until you close this tab. Settings, contacts, connections and a wallet made here are then gone. To keep them, allow site data for {host}.',
            { host: window.location.host },
          )
        : translate(
            'Your latest changes last until you close this tab. To keep them, remove contacts you don’t need.',
          )}{' '}
      <Button variant="link" size="sm" onClick={dismissStorageFault}>
        {translate('Got it')}
      </Button>
    </Note>
  )
}
