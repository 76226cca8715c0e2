import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { SignedQuote } from '#protocol/status/receipt.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { useApi } from '../../../api/service/apiContext.ts'
import { executionOptions } from '../../../api/service/execution.ts'
import { Button } from '../../../components/forms/Button.tsx'
import { showToast } from '../../../components/overlays/Toasts.tsx'
import { translate } from '../../../language/translate.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { saveReceipt } from '../../files/saveReceipt.ts'
import { readSavedQuote } from '../../signing/storage/signedQuotes.ts'
import { useRoots } from '../../chains/useInstallation.ts'

/** Saves the receipt of an ended execution, with what the service reports of it now. */
export function DrawerReceipt(props: DrawerReceipt.Props) {
  const { record } = props
  const network = useNetwork()
  const { quoteSigner } = useRoots()
  const queries = useQueryClient()
  const api = useApi()
  const [isReading, setReading] = useState(false)
  async function save() {
    const quoteId = Hash.parse(record.quoteId)
    setReading(true)
    try {
      const status = await queries.fetchQuery(
        executionOptions(api, quoteId, { watchedSinceMs: Date.now() }),
      )
      const signed = SignedQuote.safeParse(readSavedQuote(quoteId)).data
      saveReceipt({ quoteId, network, quoteSigner, signed, status: status ?? undefined })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      showToast(translate('Couldn’t create the receipt: {message}', { message }))
    } finally {
      setReading(false)
    }
  }
  return (
    <Button
      icon={Download}
      waiting={isReading ? translate('Loading') : undefined}
      onClick={() => void save()}
    >
      {translate('Receipt')}
    </Button>
  )
}

export declare namespace DrawerReceipt {
  type Props = { record: HistoryRecord }
}
