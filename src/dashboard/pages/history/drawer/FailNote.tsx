import { CircleX, Undo2 } from 'lucide-react'
import { Link } from 'wouter'

import { Note } from '../../../components/status/Note.tsx'
import { translate } from '../../../language/translate.ts'
import { getFailLabel } from '../rows/failLabel.ts'
import type { HistoryRow } from '../rows/historyRow.ts'

/** Says why an execution did not succeed, where its funds are and what comes next. */
export function FailNote(props: { row: HistoryRow }) {
  const { row } = props
  if (!row.hasFailed) return null
  const isHeld = row.status === 'FAILED'
  const title =
    row.failReason === undefined
      ? translate('It didn’t go through')
      : getFailLabel(row.failReason, row)
  return (
    <div className="mb-4">
      <Note tone={isHeld ? 'flare' : 'buff'} icon={isHeld ? CircleX : Undo2} title={title}>
        {getWhere(row)}{' '}
        {isHeld && (
          <Link className="link" href={`/executions/${row.quoteId}`}>
            {translate('Reclaim')}
          </Link>
        )}
      </Note>
    </div>
  )
}

function getWhere(row: HistoryRow): string {
  const symbol = row.paid?.symbol ?? translate('asset')
  if (row.status === 'FAILED')
    return translate('Your {symbol} is in escrow. Only you can reclaim it.', { symbol })
  return row.wasTaken
    ? translate('Your {symbol} was refunded to the account it came from, fees included.', {
        symbol,
      })
    : translate('Your {symbol} never left your account.', { symbol })
}
