import { translate } from '../../language/translate.ts'

/** Marks a token that no list names: it is called what its own contract says. */
export function UnlistedMark() {
  return (
    <span
      className="chip chip-buff ml-1.5 !h-5 !px-1.5 align-middle"
      title={translate('On no list: only its own contract names it.')}
    >
      {translate('Unlisted')}
    </span>
  )
}
