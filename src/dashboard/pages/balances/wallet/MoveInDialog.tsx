import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'

import { getTokenAddress } from '#chains/evm/assets/readBalances.ts'
import { findEvmChain } from '#networks/getChain.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { getEvmClient } from '#dashboard/api/chains/getEvmClient.ts'
import { useRpcUrls } from '#dashboard/api/chains/chainUrls.ts'
import { useSentOutcome } from '#dashboard/api/chains/sentTransfers.ts'
import { getServiceUrl } from '#dashboard/api/chains/serviceUrl.ts'
import { useDiscovery } from '#dashboard/api/service/discovery.ts'
import { readBalancesAgain } from '#dashboard/api/service/execution.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { useNow } from '#dashboard/components/status/useNow.ts'
import { useBatchStatus } from '#dashboard/wallets/signing/useBatchStatus.ts'
import { useSigner } from '#dashboard/wallets/signing/useSigner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { buildTransactionHref, getExplorers } from '../../links/explorers.ts'
import { MoveReview } from './MoveReview.tsx'
import {
  isReceived,
  isUnderWay,
  type MoveRun,
  type MoveSender,
  type MoveStep,
  markReceived,
  resumeMoveRun,
  useMoveRun,
} from './moveRun.ts'
import { buildMove } from './moveSteps.ts'
import type { ChosenMoves, OwnWallet } from './useWalletHoldings.ts'

/** What is moved in, to where and at what cost; then how far each transfer is. */
export function MoveInDialog(props: MoveInDialog.Props) {
  const { wallet, chosen, onClose } = props
  const run = useMoveRun()
  const sender = useMoveSender(wallet)
  const isStopped = chosen.ownerKey !== wallet.ownerKey
  return (
    <Dialog
      isOpen
      title={
        !run || isStopped
          ? translate('Add funds')
          : translate(isReceived(run) ? 'Funds added' : 'Adding funds')
      }
      description={translate('From {wallet} to your account.', { wallet: wallet.name })}
      width={540}
      onClose={onClose}
    >
      {isStopped ? (
        <Note tone="buff" isAlert title={translate('The wallet switched accounts')}>
          {translate(
            'This was for another account, so it was stopped. Only what you had confirmed was sent.',
          )}
        </Note>
      ) : run ? (
        <MoveProgress {...{ run, wallet, sender, onClose }} />
      ) : (
        <MoveReview wallet={wallet} holdings={chosen.holdings} sender={sender} />
      )}
    </Dialog>
  )
}

export declare namespace MoveInDialog {
  type Props = { wallet: OwnWallet; chosen: ChosenMoves; onClose: () => void }
}

/** What asks the wallet for a step; its calls are built here. */
function useMoveSender({ owner, kind }: OwnWallet): MoveSender {
  const network = useNetwork()
  const signer = useSigner()
  const rpcUrls = useRpcUrls(network)
  return {
    async readBlock(chainId) {
      const client = getEvmClient({ chainId, rpcUrl: rpcUrls?.get(chainId) ?? '' })
      const block = await client.rpc.request({ method: 'eth_blockNumber' }).catch(() => undefined)
      return block === undefined ? undefined : BigInt(block)
    },
    async send(step) {
      const batch = buildMove(step, { network, target: { owner, kind } })
      const [first] = batch.calls
      if (!first) throw new Error(translate('There are no funds to add.'))
      return step.isBatch
        ? signer.sendCalls(batch)
        : signer.sendTransaction({ chainId: batch.chainId, ...first })
    },
  }
}

/** How far each transfer is, and what to do about one that was not sent. */
function MoveProgress(props: {
  run: MoveRun
  wallet: OwnWallet
  sender: MoveSender
  onClose: () => void
}) {
  const { run, wallet, sender, onClose } = props
  const problem = run.steps.find((step) => isOpen(step))?.problem
  const isAsking = isUnderWay(run)
  const isStopped = !isAsking && run.steps.some(isOpen)
  return (
    <>
      <ul aria-label={translate('Transfers')} className="border-b border-line">
        {run.steps.map((step, index) => (
          <StepRow
            key={step.transfers.map(({ assetType }) => assetType).join(' ')}
            {...{ run, step, index, wallet }}
          />
        ))}
      </ul>
      {isStopped && (
        <div className="mt-4">
          <Note
            tone="buff"
            isAlert
            title={problem?.title ?? translate('Not everything was sent')}
            action={
              <Button size="sm" onClick={() => void resumeMoveRun(sender)}>
                {translate('Try again')}
              </Button>
            }
          >
            {problem?.body}
          </Note>
        </div>
      )}
      {!isReceived(run) && (
        <p className="mt-4 text-sm text-ink-3">
          {isAsking
            ? translate('Each transfer shows as received once its chain confirms it.')
            : translate('Transfers you’ve sent continue on their own. You can close this.')}
        </p>
      )}
      <Button className="mt-4 w-full" onClick={onClose}>
        {translate('Close')}
      </Button>
    </>
  )
}

