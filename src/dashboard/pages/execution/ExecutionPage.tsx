import { useEffect, useState } from 'react'
import { Link } from 'wouter'

import type { Network } from '#networks/network.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { SignedQuote } from '#protocol/status/receipt.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { useExecution, useExecutionRecord } from '../../api/service/execution.ts'
import { markAnswered } from '../../api/state/openExecutions.ts'
import { useCallTrace } from '../../api/chains/callTrace.ts'
import { useTrace } from '../../api/chains/trace.ts'
import { findUnlistedTypes, useUnlistedNames } from '../../api/chains/unlistedTokens.ts'
import { getButtonClass } from '../../components/forms/Button.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Skeleton } from '../../components/status/Skeleton.tsx'
import { Note } from '../../components/status/Note.tsx'
import { formatExactTime } from '../../components/status/formatTime.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { getServiceUrl } from '../../api/chains/serviceUrl.ts'
import { translate } from '../../language/translate.ts'
import { getExplorers } from '../links/explorers.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { useRoots } from '../chains/useInstallation.ts'
import { usePageTitle } from '../usePageTitle.ts'
import {
  readSentCalls,
  readSavedQuote,
  readSignedAmounts,
} from '../signing/storage/signedQuotes.ts'
import { CallPanel } from './CallPanel.tsx'
import { ExecutionDetails } from './ExecutionDetails.tsx'
import { toAssetType } from './view/chainAmount.ts'
import { buildExecutionEvents } from './view/executionEvents.ts'
import { ExecutionHead } from './ExecutionHead.tsx'
import type { ExecutionSources } from './view/executionSources.ts'
import { ExecutionFlow } from './ExecutionFlow.tsx'
import { ExecutionSteps } from './ExecutionSteps.tsx'
import { ExecutionTimeline } from './ExecutionTimeline.tsx'
import { findContact, useAddressBook } from '../quoting/recipient/addressBook.ts'
import { formatExecutionTitle } from './view/executionTitle.ts'
import { buildExecutionView, type ExecutionView } from './view/executionView.ts'
import { FailBanner } from './FailBanner.tsx'
import { DataSources } from './DataSources.tsx'
import { WaitingRefunds } from './refund/WaitingRefunds.tsx'
import { RefundedDeposits } from './refund/RefundedDeposits.tsx'
import { UnresponsiveChains } from './UnresponsiveChains.tsx'
import { RefundPanel } from './refund/RefundPanel.tsx'

/** Follows one execution to its end. */
export function ExecutionPage(props: ExecutionPage.Props) {
  const id = Hash.safeParse(props.quoteId)
  if (!id.success)
    return (
      <Missing title={translate('This isn’t an execution ID')}>
        {translate(
          'An execution ID is 0x and 64 hex digits. Check that you copied the whole link.',
        )}
      </Missing>
    )
  return <LoadedExecution key={id.data} quoteId={id.data} />
}

export declare namespace ExecutionPage {
  type Props = {
    quoteId: string
  }
}

/** How long the service may fail to answer before the page says so. */
const maxSilenceMs = 4000
const unknownTitle = translate('Execution not found')

