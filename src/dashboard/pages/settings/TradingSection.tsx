import { setPreferences, usePreferences } from '../../api/state/preferences.ts'
import { SlippageChoice } from '../../components/amounts/SlippageChoice.tsx'
import { translate } from '../../language/translate.ts'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'

/** Defaults of new quotes. */
export function TradingSection() {
  const { slippageBps } = usePreferences()
  return (
    <SettingsSection
      title={translate('Trading')}
      detail={translate('Defaults for new quotes. You can change them each time.')}
    >
      <div className="panel rule px-5 md:px-6">
        <SettingsRow
          name={translate('Slippage limit')}
          detail={translate('How far the price may move before a swap stops')}
        >
          <SlippageChoice
            bps={slippageBps}
            onChange={(bps) => {
              if (bps !== undefined) setPreferences({ slippageBps: bps })
            }}
          />
        </SettingsRow>
      </div>
    </SettingsSection>
  )
}
