import { Suspense, useState, type DragEvent, useRef } from 'react'
import { usePageTitle } from '../usePageTitle.ts'
import { translate } from '../../language/translate.ts'
import type { OpenedFile } from './ReceiptReading.tsx'
import { lazyComponent } from '../../components/lazyComponent.tsx'
import { FileCheck2 } from 'lucide-react'
import { Button } from '../../components/forms/Button.tsx'
import { Icon } from '../../components/forms/Icon.tsx'

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

/** Takes a file: dropped, or chosen in the browser's own dialog. */
function ReceiptDrop(props: { fileName: string | undefined; onFile: (file: OpenedFile) => void }) {
  const { fileName, onFile } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  async function open(file: File | undefined) {
    if (file) onFile({ name: file.name, text: await file.text() })
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void open(event.dataTransfer.files[0])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one way, the button another
    <section
      aria-label={translate('Receipt file')}
      className={`flex flex-wrap items-center gap-4 rounded-lg border border-dashed p-5 md:p-6 print:hidden ${isOver ? 'border-channel bg-channel-tint' : 'border-line-strong bg-surface'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={FileCheck2} size={22} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">
          {fileName ?? (
            <>
              {/* A finger drops nothing. */}
              <span className="pointer-coarse:hidden">{translate('Drop a receipt here')}</span>
              <span className="hidden pointer-coarse:inline">{translate('Open a receipt')}</span>
            </>
          )}
        </p>
        <p className="text-sm text-ink-3">
          {fileName
            ? translate('Open another receipt to replace it.')
            : translate('A file named estuary-receipt-….json, saved on an execution’s page')}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={translate('Receipt')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void open(target.files?.[0])
          target.value = ''
        }}
      />
      <Button
        variant={fileName === undefined ? 'primary' : 'secondary'}
        onClick={() => input.current?.click()}
      >
        {fileName === undefined ? translate('Choose file') : translate('Choose another')}
      </Button>
    </section>
  )
}
