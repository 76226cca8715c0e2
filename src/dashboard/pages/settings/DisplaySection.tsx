import { Moon, Sun } from 'lucide-react'

import {
  type Preferences,
  setPreferences,
  type ShownCurrency,
  shownCurrencies,
  usePreferences,
} from '../../api/state/preferences.ts'
import { formatUsd } from '../../components/amounts/amounts.ts'
import { Segmented } from '../../components/forms/Segmented.tsx'
import { Toggle } from '../../components/forms/Toggle.tsx'
import { LanguageSelect, isLanguageOffered } from '../LanguageSelect.tsx'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'

const locales: readonly Preferences['numberLocale'][] = ['auto', 'en-US', 'de-DE', 'fr-FR', 'en-IN']

const currencyNames = {
  USD: 'US dollar (USD)',
  EUR: 'Euro (EUR)',
  GBP: 'Pound sterling (GBP)',
  JPY: 'Japanese yen (JPY)',
} satisfies Record<ShownCurrency, string>

/** Theme, number format, currency, and what is hidden. */
export function DisplaySection() {
  const preferences = usePreferences()
  return (
    <SettingsSection title="Display" detail="How the app looks in this browser.">
      <div className="panel rule px-5 md:px-6">
        <SettingsRow name="Theme">
          <Segmented
            label="Theme"
            value={preferences.theme}
            options={[
              { value: 'light', label: 'Light', icon: Sun },
              { value: 'dark', label: 'Dark', icon: Moon },
              { value: 'system', label: 'System' },
            ]}
            onValueChange={(theme) => setPreferences({ theme })}
          />
        </SettingsRow>
        <LanguageRow />
        <SettingsRow name="Number format" detail="Grouping and decimal mark of every amount">
          <select
            aria-label="Number format"
            className="input"
            value={preferences.numberLocale}
            onChange={({ target }) => {
              const numberLocale = locales.find((locale) => locale === target.value)
              if (numberLocale) setPreferences({ numberLocale })
            }}
          >
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {locale === 'auto'
                  ? `Like this browser (${formatUsd(12345.67, navigator.language)})`
                  : formatUsd(12345.67, locale)}
              </option>
            ))}
          </select>
        </SettingsRow>
        <SettingsRow
          name="Currency"
          detail="For display only: limits, warnings and typed amounts stay in US dollars"
        >
          <select
            aria-label="Currency"
            className="input"
            value={preferences.currency ?? 'USD'}
            onChange={({ target }) => {
              const currency = shownCurrencies.find((one) => one === target.value)
              if (currency) setPreferences({ currency })
            }}
          >
            {shownCurrencies.map((currency) => (
              <option key={currency} value={currency}>
                {currencyNames[currency]}
              </option>
            ))}
          </select>
        </SettingsRow>
        <SettingsRow name="Hide amounts" detail="Dots in place of balances and history">
          <Toggle
            label="Hide amounts"
            isLabelHidden
            isOn={preferences.hideAmounts}
            onChange={(hideAmounts) => setPreferences({ hideAmounts })}
          />
        </SettingsRow>
        <SettingsRow name="Hide balances under $1" detail="They are counted and can be shown">
          <Toggle
            label="Hide balances under $1"
            isLabelHidden
            isOn={preferences.hideSmall}
            onChange={(hideSmall) => setPreferences({ hideSmall })}
          />
        </SettingsRow>
      </div>
    </SettingsSection>
  )
}

function LanguageRow() {
  if (!isLanguageOffered()) return null
  return (
    <SettingsRow name="Language" detail="The page loads anew">
      <LanguageSelect />
    </SettingsRow>
  )
}
