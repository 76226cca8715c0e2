import { useEffect } from 'react'

import { loadSolanaRefund } from '#dashboard/api/chains/solanaRefund.ts'
import { prepareSigning } from '#dashboard/wallets/signing/useSigner.ts'
import { translate } from '../../../language/translate.ts'
import type { Explorers } from '../../links/explorers.ts'
import type { ExecutionView } from '../view/executionView.ts'
import { getDepositKey, isDue } from '../view/heldDeposit.ts'
import { HeldDepositRow } from './HeldDepositRow.tsx'

/**
 * Deposits without a delivery, and how to have them refunded without the service: after its
 * deadline, the escrow refunds a deposit to its depositor whoever asks.
 */
export function RefundPanel(props: RefundPanel.Props) {
  const { view, isUnreachable, explorers } = props
  const hasHeld = view.held.length > 0
  const hasSolana = view.held.some(({ chainId }) => chainId.startsWith('solana:'))
  useEffect(() => {
    // A load that fails now is tried again when it is needed.
    if (hasHeld) void prepareSigning().catch(() => undefined)
    if (hasSolana) void loadSolanaRefund().catch(() => undefined)
  }, [hasHeld, hasSolana])
  if (!hasHeld || !(view.held.some(isDue) || isUnreachable || view.status === 'FAILED')) return null
  return (
    <section className="panel mb-6 p-5 md:p-6" aria-labelledby="take-back">
      <h2 id="take-back" className="text-lg font-semibold">
        {translate('Reclaim your deposit')}
      </h2>
      <p className="mt-1 max-w-[68ch] text-ink-2">
        {translate(
          'Nothing was delivered, so the escrow still holds your deposit. After its deadline, you can return it to the account it came from, fee included, without the service. Your own key sends the transaction and pays the network fee.',
        )}
      </p>
      <ul className="rule mt-3" aria-label={translate('Held in escrow')}>
        {view.held.map((deposit) => (
          <HeldDepositRow key={getDepositKey(deposit)} deposit={deposit} explorers={explorers} />
        ))}
      </ul>
    </section>
  )
}

export declare namespace RefundPanel {
  type Props = {
    view: ExecutionView
    isUnreachable: boolean
    explorers: Explorers
  }
}
