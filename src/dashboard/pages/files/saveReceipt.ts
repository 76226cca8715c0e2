import type { Network } from '#networks/network.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { Receipt, SignedQuote } from '#protocol/status/receipt.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { saveFile } from '../../components/overlays/saveFile.ts'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'

/** Parts of a receipt that this browser has. */
export type ReceiptSources = {
  quoteId: Hash
  network: Pick<Network, 'name'>
  /** The pinned quote key; undefined while none is pinned. */
  quoteSigner: Hash | undefined
  signed: SignedQuote | undefined
  status: StatusRecord | undefined
}

/**
 * Builds the receipt of an execution from what this browser signed and what the service reports. It holds no
 * secret: everything in it was sent or is public.
 *
 * @param nowMs - Unix milliseconds.
 */
export function buildReceipt(sources: ReceiptSources, nowMs: number): Receipt {
  const { quoteId, network, quoteSigner, signed, status } = sources
  return {
    kind: 'estuary-receipt',
    version: 1,
    quoteId,
    network: network.name,
    ...(quoteSigner !== undefined && { quoteSigner }),
    madeAt: new Date(nowMs).toISOString(),
    ...(signed && { signed }),
    ...(status && { record: status }),
  }
}

/** Saves the receipt of an execution as a file, and says what is not in it. */
export function saveReceipt(sources: ReceiptSources): void {
  const text = `${JSON.stringify(buildReceipt(sources, Date.now()), null, 2)}\n`
  saveFile({
    name: `estuary-receipt-${sources.quoteId.slice(2, 12)}.json`,
    content: new Blob([text], { type: 'application/json' }),
  })
  showToast(
    sources.signed
      ? translate('Receipt saved')
      : translate('Receipt saved without signatures, because this browser didn’t sign it'),
    { href: '/receipt', text: translate('Verify a receipt') },
  )
}
