import { translate } from '../../language/translate.ts'

/** Marks a token that no list names: it is called what its own contract says. */
export function UnlistedMark() {
  return (
    <span
      className="chip chip-buff ml-1.5 !h-5 !px-1.5 align-middle"
      title={translate('Unlisted: its name comes only from its own contract.')}
    >
      {translate('Unlisted')}
    </span>
  )
}