function LoadedExecution(props: { quoteId: Hash }) {
  const { quoteId } = props
  const [watchedSinceMs] = useState(Date.now)
  const network = useNetwork()
  const chains = useChainIdentities()
  const { accountAddress, accounts, solana } = useAccount()
  const execution = useExecution(quoteId, { watchedSinceMs })
  const status = execution.data ?? undefined
  const isTaken = status !== undefined
  useEffect(() => {
    if (isTaken) markAnswered(quoteId)
  }, [isTaken, quoteId])
  const record =
    useExecutionRecord(quoteId, status?.user ?? accountAddress ?? solana?.accountAddress).data ??
    undefined
  // A failed execution is still read: its deposit has yet to be refunded.
  const isOver = status?.status === 'COMPLETED' || status?.status === 'REFUNDED'
  const [sent] = useState(() => readSentCalls().get(quoteId))
  const [signed] = useState(() => readSignedAmounts().get(quoteId))
  const [signedQuote] = useState(() => SignedQuote.safeParse(readSavedQuote(quoteId)).data)
  const { quoteSigner } = useRoots()
  const callTrace = useExecutionCall(network, { status, record, sent }).data
  // Deposits for a call carry the id of its operation.
  const fillId = callTrace?.prepareId ?? sent?.prepareId ?? quoteId
  const createdAtMs = status?.createdAt === undefined ? undefined : Date.parse(status.createdAt)
  const reportedOperations = status?.originChainOperations ?? []
  const trace = useTrace(network, fillId, { isOver, createdAtMs, reportedOperations })
  const searchedSince = trace.data?.searchedSince
  const sources: ExecutionSources = {
    network,
    chains,
    unlisted: useUnlistedNames(network, findTokens(network, { record, signed, callTrace })),
    status,
    record,
    trace: trace.data,
    own: accounts.map((account) => account.accountAddress),
    callTrace,
    sent,
    signed,
    signedQuote,
  }
  const view = buildExecutionView(sources)
  const title = useTitle(view)
  const explorers = getExplorers(network, getServiceUrl(), useDiscovery().data)
  // A single missed answer is not reported.
  const isUnreachable = execution.errorUpdatedAt - execution.dataUpdatedAt > maxSilenceMs
  const isUnknown =
    execution.data === null && (trace.data?.events.length ?? 0) === 0 && !trace.isPending
  usePageTitle(isUnknown ? unknownTitle : getTabTitle(view, title))
  // The chains may answer first. The page still waits for the service, which answers or fails within
  // seconds, as its part of the head would move the rest while it is being read. Once it has failed, the page
  // stays while it is asked again.
  const isFirstAsked = execution.fetchStatus === 'fetching' && execution.errorUpdateCount === 0
  if (execution.data === undefined && (isFirstAsked || trace.isPending)) return <Pending />
  if (isUnknown) return <UnknownExecution searchedSince={searchedSince} />
  return (
    <>
      <ExecutionHead
        {...{ view, record, title, isUnreachable }}
        sources={{ quoteId, network, quoteSigner, signed: signedQuote, status }}
      />
      {isUnreachable && <UnreachableNote isSigned={view.isSigned} />}
      <UnresponsiveChains
        view={view}
        unread={trace.data?.unread ?? []}
        validUntil={signed?.validUntil}
      />
      <FailBanner view={view} record={record} quoteId={quoteId} />
      <WaitingRefunds {...{ view, isUnreachable }} />
      <RefundPanel {...{ view, isUnreachable, explorers }} />
      <RefundedDeposits refunded={view.refunded} explorers={explorers} />
      <Progress view={view} />
      {view.call && <CallPanel call={view.call} view={view} />}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-10">
        <ExecutionTimeline
          view={view}
          events={buildExecutionEvents({
            status,
            trace: trace.data,
            explorers,
            hasFailed: view.hasFailed,
          })}
        />
        <ExecutionDetails view={view} quoteId={quoteId} />
      </div>
      {searchedSince !== undefined && (
        <p className="mt-6 text-sm text-ink-3">
          {translate('Still searching older blocks. Searched back to {time} so far.', {
            time: formatSeconds(searchedSince),
          })}
        </p>
      )}
      <DataSources
        isSigned={view.isSigned}
        signedAtMs={signed?.signedAtMs}
        service={{
          answeredAtMs: execution.dataUpdatedAt === 0 ? undefined : execution.dataUpdatedAt,
          isUnreachable,
        }}
        trace={trace.data}
        traceReadAtMs={trace.dataUpdatedAt}
      />
    </>
  )
}

/** No answer of the service, and no deposit on a chain so far. */
function UnknownExecution({ searchedSince }: { searchedSince: bigint | undefined }) {
  return (
    <Missing title={unknownTitle}>
      {searchedSince === undefined
        ? translate('The service doesn’t know this ID, and no chain shows a deposit for it.')
        : translate(
            'The service doesn’t know this ID, and no chain shows a deposit for it since {time}.',
            { time: formatSeconds(searchedSince) },
          )}{' '}
      {translate('A quote that was never submitted moves nothing. This page keeps checking.')}
    </Missing>
  )
}

