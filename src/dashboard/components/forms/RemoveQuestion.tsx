import { translate } from '../../language/translate.ts'
import { Button } from './Button.tsx'

/** Asks in the place of a row of a list whether it goes. */
export function RemoveQuestion(props: RemoveQuestion.Props) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0 break-words">
        {translate('Remove {name}?', { name: props.name })}
      </span>
      <span className="flex gap-2">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone */}
        <Button size="sm" autoFocus onClick={props.onKeep}>
          {translate('Keep')}
        </Button>
        <Button size="sm" onClick={props.onRemove}>
          {translate('Remove')}
        </Button>
      </span>
    </li>
  )
}

export declare namespace RemoveQuestion {
  type Props = { name: string; onKeep: () => void; onRemove: () => void }
}
