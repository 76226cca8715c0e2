import { Download } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { FileButton } from '#dashboard/components/forms/FileButton.tsx'
import { showToast } from '#dashboard/components/overlays/toasts.ts'
import { Note } from '#dashboard/components/status/Note.tsx'
import { translate } from '../../../../language/translate.ts'
import { downloadJson } from '../../../files/downloadJson.ts'
import { type LibraryEntry, saveEntry } from '../../draft/files/callLibrary.ts'
import { readLibraryFile, serializeLibrary } from '../../draft/files/libraryFile.ts'

/** Writes the saved calls and ABIs into a file, or adds those of a file to them. */
export function LibraryFile({ entries }: LibraryFile.Props) {
  const [faults, setFaults] = useState<readonly string[]>([])
  function open(text: string) {
    const read = readLibraryFile(text, entries)
    if (typeof read === 'string') return setFaults([read])
    try {
      read.added.forEach(saveEntry)
    } catch (error) {
      return setFaults([error instanceof Error ? error.message : String(error)])
    }
    showToast(
      translate(
        '{count, plural, =0 {Nothing new in this file} one {Added one entry} other {Added # entries}}',
        { count: read.added.length },
      ),
    )
    return setFaults(read.refused)
  }
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <FileButton
          size="sm"
          label={translate('Saved calls (JSON)')}
          onFile={(file) =>
            void file.text().then(open, () => setFaults([translate('Couldn’t read the file.')]))
          }
        />
        {entries.length > 0 && (
          <Button
            size="sm"
            icon={Download}
            onClick={() => downloadJson(serializeLibrary(entries), 'saved-calls.json')}
          >
            {translate('Export')}
          </Button>
        )}
      </div>
      {faults.length > 0 && (
        <div className="mt-3">
          <Note tone="flare" isAlert title={translate('Not imported')}>
            <ul className="break-words">
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Note>
        </div>
      )}
    </div>
  )
}

export declare namespace LibraryFile {
  type Props = { entries: readonly LibraryEntry[] }
}
