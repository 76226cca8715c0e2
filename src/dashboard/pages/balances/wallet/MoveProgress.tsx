import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useEffect, useMemo } from 'react'

import { getTokenAddress } from '#chains/evm/assets/readBalances.ts'
import type { TokenTransfer } from '#chains/evm/assets/findTransfers.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { judgeSent, type SentOutcome, useSentFacts } from '#dashboard/api/chains/sentTransfers.ts'
import { getServiceUrl } from '#dashboard/api/chains/serviceUrl.ts'
import { useDiscovery } from '#dashboard/api/service/discovery.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { useNow } from '#dashboard/components/status/useNow.ts'
import { useBatches } from '#dashboard/wallets/signing/useBatches.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { buildTransactionHref, getExplorers } from '../../links/explorers.ts'
import {
  isReceived,
  isUnderWay,
  type MoveRun,
  type MoveStepState,
  noteArrival,
  resumeMoveRun,
} from './moveRun.ts'
import type { MoveStep } from './moveSteps.ts'
import { useSendMove } from './useSendMove.ts'
import type { OwnWallet } from './useWalletHoldings.ts'
import { type Move, sumMovesUsd } from './walletHoldings.ts'

/** How far each transfer is, and what to do about one that was not sent. */
export function MoveProgress(props: MoveProgress.Props) {
  const { run, wallet, onClose } = props
  const send = useSendMove(wallet)
  const failed = run.states.find((state) => state.step === 'failed')
  const isAsking = isUnderWay(run)
  const isStopped = !failed && !isAsking && run.states.some(({ step }) => step === 'waiting')
  return (
    <>
      <ul aria-label={translate('Transfers')} className="border-b border-line">
        {run.steps.map((step, index) => (
          <StepRow
            key={step.moves.map(({ asset }) => asset.assetType).join(' ')}
            step={step}
            state={run.states[index] ?? { step: 'waiting' }}
            wallet={wallet}
            recipient={run.recipient}
          />
        ))}
      </ul>
      {failed && (
        <div className="mt-4">
          <Note
            tone="buff"
            isAlert
            title={failed.message.title}
            action={
              <Button size="sm" onClick={() => void resumeMoveRun(send)}>
                {translate('Try again')}
              </Button>
            }
          >
            {failed.message.body}
          </Note>
        </div>
      )}
      {isStopped && (
        <Button className="mt-4" size="sm" onClick={() => void resumeMoveRun(send)}>
          {translate('Ask for the rest')}
        </Button>
      )}
      {isReceived(run) ? (
        <Sum run={run} />
      ) : (
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

export declare namespace MoveProgress {
  type Props = { run: MoveRun; wallet: OwnWallet; onClose: () => void }
}

/** What was added, in dollars; nothing where some of it has no price. */
function Sum(props: { run: MoveRun }) {
  const sum = sumMovesUsd(props.run.steps.flatMap(({ moves }) => moves))
  const formats = useFormats()
  if (sum === undefined) return null
  return (
    <p className="num mt-4 text-sm text-ink-2">
      {translate('{amount} added to your account.', { amount: formats.usd(sum) })}
    </p>
  )
}

/** A transaction that takes longer may be stuck at a price that is too low. */
const patienceMs = 90_000

type StepProps = {
  step: MoveStep
  state: MoveStepState
  wallet: OwnWallet
  recipient: EvmAddress
}

function StepRow(props: StepProps) {
  const { step, state, wallet } = props
  const formats = useFormats()
  const sent = useSentStep(props)
  const now = useNow()
  const chainName = step.moves[0]?.asset.chain.name ?? step.chainId
  const isLate = state.step === 'sent' && now - state.sentAtMs > patienceMs
  const walletName = wallet.name
  const { icon, tone, text } = describeStep(state, { ...sent, chainName, walletName, isLate })
  return (
    <li className="flex items-start gap-3 border-t border-line py-3">
      <span className={`mt-0.5 ${tone}`}>
        <Icon of={icon} size={18} spin={icon === LoaderCircle} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="num font-semibold">
          {step.moves
            .map(({ asset: { decimals, symbol }, amount }) =>
              formats.asset({ units: amount, decimals, symbol }),
            )
            .join(', ')}
        </div>
        <output className={`block text-sm ${tone}`}>{text}</output>
        {sent.href !== undefined && (
          <a className="link text-sm" href={sent.href} target="_blank" rel="noreferrer">
            {translate('View on {chain}', { chain: chainName })}
          </a>
        )}
      </div>
    </li>
  )
}

type SentStep = { outcome: SentOutcome; href: string | undefined }

/** What the chain shows of a step; reads the balances again once it has arrived. */
function useSentStep({ step, state, wallet, recipient }: StepProps): SentStep {
  const { chainId, isBatch, moves } = step
  const network = useNetwork()
  const discovery = useDiscovery().data
  const queries = useQueryClient()
  const batches = useBatches()
  const id = state.step === 'sent' ? state.id : undefined
  const said = useQuery({
    queryKey: ['batchOutcome', id],
    queryFn: () => batches.readOutcome(id ?? ''),
    enabled: isBatch && id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.outcome === 'waiting' ? 1000 : false,
    retry: false,
  }).data
  const hash = isBatch ? undefined : toHash(id)
  const facts = useSentFacts(
    network,
    state.step === 'sent' || state.step === 'failed'
      ? {
          chainId,
          from: wallet.owner,
          to: recipient,
          transfers: moves.flatMap(toTransfer),
          since: state.since,
          hashes: hash ? [hash] : (said?.hashes ?? []),
        }
      : undefined,
  ).data
  const outcome = facts ? judgeSent(facts, said?.outcome ?? 'waiting') : 'waiting'
  const seen = facts?.seen?.find((one) => one !== undefined) ?? hash ?? said?.hashes.at(-1)
  useEffect(() => {
    if (outcome !== 'waiting') void queries.invalidateQueries({ queryKey: ['balances'] })
  }, [outcome, queries])
  useEffect(() => {
    if (outcome === 'succeeded') noteArrival(step, seen)
  }, [outcome, seen, step])
  const explorers = useMemo(
    () => getExplorers(network, getServiceUrl(), discovery),
    [network, discovery],
  )
  return {
    outcome,
    href: seen === undefined ? undefined : buildTransactionHref(explorers, { chainId, hash: seen }),
  }
}

function toTransfer({ asset, amount }: Move): TokenTransfer[] {
  const token = getTokenAddress(asset.assetType)
  return token === undefined ? [] : [{ token, amount }]
}

function describeStep(
  state: MoveStepState,
  of: SentStep & { chainName: string; walletName: string; isLate: boolean },
): { icon: LucideIcon; tone: string; text: string } {
  const { chainName, walletName } = of
  switch (state.step) {
    case 'waiting':
      return {
        icon: Clock,
        tone: 'text-ink-3',
        text: translate('Next: {chain}', { chain: chainName }),
      }
    case 'asking':
      return {
        icon: LoaderCircle,
        tone: 'text-channel',
        text: translate('Confirm in {wallet}', { wallet: walletName }),
      }
    case 'failed':
      return {
        icon: CircleX,
        tone: 'text-buff',
        text: translate('Not sent on {chain}', { chain: chainName }),
      }
    case 'sent':
      return describeSent(of)
  }
}

function describeSent(of: SentStep & { chainName: string; walletName: string; isLate: boolean }) {
  const { outcome, chainName, walletName, isLate } = of
  switch (outcome) {
    case 'succeeded':
      return {
        icon: Check,
        tone: 'text-reed',
        text: translate('Received on {chain}', { chain: chainName }),
      }
    case 'reverted':
      return {
        icon: CircleX,
        tone: 'text-flare',
        text: translate('Reverted on {chain}. The funds are still in your wallet', {
          chain: chainName,
        }),
      }
    case 'unseen':
      return {
        icon: CircleX,
        tone: 'text-buff',
        text: translate(
          '{wallet} reports a failure. {chain} shows no transfer: it is still in your wallet',
          { wallet: walletName, chain: chainName },
        ),
      }
    case 'partly':
      return {
        icon: CircleX,
        tone: 'text-buff',
        text: translate('Only part was received on {chain}. The rest is still in your wallet', {
          chain: chainName,
        }),
      }
    case 'waiting':
      return {
        icon: LoaderCircle,
        tone: isLate ? 'text-buff' : 'text-channel',
        text: isLate
          ? translate(
              'Taking longer than usual on {chain}. You can speed it up or cancel it in your wallet',
              { chain: chainName },
            )
          : translate('Sent. Waiting for {chain}', { chain: chainName }),
      }
  }
}

function toHash(id: string | undefined): Hash | undefined {
  const hash = Hash.safeParse(id)
  return hash.success ? hash.data : undefined
}
