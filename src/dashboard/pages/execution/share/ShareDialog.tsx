import { Download, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../../../components/forms/Button.tsx'
import { Toggle } from '../../../components/forms/Toggle.tsx'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { saveFile } from '../../../components/overlays/saveFile.ts'
import { showToast } from '../../../components/overlays/toasts.ts'
import { translate, translateIn } from '../../../language/translate.ts'
import { drawPicture, pictureSize } from './drawPicture.ts'
import { buildPicture } from './buildPicture.ts'
import type { ExecutionView } from '../view/executionView.ts'

const name = 'estuary.png'

/** Shows a picture of an execution, made here, with what the user wants on it. */
export function ShareDialog(props: ShareDialog.Props) {
  const { view, onClose } = props
  const formats = useFormats()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasAmounts, setAmounts] = useState(true)
  const [hasRecipient, setRecipient] = useState(false)
  const content = buildPicture(view, { formats, hasAmounts, hasRecipient })
  const text = JSON.stringify(content)
  useEffect(() => {
    let isGone = false
    async function draw() {
      await Promise.all([430, 600].map((weight) => document.fonts.load(`${weight} 40px ${family}`)))
      const context = canvas.current?.getContext('2d')
      const shown: typeof content = JSON.parse(text)
      if (context && !isGone) drawPicture(context, shown)
    }
    function redraw() {
      void draw()
    }
    redraw()
    // The system may go over to its dark theme meanwhile.
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      isGone = true
      scheme.removeEventListener('change', redraw)
    }
  }, [text])
  return (
    <Dialog
      isOpen
      title={translate(
        view.type === 'TRANSFER' ? 'Picture of this transfer' : 'Picture of this swap',
      )}
      description={translate('Made in this browser. No address is on it unless you add it.')}
      width={640}
      onClose={onClose}
    >
      <canvas
        ref={canvas}
        {...pictureSize}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded: there is no img
        role="img"
        aria-label={[content.title, content.footer].join('. ')}
        className="block h-auto w-full rounded-md border border-line"
      />
      <div className="mt-4 flex flex-col gap-3">
        <Toggle label={translate('Show amounts')} isOn={hasAmounts} onChange={setAmounts} />
        <Toggle
          label={translate("Show the recipient's address")}
          isOn={hasRecipient}
          onChange={setRecipient}
        />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        {canShare() && (
          <Button icon={Share2} onClick={() => void share(canvas.current)}>
            {translateIn('to pass on', 'Share')}
          </Button>
        )}
        <Button
          variant="primary"
          icon={Download}
          onClick={() =>
            void toBlob(canvas.current).then((png) => saveFile({ name, content: png }))
          }
        >
          {translate('Save picture')}
        </Button>
      </div>
    </Dialog>
  )
}

export declare namespace ShareDialog {
  type Props = { view: ExecutionView; onClose: () => void }
}

/** The bundled font, which a first visit loads late. */
const family = '"Hanken Grotesk Variable"'

function canShare(): boolean {
  return typeof navigator.share === 'function' && typeof navigator.canShare === 'function'
}

async function share(canvas: HTMLCanvasElement | null): Promise<void> {
  const file = new File([await toBlob(canvas)], name, { type: 'image/png' })
  try {
    if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file] })
    else saveFile({ name, content: file })
  } catch (error) {
    const isDeclined = error instanceof DOMException && error.name === 'AbortError'
    if (!isDeclined) showToast(translate('This device did not share it. Save the picture instead'))
  }
}

async function toBlob(canvas: HTMLCanvasElement | null): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas?.toBlob((png) => {
      if (png) resolve(png)
      else reject(new Error(translate('The browser made no picture.')))
    }, 'image/png')
  })
}
