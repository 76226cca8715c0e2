import { saveFile } from '../../components/overlays/saveFile.ts'
import { showToast } from '../../components/overlays/toasts.ts'
import { translate } from '../../language/translate.ts'
import type { ReceiptSources } from './buildReceipt.ts'

/** Saves the receipt of an execution as a file, and says what is not in it. */
export async function saveReceipt(sources: ReceiptSources): Promise<void> {
  const { buildReceipt, formatReceiptFile } = await import('./buildReceipt.ts')
  const { name, text } = formatReceiptFile(buildReceipt(sources, Date.now()))
  saveFile({ name, content: new Blob([text], { type: 'application/json' }) })
  showToast(
    sources.signed
      ? translate('Receipt saved')
      : translate('Receipt saved without signatures, because this browser didn’t sign it'),
    { href: '/receipt', text: translate('Verify a receipt') },
  )
}
