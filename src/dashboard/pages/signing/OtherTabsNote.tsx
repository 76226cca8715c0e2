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
        <Note tone="buff" isAlert title={translate('Another tab just spent some of these funds')}>
          {translateRich('Your available balance is lower now. <link>See what it sent</link>', {
            link: <Link href={`/executions/${sent.quoteId}`} className="link" />,
          })}
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
            ? translate('Another tab is signing for these funds')
            : translate('Another tab is about to spend these funds')
        }
      >
        {translate(
          'Sign in only one of them. If there isn’t enough for both, the later one is rejected or refunded.',
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
