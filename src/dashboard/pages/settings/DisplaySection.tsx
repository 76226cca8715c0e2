import { Moon, Sun } from 'lucide-react'

import {
  getNumberLocale,
  type Preferences,
  setPreferences,
  type ShownCurrency,
  shownCurrencies,
  usePreferences,
} from '../../api/state/preferences.ts'
import { formatMoney } from '../../components/amounts/amounts.ts'
import { Segmented } from '../../components/forms/Segmented.tsx'
import { Select } from '../../components/forms/Select.tsx'
import { Toggle } from '../../components/forms/Toggle.tsx'
import { translate } from '../../language/translate.ts'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'

const locales: readonly Preferences['numberLocale'][] = ['auto', 'en-US', 'de-DE', 'fr-FR', 'en-IN']

const currencyNames = {
  USD: translate('US dollar (USD)'),
  EUR: translate('Euro (EUR)'),
  GBP: translate('Pound sterling (GBP)'),
  JPY: translate('Japanese yen (JPY)'),
} satisfies Record<ShownCurrency, string>

/** Long enough to tell every grouping from the others. */
const sample = 1_234_567.89

/** Theme, number format, currency, and what is hidden. */
export function DisplaySection() {
  const preferences = usePreferences()
  return (
    <SettingsSection title={translate('Display')}>
      <div className="panel rule px-5 md:px-6">
        <SettingsRow name={translate('Theme')}>
          <Segmented
            label={translate('Theme')}
            value={preferences.theme}
            options={[
              { value: 'light', label: translate('Light'), icon: Sun },
              { value: 'dark', label: translate('Dark'), icon: Moon },
              { value: 'system', label: translate('System') },
            ]}
            onValueChange={(theme) => setPreferences({ theme })}
          />
        </SettingsRow>
        <SettingsRow name={translate('Language')}>
          <LanguageSelect />
        </SettingsRow>
        <SettingsRow name={translate('Number format')}>
          <Select
            label={translate('Number format')}
            isLabelHidden
            value={preferences.numberLocale}
            options={locales.map((locale) => ({
              value: locale,
              label:
                locale === 'auto'
                  ? translate('Auto ({amount})', {
                      amount: formatMoney(sample, {
                        locale: getNumberLocale({ ...preferences, numberLocale: 'auto' }),
                        currency: 'USD',
                      }),
                    })
                  : formatMoney(sample, { locale, currency: 'USD' }),
            }))}
            onValueChange={(numberLocale) => setPreferences({ numberLocale })}
          />
        </SettingsRow>
        <SettingsRow
          name={translate('Currency')}
          detail={translate(
            'For values and entered amounts. Limits and warnings stay in US dollars',
          )}
        >
          <Select
            label={translate('Currency')}
            isLabelHidden
            value={preferences.currency ?? 'USD'}
            options={shownCurrencies.map((value) => ({ value, label: currencyNames[value] }))}
            onValueChange={(currency) => setPreferences({ currency })}
          />
        </SettingsRow>
        <SettingsRow
          name={translate('Hide amounts')}
          detail={translate('Shows asterisks in balances, accounts and history')}
        >
          <Toggle
            label={translate('Hide amounts')}
            isLabelHidden
            isOn={preferences.hideAmounts}
            onChange={(hideAmounts) => setPreferences({ hideAmounts })}
          />
        </SettingsRow>
        <SettingsRow
          name={translate('Hide balances under $1')}
          detail={translate('Still included in the total')}
        >
          <Toggle
            label={translate('Hide balances under $1')}
            isLabelHidden
            isOn={preferences.hideSmall}
            onChange={(hideSmall) => setPreferences({ hideSmall })}
          />
        </SettingsRow>
      </div>
    </SettingsSection>
  )
}
