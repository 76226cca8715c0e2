import { setPreferences, usePreferences } from '../api/state/preferences.ts'
import { BareSelect, Select } from '../components/forms/Select.tsx'
import { language, languages } from '../language/catalogue.ts'
import { translate } from '../language/translate.ts'

/**
 * Chooses the language, each under its own name, and loads the page anew: texts are asked for once.
 * What was typed stands in the address, and a signature that was given is kept.
 */
export function LanguageSelect(props: LanguageSelect.Props) {
  const { isCompact = false } = props
  const chosen = usePreferences().language
  if (isCompact)
    return (
      <BareSelect
        aria-label={translate('Language')}
        value={language}
        onChange={({ target }) => choose(target.value)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </BareSelect>
    )
  return (
    <Select
      label={translate('Language')}
      isLabelHidden
      value={chosen ?? ''}
      options={[
        { value: '', label: translate('Browser default') },
        ...Object.entries(languages).map(([code, name]) => ({
          value: code,
          label: name,
          lang: code,
        })),
      ]}
      onValueChange={choose}
    />
  )
}

export declare namespace LanguageSelect {
  type Props = {
    /** Without a frame, and without the choice of the browser's language. */
    isCompact?: boolean
  }
}

function choose(code: string): void {
  setPreferences({ language: code === '' ? undefined : code })
  window.location.reload()
}
