import { Suspense, useState } from 'react'

import { usePageTitle } from '../usePageTitle.ts'
import { translate } from '../../language/translate.ts'
import { ReceiptDrop } from './ReceiptDrop.tsx'
import type { OpenedFile } from './useReceiptReview.ts'
import { lazyComponent } from '../../components/lazyComponent.tsx'

/** Larger than the page: it loads once that is shown, not with the file, when the device may be offline. */
const ReceiptReading = lazyComponent(
  async () => (await import('./ReceiptReading.tsx')).ReceiptReading,
)

/** Verifies a receipt from a file, in this browser alone. */
export function ReceiptPage() {
  const [file, setFile] = useState<OpenedFile>()
  usePageTitle(translate('Verify a receipt'))
  return (
    <>
      <h1 className="text-xl font-semibold md:text-2xl">{translate('Verify a receipt')}</h1>
      <p className="mt-2 mb-6 max-w-[88ch] text-ink-2">
        {translate(
          'The file stays in this browser, so this works offline too. Every signature and hash is recomputed and compared with what this browser pinned at its first visit.',
        )}
      </p>
      <ReceiptDrop fileName={file?.name} onFile={setFile} />
      <div aria-live="polite" className="mt-6">
        <Suspense>
          <ReceiptReading file={file} />
        </Suspense>
      </div>
    </>
  )
}
