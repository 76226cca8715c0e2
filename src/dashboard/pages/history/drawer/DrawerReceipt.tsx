import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { SignedQuote } from '#protocol/status/receipt.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { useRpcUrls } from '../../../api/chains/rpcUrls.ts'
import { traceOptions } from '../../../api/chains/trace.ts'
import { useApi } from '../../../api/service/apiContext.ts'
import { executionOptions } from '../../../api/service/execution.ts'
import { Button } from '../../../components/forms/Button.tsx'
import { showToast } from '../../../components/overlays/toasts.ts'
import { translate } from '../../../language/translate.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { saveReceipt } from '../../files/saveReceipt.ts'
import { type SentCall, readSavedQuote } from '../../signing/storage/signedQuotes.ts'
import { useRoots } from '../../chains/useInstallation.ts'

/** Saves the receipt of an ended execution, with what the chains show of it now. */
export function DrawerReceipt(props: DrawerReceipt.Props) {
  const { record, sent } = props
  const network = useNetwork()
  const rpcUrls = useRpcUrls(network)
  const { quoteSigner } = useRoots()
  const queries = useQueryClient()
  const api = useApi()
  const [isReading, setReading] = useState(false)
  async function save() {
    const quoteId = Hash.parse(record.quoteId)
    setReading(true)
    try {
      const [status, trace] = await Promise.all([
        queries.fetchQuery(executionOptions(api, quoteId, { watchedSinceMs: Date.now() })),
        // Deposits for a call carry the id of its operation.
        queries.fetchQuery(
          traceOptions(network, sent?.prepareId ?? quoteId, {
            rpcUrls,
            isOver: true,
            createdAtMs: Date.parse(record.timestamp),
            reportedOperations: record.originChainOperations,
          }),
        ),
      ])
      const signed = SignedQuote.safeParse(readSavedQuote(quoteId)).data
      await saveReceipt({
        quoteId,
        network,
        quoteSigner,
        signed,
        trace,
        status: status ?? undefined,
      })
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
      waiting={isReading ? translate('Loading from the chains') : undefined}
      onClick={() => void save()}
    >
      {translate('Receipt')}
    </Button>
  )
}

export declare namespace DrawerReceipt {
  type Props = {
    record: HistoryRecord
    /** The call, if this browser made it. */
    sent: SentCall | undefined
  }
}