function useTitle(view: ExecutionView): string {
  const { asset } = useFormats()
  const book = useAddressBook()
  const { recipient, isToOther } = view
  const contact = isToOther && recipient ? findContact(book, recipient) : undefined
  return formatExecutionTitle(view, asset, contact?.name)
}

/** The flow and the stages of an execution. */
function Progress({ view }: { view: ExecutionView }) {
  const hasFlow = view.legs.length > 0
  return (
    <section className="panel p-5 md:p-8" aria-label={translate('Progress')}>
      {hasFlow && <ExecutionFlow view={view} />}
      <div className={hasFlow ? 'mt-6 border-t border-line pt-6' : ''}>
        <ExecutionSteps view={view} />
      </div>
    </section>
  )
}

/** The tokens of an execution that no list names. */
function findTokens(
  network: Network,
  { record, signed, callTrace }: Pick<ExecutionSources, 'record' | 'signed' | 'callTrace'>,
) {
  const known = [record, signed].flatMap((one) =>
    one ? [...one.originToken.assetType, one.destinationToken.assetType] : [],
  )
  const target = record && splitAssetType(record.destinationToken.assetType).chainId
  const brought = target
    ? (callTrace?.received ?? []).map(({ token }) => toAssetType(target, token))
    : []
  return findUnlistedTypes(network, [...known, ...brought])
}

function formatSeconds(unixSeconds: bigint): string {
  return formatExactTime(Number(unixSeconds) * 1000)
}

function UnreachableNote(props: { isSigned: boolean }) {
  return (
    <div className="mb-6">
      <Note tone="buff" isAlert title={translate('The service isn’t responding')}>
        {props.isSigned
          ? translate(
              'Showing what you signed in this browser and what the chains report. Retrying the service. You can reclaim deposits after their deadline.',
            )
          : translate(
              'Showing what the chains report. Retrying the service. You can reclaim deposits after their deadline.',
            )}
      </Note>
    </div>
  )
}

/** Reads a contract call from the chains; idle for other executions. */
function useExecutionCall(
  network: ReturnType<typeof useNetwork>,
  of: Pick<ExecutionSources, 'status' | 'record' | 'sent'>,
) {
  const { status, record, sent } = of
  const isCall = record?.type === 'CALL' || sent !== undefined
  const target = isCall ? record?.destinationToken.assetType : undefined
  return useCallTrace(network, {
    status: isCall ? status : undefined,
    targetChain: target && splitAssetType(target).chainId,
    prepareId: sent?.prepareId,
  })
}

/** The shape of the page at once: it follows a signature, where nothing must seem lost. */
function Pending() {
  return (
    <div aria-busy="true">
      <h1 className="text-xl font-semibold md:text-2xl">{translate('Execution')}</h1>
      <output className="mt-2 block text-ink-2">
        {translate('Loading from the service and the chains…')}
      </output>
      <div className="mt-8">
        <Skeleton height={220} />
      </div>
      <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-10">
        <Skeleton height={280} />
        <Skeleton height={280} />
      </div>
    </div>
  )
}

function Missing(props: { title: string; children: React.ReactNode }) {
  usePageTitle(props.title)
  return (
    <>
      <h1 className="text-xl font-semibold md:text-2xl">{props.title}</h1>
      <p className="mt-2 max-w-prose text-ink-2">{props.children}</p>
      <div className="mt-5 flex gap-2">
        <Link href="/history" className={getButtonClass()}>
          {translate('Open history')}
        </Link>
        <Link href="/swap" className={getButtonClass({ variant: 'primary' })}>
          {translate('New swap')}
        </Link>
      </div>
    </>
  )
}

function getTabTitle({ status, call }: ExecutionView, title: string): string {
  switch (status) {
    case 'COMPLETED':
      return translate('Completed: {title}', { title })
    case 'REFUNDED':
      return translate('Refunded: {title}', { title })
    case 'FAILED':
      return translate('Failed: {title}', { title })
    case 'EXECUTED':
      return call ? translate('Ran: {title}', { title }) : translate('Received: {title}', { title })
    case 'PENDING':
    case 'IN_PROGRESS':
    case undefined:
      return title
  }
}
