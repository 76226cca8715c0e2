import { z } from 'zod/mini'
import { Receipt } from '#protocol/status/receipt.ts'
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import type { Finding, FindingState } from '../../review/claims/finding.ts'
import { isGenuine, type ReceiptReview, verifyReceipt } from '../../review/receipt/verifyReceipt.ts'
import { Note } from '../../components/status/Note.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { useState } from 'react'
import { CheckRow, type CheckState } from '../../components/status/CheckRow.tsx'
import { Evidence } from '../signing/checks/Evidence.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRoots } from '../chains/useInstallation.ts'
import { type LoadedVerifier, useLoadedVerifier } from '../chains/useSolanaVerifier.ts'

/** What a file proves and says, or why it cannot be read; nothing without a file. */
export function ReceiptReading(props: ReceiptReading.Props) {
  const { file } = props
  const read = useReceiptReview(file)
  if (!read) return null
  return 'problem' in read ? (
    <Note tone="flare" title={translate('This isn’t a receipt')}>
      {read.problem}
    </Note>
  ) : (
    <ReceiptResult key={file?.text} review={read.review} />
  )
}

export declare namespace ReceiptReading {
  type Props = { file: OpenedFile | undefined }
}

function ReceiptResult({ review }: { review: ReceiptReview }) {
  const { findings, receipt } = review
  return (
    <>
      <Verdict review={review} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-10">
        <ReceiptFindings findings={findings} />
        {receipt && (
          <ReceiptFacts
            receipt={receipt}
            review={review.review}
            isCall={review.call !== undefined}
          />
        )}
      </div>
    </>
  )
}

type VerdictLook = {
  tone: 'reed' | 'buff' | 'flare'
  icon: LucideIcon
  title: string
  body: string
}

function Verdict(props: { review: ReceiptReview }) {
  const { tone, icon, title, body } = getVerdict(props.review)
  return (
    <section aria-label={translate('Result')} className={`note note-${tone} p-5`}>
      <Icon of={icon} size={22} />
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold text-ink">{title}</h2>
        <p className="mt-1 max-w-[100ch]">{body}</p>
      </div>
    </section>
  )
}

function getVerdict(review: ReceiptReview): VerdictLook {
  const { findings, receipt } = review
  const wrong = findings.filter(({ state }) => state === 'mismatch')
  if (!receipt)
    return {
      tone: 'flare',
      icon: CircleX,
      title: translate('This isn’t a receipt'),
      body: translate('The file isn’t in this app’s receipt format, or it was edited by hand.'),
    }
  if (wrong.length > 0)
    return {
      tone: 'flare',
      icon: CircleX,
      title: translate('Don’t rely on this receipt'),
      body: translate('{claims}. The receipt was altered or was never genuine.', {
        claims: formatClaims(wrong),
      }),
    }
  if (isGenuine(review))
    return {
      tone: 'reed',
      icon: CircleCheck,
      title: translate('Genuine: this was agreed and signed'),
      body: translate(
        'The quote is signed by the pinned service, and every operation by the accounts that paid. The execution page shows what happened next, as the chains report it.',
      ),
    }
  return {
    tone: 'buff',
    icon: TriangleAlert,
    title: translate('This can’t be fully verified here'),
    body: translate(
      'Nothing in the file is wrong, but this app can’t prove everything that matters.',
    ),
  }
}

function formatClaims(findings: readonly Finding[]): string {
  const [first = '', ...others] = findings.map(({ claim }) => claim)
  return others.length === 0
    ? first
    : translate(
        '{first}, and {count, plural, one {one more check fails} other {# more checks fail}}',
        { first, count: others.length },
      )
}

const states = {
  verified: 'pass',
  mismatch: 'fail',
  unchecked: 'caution',
} satisfies Record<FindingState, CheckState>

/** Findings about a receipt with their evidence, what does not match first, and what is not among them. */
function ReceiptFindings(props: { findings: readonly Finding[] }) {
  const { findings } = props
  const title = translate('What was agreed and signed')
  const [isDetailed, setDetailed] = useState(false)
  const wrong = findings.filter(({ state }) => state === 'mismatch')
  const others = findings.filter(({ state }) => state !== 'mismatch')
  const verified = findings.filter(({ state }) => state === 'verified').length
  return (
    <section className="panel p-5 md:p-6" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="num text-sm text-ink-3">
          {translate('{verified} of {count} verified', { verified, count: findings.length })}
        </span>
      </div>
      <ul className="mt-2">
        {[...wrong, ...others].map(({ id, state, claim, evidence }) => (
          <CheckRow key={id} state={states[state]} claim={claim}>
            {(isDetailed || state !== 'verified') && (
              <Evidence
                text={
                  state === 'unchecked'
                    ? translate('Unverified: {evidence}', { evidence })
                    : evidence
                }
              />
            )}
          </CheckRow>
        ))}
      </ul>
      {verified > 0 && (
        <button
          type="button"
          className="link mt-3 text-sm print:hidden"
          aria-expanded={isDetailed}
          onClick={() => setDetailed(!isDetailed)}
        >
          {isDetailed ? translate('Hide evidence') : translate('Show evidence')}
        </button>
      )}
      <p className="mt-3 text-sm text-ink-3">
        {translate(
          'Not covered: prices at that time and the status and transactions that the service reports. Nobody signs those.',
        )}
      </p>
    </section>
  )
}

/** A file as it was opened: its name and text. */
export type OpenedFile = { name: string; text: string }

/** Why a file could not be read, or what it proves. */
type ReadReceipt = { problem: string } | { review: ReceiptReview }

const noReceipt = translate(
  'Receipts are files named estuary-receipt-….json. Save one with “Receipt” on an execution’s page.',
)

/** Every receipt begins with its kind; any other file is none. */
const Kind = z.object({ kind: Receipt.shape.kind })

/** The largest file that is read, bytes: receipts have some ten thousand. */
const maxBytes = 2_000_000

/** Verifies a file here; makes no request, so that it works offline. */
function useReceiptReview(file: OpenedFile | undefined): ReadReceipt | undefined {
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
    if (!Kind.safeParse(received).success) return { problem: noReceipt }
    return { review: await verifyReceipt(received, by) }
  } catch {
    return {
      problem: translate('This file isn’t valid JSON. It isn’t a receipt, or it was cut off.'),
    }
  }
}
