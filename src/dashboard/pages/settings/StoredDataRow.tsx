import { Button } from '../../components/forms/Button.tsx'
import { showToast } from '../../components/overlays/toasts.ts'
import { translate } from '../../language/translate.ts'
import { readStoredData } from '../../storedData.ts'
import { downloadJson } from '../files/downloadJson.ts'
import { SettingsRow } from './SettingsSection.tsx'

/** Saves what this browser keeps as a file, without the local wallet. */
export function StoredDataRow() {
  return (
    <SettingsRow
      name={translate('Back up local data')}
      detail={translate(
        'Address book, saved calls, hidden assets, settings and signing history, but not the recovery phrase',
      )}
    >
      <Button size="sm" onClick={save}>
        {translate('Save')}
      </Button>
    </SettingsRow>
  )
}

function save(): void {
  const savedAt = new Date().toISOString()
  const text = JSON.stringify({ savedAt, data: readStoredData() }, null, 2)
  downloadJson(`${text}\n`, `estuary-data-${savedAt.slice(0, 10)}.json`)
  showToast(translate('Backup saved'))
}
