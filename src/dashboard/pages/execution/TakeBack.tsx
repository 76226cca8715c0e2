import { useState } from 'react'

import { buildRefund } from '#chains/evm/buildRefund.ts'
import { evmChainNumber } from '#protocol/caip.ts'
import { Button } from '../../components/Button.tsx'
import { useFormats } from '../../components/Formats.tsx'
import { Note } from '../../components/Note.tsx'
import { clockTime, durationText } from '../../components/times.ts'
import { showToast } from '../../components/toasts.ts'
import { useOwner } from '../../wallets/useOwner.ts'
import { useSigner } from '../../wallets/useSigner.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import type { ExecutionView, HeldDeposit } from './executionView.ts'

/**
 * Deposits that nobody delivered for, and the way to get them back without the service: the escrow
 * gives each back to its depositor after its deadline, whoever asks.
 */
export function TakeBack(props: TakeBack.Props) {
  const { view, isUnreachable } = props
  const due = view.held.filter(({ order, chainTime }) => chainTime > order.refundAfter)
  const isShown =
    view.held.length > 0 && (due.length > 0 || isUnreachable || view.status === 'FAILED')
  if (!isShown) return null
  return (
    <section className="panel mb-6 p-5 md:p-6" aria-labelledby="take-back">
      <h2 id="take-back" className="text-lg font-semibold">
        Take it back
      </h2>
      <p className="mt-1 max-w-[68ch] text-ink-2">
        The escrow holds a deposit that was not delivered for. After its deadline it goes back to
        your account, without the service. Your wallet pays the chain's own fee for that.
      </p>
      <ul className="rule mt-3">
        {view.held.map((deposit) => (
          <HeldRow key={deposit.chainId + deposit.order.fillHash} deposit={deposit} />
        ))}
      </ul>
    </section>
  )
}

export declare namespace TakeBack {
  type Props = { view: ExecutionView; isUnreachable: boolean }
}

function HeldRow(props: { deposit: HeldDeposit }) {
  const { order, amount, chainTime } = props.deposit
  const formats = useFormats()
  const refund = useRefund(props.deposit)
  const { isConnected, problem, isAsking, hash } = refund
  const isDue = chainTime > order.refundAfter
  const atMs = Number(order.refundAfter) * 1000
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          <strong className="num">
            {formats.amount(amount.units, { decimals: amount.decimals, detail: 'quote' })}{' '}
            {amount.symbol}
          </strong>{' '}
          on {amount.chain.name}
        </span>
        {hash ? (
          <output className="text-sm text-ink-2">Sent. Waiting for {amount.chain.name}.</output>
        ) : isDue ? (
          <Button
            variant="primary"
            waiting={isAsking ? 'Waiting for your wallet' : undefined}
            onClick={isConnected ? refund.start : () => openWalletDialog('connect')}
          >
            {isConnected ? `Take back on ${amount.chain.name}` : 'Connect a wallet'}
          </Button>
        ) : (
          <span className="text-sm text-ink-2">
            Possible from{' '}
            <time dateTime={new Date(atMs).toISOString()}>{clockTime(atMs, 'seconds')}</time>, in{' '}
            {durationText(Number(order.refundAfter - chainTime) * 1000)}
          </span>
        )}
      </div>
      {problem && (
        <div className="mt-3">
          <Note tone="flare" isAlert title="It was not sent">
            {problem}
          </Note>
        </div>
      )}
    </li>
  )
}

function useRefund({ order, chainId, amount }: HeldDeposit) {
  const owner = useOwner()
  const signer = useSigner()
  const network = useNetwork()
  const [isAsking, setAsking] = useState(false)
  const [hash, setHash] = useState<string>()
  const [problem, setProblem] = useState<string>()

  async function send() {
    // The escrow is the pinned one: an order read from events never says where to send.
    const chain = network.chains.find((one) => one.chainId === chainId)
    const number = evmChainNumber(chainId)
    if (!chain || number === undefined) throw new Error('This app does not know that chain.')
    const call = buildRefund(order, { escrow: chain.contracts.originEscrow })
    return signer.sendTransaction({ chainId: number, ...call })
  }

  function start() {
    setAsking(true)
    setProblem(undefined)
    send()
      .then((sent) => {
        setHash(sent)
        showToast(`Refund sent on ${amount.chain.name}`)
      })
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => setAsking(false))
  }

  return { isConnected: owner.address !== undefined, isAsking, hash, problem, start }
}
