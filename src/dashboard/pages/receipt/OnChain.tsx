import { Radar } from 'lucide-react'
import { useState } from 'react'

import type { Receipt } from '#protocol/status/receipt.ts'
import { useTrace } from '../../api/chains/trace.ts'
import { Button } from '../../components/forms/Button.tsx'
import { useIsOffline } from '../../components/status/useIsOffline.ts'
import { translate } from '../../language/translate.ts'
import { checkOnChain } from '../../review/receipt/checkOnChain.ts'
import type { ReceiptReview } from '../../review/receipt/verifyReceipt.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useRoots } from '../chains/useInstallation.ts'
import { ReceiptFindings } from './ReceiptFindings.tsx'

/** Compares the receipt with the chains when asked; the only part that makes requests. */
export function OnChain(props: OnChain.Props) {
  const [isAsked, setAsked] = useState(false)
  const isOffline = useIsOffline()
  if (isAsked) return <Compared {...props} />
  return (
    <ReceiptFindings title={translate('What the chains show')} findings={[]}>
      <p className="mt-2 text-ink-2">
        {isOffline
          ? translate('You’re offline. Compare once you’re back online.')
          : translate(
              'The chains can confirm that the deposits and the delivery happened. This is the only step that goes online.',
            )}
      </p>
      <Button
        className="mt-4 print:hidden"
        icon={Radar}
        disabled={isOffline}
        onClick={() => setAsked(true)}
      >
        {translate('Compare with chains')}
      </Button>
    </ReceiptFindings>
  )
}

export declare namespace OnChain {
  type Props = { receipt: Receipt; review: ReceiptReview }
}

function Compared({ receipt, review }: OnChain.Props) {
  const network = useNetwork()
  const roots = useRoots()
  const { record, signed } = receipt
  const fillId = review.call?.facts?.prepareId ?? receipt.quoteId
  const trace = useTrace(network, fillId, {
    isOver: true,
    createdAtMs: signed?.signedAtMs,
    reportedOperations: record?.originChainOperations ?? [],
  })
  if (!trace.data)
    return (
      <ReceiptFindings title={translate('What the chains show')} findings={[]}>
        <output className="mt-2 block text-ink-2">
          {trace.isError
            ? translate('No chain is responding right now.')
            : translate('Loading from the chains…')}
        </output>
      </ReceiptFindings>
    )
  const findings = checkOnChain(review, { ...trace.data, roots })
  return <ReceiptFindings title={translate('What the chains show')} findings={findings} />
}
