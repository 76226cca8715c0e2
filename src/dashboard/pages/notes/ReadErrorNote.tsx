import { CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'

/** Says that a page's data could not be read, with a button to try again. */
export function ReadErrorNote(props: ReadErrorNote.Props) {
  const { title, isFetching, onRetry, children } = props
  return (
    <Note
      tone="flare"
      icon={CloudOff}
      isAlert
      title={title}
      action={
        <Button
          size="sm"
          icon={RefreshCw}
          waiting={isFetching ? translate('Retrying') : undefined}
          onClick={onRetry}
        >
          {translate('Try again')}
        </Button>
      }
    >
      {children}
    </Note>
  )
}

export declare namespace ReadErrorNote {
  type Props = {
    title: string
    isFetching: boolean
    onRetry: () => void
    children: ReactNode
  }
}
