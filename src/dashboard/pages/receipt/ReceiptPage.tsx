import { useState } from 'react'

import { usePageTitle } from '../usePageTitle.ts'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { ReceiptDrop } from './ReceiptDrop.tsx'
import { ReceiptResult } from './ReceiptResult.tsx'
import { type OpenedFile, useReceiptReview } from './useReceiptReview.ts'

/** Verifies a receipt from a file, in this browser alone. */
export function ReceiptPage() {
  const [file, setFile] = useState<OpenedFile>()
  const read = useReceiptReview(file)
  usePageTitle(translate('Verify a receipt'))
  return (
    <>
      <h1 className="text-xl font-semibold md:text-2xl">{translate('Verify a receipt')}</h1>
      <p className="mt-2 mb-6 max-w-[88ch] text-ink-2">
        {translate(
          'The file is read here and sent nowhere, so this works offline too. Every signature and hash is computed again and compared with what this app trusts.',
        )}
      </p>
      <ReceiptDrop fileName={file?.name} onFile={setFile} />
      <div aria-live="polite" className="mt-6">
        {read && 'problem' in read && (
          <Note tone="flare" title={translate('This file cannot be read')}>
            {read.problem}
          </Note>
        )}
        {read && 'review' in read && <ReceiptResult key={file?.text} review={read.review} />}
      </div>
    </>
  )
}
