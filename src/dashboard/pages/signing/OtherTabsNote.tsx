import { Link } from 'wouter'

import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { type SpendingStep, useOtherTabs } from './storage/otherTabs.ts'

/** Warns that another tab of this browser spends the same funds, or has just done so. */
export function OtherTabsNote(props: OtherTabsNote.Props) {
  const { funds, steps } = props
  const others = useOtherTabs(funds).filter(({ step }) => !steps || steps.includes(step))
  const sent = others.find(({ step }) => step === 'sent')
  if (sent)
    return (
      <div className="mb-5">
        <Note
          tone="buff"
          isAlert
          title={translate('Another tab has just spent some of the same funds')}
        >
          {translateRich(
            'What you can spend here is less from now on. <link>See what it sent</link>',
            { link: <Link href={`/executions/${sent.quoteId}`} className="link" /> },
          )}
        </Note>
      </div>
    )
  const [other] = others
  if (!other) return null
  return (
    <div className="mb-5">
      <Note
        tone="buff"
        isAlert
        title={
          other.step === 'signing'
            ? translate('Another tab is signing for the same funds')
            : translate('Another tab is about to spend the same funds')
        }
      >
        {translate(
          'Sign in one of them only. If there is not enough for both, the later one is refused, or its deposits come back.',
        )}
      </Note>
    </div>
  )
}

export declare namespace OtherTabsNote {
  type Props = {
    /** Keys from `toFundKey`; the array has to stay the same while its content does. */
    funds: readonly string[]
    /** Only reports tabs at these steps; at any step by default. */
    steps?: readonly SpendingStep[]
  }
}
