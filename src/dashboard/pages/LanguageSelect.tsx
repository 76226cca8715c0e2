import { setPreferences, usePreferences } from '../api/state/preferences.ts'
import { language } from '../language/catalogue.ts'
import { getLanguages } from '../language/getLanguages.ts'
import { translate } from '../language/translate.ts'

/** Whether there is more than one language to choose from. */
export function isLanguageOffered(): boolean {
  return getLanguages().length > 1
}

/**
 * Chooses the language, each under its own name, and loads the page anew: texts are asked for once.
 * What was typed stands in the address, and a signature that was given is kept.
 */
export function LanguageSelect(props: LanguageSelect.Props) {
  const { isCompact = false } = props
  const chosen = usePreferences().language
  return (
    <select
      aria-label={translate('Language')}
      className={isCompact ? 'rounded-md bg-transparent py-2 text-sm text-ink-2' : 'input'}
      value={isCompact ? language : (chosen ?? '')}
      onChange={({ target }) => {
        setPreferences({ language: target.value === '' ? undefined : target.value })
        window.location.reload()
      }}
    >
      {!isCompact && <option value="">{translate('Browser default')}</option>}
      {getLanguages().map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

export declare namespace LanguageSelect {
  type Props = {
    /** Without a frame, and without the choice of the browser's language. */
    isCompact?: boolean
  }
}
