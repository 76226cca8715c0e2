import { useQuery } from '@tanstack/react-query'

import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../language/translate.ts'
import { type ReceiptReview, verifyReceipt } from '../../review/receipt/verifyReceipt.ts'
import { useRoots } from '../chains/useInstallation.ts'
import { type LoadedVerifier, useLoadedVerifier } from '../chains/useSolanaVerifier.ts'

/** A file as it was opened: its name and text. */
export type OpenedFile = { name: string; text: string }

/** Why a file could not be read, or what it proves. */
export type ReadReceipt = { problem: string } | { review: ReceiptReview }

const noReceipt = translate(
  'Receipts are files named estuary-receipt-….json. Save one with “Receipt” on an execution’s page.',
)

/** The largest file that is read, bytes: receipts have some ten thousand. */
const maxBytes = 2_000_000

/** Verifies a file here; makes no request, so that it works offline. */
export function useReceiptReview(file: OpenedFile | undefined): ReadReceipt | undefined {
  const roots = useRoots()
  // Loaded with the page, not with the file: then the device may be offline.
  const { isLoading, ...verifier } = useLoadedVerifier(true)
  return useQuery({
    queryKey: ['receiptFile', file?.text, roots.network, roots.quoteSigner, roots.trust],
    queryFn: () => readReceipt(file?.text ?? '', { roots, ...verifier }),
    enabled: file !== undefined && !isLoading,
    networkMode: 'always',
    structuralSharing: false,
    staleTime: Infinity,
    retry: false,
  }).data
}

async function readReceipt(
  text: string,
  by: { roots: ReturnType<typeof useRoots> } & Pick<LoadedVerifier, 'solana'>,
): Promise<ReadReceipt> {
  if (text.length > maxBytes)
    return { problem: translate('This file is too large to be a receipt.') }
  try {
    const received: unknown = JSON.parse(text)
    if (!isRecord(received) || received['kind'] !== 'estuary-receipt') return { problem: noReceipt }
    return { review: await verifyReceipt(received, by) }
  } catch {
    return {
      problem: translate('This file isn’t valid JSON. It isn’t a receipt, or it was cut off.'),
    }
  }
}