/** Whether the wallet has not sent a step, as far as it says. */
function isOpen({ state }: MoveStep): boolean {
  return state === 'waiting' || state === 'failed' || state === 'lost'
}

/** A transaction that takes longer may be stuck at a price that is too low. */
const patienceMs = 90_000

type StepProps = { run: MoveRun; step: MoveStep; index: number; wallet: OwnWallet }

function StepRow(props: StepProps) {
  const { step, wallet } = props
  const formats = useFormats()
  const network = useNetwork()
  const { isMissing, href } = useStepOutcome(props)
  const isLate = useNow() - (step.sentAtMs ?? Infinity) > patienceMs
  const chain = findEvmChain(network, step.chainId)?.name ?? step.chainId
  const sent = isMissing ? 'missing' : isLate ? 'late' : 'sent'
  const state = step.state === 'sent' ? sent : step.state
  const [icon, tone] = looks[state]
  return (
    <li className="flex items-start gap-3 border-t border-line py-3">
      <span className={`mt-0.5 ${tone}`}>
        <Icon of={icon} size={18} spin={icon === LoaderCircle} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="num font-semibold">
          {step.transfers
            .map(({ amount: units, decimals, symbol }) =>
              formats.asset({ units, decimals, symbol }),
            )
            .join(', ')}
        </div>
        <output className={`block text-sm ${tone}`}>
          {describeStep(state, { chain, wallet: wallet.name })}
        </output>
        {href !== undefined && (
          <a className="link text-sm" href={href} target="_blank" rel="noreferrer">
            {translate('View on {chain}', { chain })}
          </a>
        )}
      </div>
    </li>
  )
}

/** What the chain shows of a step; reads the balances again once it was received. */
function useStepOutcome({ run, step, index, wallet }: StepProps) {
  const { chainId, isBatch, since, id, state } = step
  const network = useNetwork()
  const discovery = useDiscovery().data
  const queries = useQueryClient()
  const said = useBatchStatus(isBatch && state === 'sent' ? id : undefined)
  const isAsked = state !== 'waiting' && state !== 'asking'
  const { outcome, hash } = useSentOutcome(
    network,
    isAsked
      ? {
          chainId,
          from: wallet.owner,
          to: run.recipient,
          ...splitTransfers(step),
          since,
          hash: isBatch ? said.hash : Hash.safeParse(id).data,
          word: said.word,
        }
      : undefined,
  )
  useEffect(() => {
    if (outcome !== 'waiting') void readBalancesAgain(queries)
    if (outcome === 'received') markReceived(run.startedAtMs, index, hash)
  }, [outcome, queries, run.startedAtMs, index, hash])
  return {
    isMissing: outcome === 'missing',
    href:
      hash &&
      buildTransactionHref(getExplorers(network, getServiceUrl(), discovery), { chainId, hash }),
  }
}

/** The tokens of a step, and how much of the chain's coin. */
function splitTransfers({ transfers }: MoveStep) {
  const all = transfers.map(({ assetType, amount }) => {
    return { token: getTokenAddress(assetType), amount }
  })
  return {
    transfers: all.flatMap(({ token, amount }) => (token ? [{ token, amount }] : [])),
    coin: all.reduce((sum, { token, amount }) => (token ? sum : sum + amount), 0n),
  }
}

/** The icon and color of each state. */
const looks = {
  waiting: [Clock, 'text-ink-3'],
  asking: [LoaderCircle, 'text-channel'],
  sent: [LoaderCircle, 'text-channel'],
  late: [LoaderCircle, 'text-buff'],
  received: [Check, 'text-reed'],
  failed: [CircleX, 'text-buff'],
  lost: [CircleX, 'text-buff'],
  missing: [CircleX, 'text-flare'],
} as const satisfies Record<string, readonly [LucideIcon, string]>

function describeStep(state: keyof typeof looks, of: { chain: string; wallet: string }): string {
  switch (state) {
    case 'waiting':
      return translate('Next: {chain}', of)
    case 'asking':
      return translate('Confirm in {wallet}', of)
    case 'sent':
      return translate('Sent. Waiting for {chain}', of)
    case 'late':
      return translate(
        'Taking longer than usual on {chain}. You can speed it up or cancel it in your wallet',
        of,
      )
    case 'received':
      return translate('Received on {chain}', of)
    case 'failed':
      return translate('Not sent on {chain}', of)
    case 'lost':
      return translate('Unknown on {chain}', of)
    case 'missing':
      return translate('Not received on {chain}. The missing funds are still in your wallet', of)
  }
}
