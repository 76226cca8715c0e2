import type { ReactNode } from 'react'

import type { RefundCost } from '#chains/solana/orders/ownRefund.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { HeldDeposit } from '../view/executionView.ts'
import type { SolanaRefundState } from './useSolanaRefund.ts'

/** What a refund on Solana costs, who pays it, and where the refund goes. */
export function SolanaRefundCost(props: SolanaRefundCost.Props) {
  const { deposit, refund } = props
  const { order } = deposit
  const { owner, cost } = refund
  const address = <Address value={order.depositor} canCopy={false} />
  return (
    <p className="mt-1.5 text-sm text-ink-2">
      {order.token === nativeMint
        ? translateRich('Refunded to {address}.', { address })
        : translateRich('Refunded to {address}, into its token account.', { address })}{' '}
      {owner && cost
        ? describeCost(cost, owner.address === order.depositor ? undefined : owner.wallet)
        : translate('The sender pays the network fee in SOL.')}
    </p>
  )
}

export declare namespace SolanaRefundCost {
  type Props = {
    deposit: HeldDeposit<SolanaOrder>
    refund: Pick<SolanaRefundState, 'owner' | 'cost'>
  }
}

/** Says what a refund costs, and that another account than the depositor's pays it. */
function describeCost({ fee, rent }: RefundCost, otherWallet: string | undefined): ReactNode {
  const sol = <Sol lamports={fee} />
  if (rent === 0n)
    return otherWallet === undefined
      ? translateRich('The same account pays the network fee of about {sol}.', { sol })
      : translateRich(
          'A different account, yours in {wallet}, pays the network fee of about {sol}.',
          {
            wallet: otherWallet,
            sol,
          },
        )
  const kept = <Sol lamports={rent} />
  return otherWallet === undefined
    ? translateRich(
        'The same account pays the network fee of about {sol}, plus {kept} in rent to recreate the token account. Closing that account returns the rent.',
        { sol, kept },
      )
    : translateRich(
        'A different account, yours in {wallet}, pays the network fee of about {sol}, plus {kept} in rent to recreate the token account. Closing that account returns the rent.',
        { wallet: otherWallet, sol, kept },
      )
}

function Sol(props: { lamports: bigint }) {
  const formats = useFormats()
  return (
    <span className="num">
      {formats.asset({ units: props.lamports, decimals: 9, symbol: 'SOL' })}
    </span>
  )
}
