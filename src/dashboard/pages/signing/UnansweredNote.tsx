import { Link } from 'wouter'

import { useUnansweredQuotes } from '../../api/state/openExecutions.ts'
import { Note } from '../../components/status/Note.tsx'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'

/** Says that another quote was signed and sent without an answer, which may be executed besides. */
export function UnansweredNote(props: UnansweredNote.Props) {
  const other = useUnansweredQuotes().find(({ quoteId }) => quoteId !== props.quoteId)
  if (!other) return null
  return (
    <div className="mb-5">
      <Note
        tone="buff"
        isAlert
        title={translate('A quote you signed at {time} may be in progress', {
          time: formatClockTime(other.sentAtMs, 'minutes'),
        })}
      >
        {translateRich(
          'The service didn’t confirm whether it accepted it. <link>Check its status</link> before you sign another one.',
          { link: <Link href={`/executions/${other.quoteId}`} className="link" /> },
        )}
      </Note>
    </div>
  )
}

export declare namespace UnansweredNote {
  type Props = {
    /** The quote that is reviewed, if any. */
    quoteId: string | undefined
  }
}
