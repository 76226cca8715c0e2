import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'

import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import type { Finding } from '../../review/claims/finding.ts'
import { isGenuine, type ReceiptReview } from '../../review/receipt/verifyReceipt.ts'
import { Note } from '../../components/status/Note.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { ReceiptFindings } from './ReceiptFindings.tsx'
import { type OpenedFile, useReceiptReview } from './useReceiptReview.ts'

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
