import {
  feeLimits,
  impactLimits,
  setPreferences,
  usePreferences,
} from '../../api/state/preferences.ts'
import { SlippageChoice } from '../../components/amounts/SlippageChoice.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Segmented } from '../../components/forms/Segmented.tsx'
import { translate } from '../../language/translate.ts'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'

/** The default of new quotes, and what a user confirms. */
export function TradingSection() {
  const { slippageBps, confirmImpactBps, confirmFeesBps } = usePreferences()
  return (
    <SettingsSection title={translate('Trading')}>
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
        <LimitRow
          name={translate('Confirm when price impact exceeds')}
          detail={translate('Loss against the market')}
          limits={impactLimits}
          value={confirmImpactBps ?? impactLimits[0]}
          onChange={(bps) => setPreferences({ confirmImpactBps: bps })}
        />
        <LimitRow
          name={translate('Confirm when fees exceed')}
          detail={translate('Share of the amount paid')}
          limits={feeLimits}
          value={confirmFeesBps ?? feeLimits[0]}
          onChange={(bps) => setPreferences({ confirmFeesBps: bps })}
        />
      </div>
    </SettingsSection>
  )
}

function LimitRow<bps extends number>(props: {
  name: string
  detail: string
  limits: readonly bps[]
  value: bps
  onChange: (bps: bps) => void
}) {
  const { name, detail, limits, value, onChange } = props
  const formats = useFormats()
  return (
    <SettingsRow name={name} detail={detail}>
      <Segmented
        label={name}
        value={String(value)}
        options={limits.map((bps) => ({
          value: String(bps),
          label: formats.share(bps / 10_000, 0),
        }))}
        onValueChange={(chosen) => {
          const bps = limits.find((limit) => String(limit) === chosen)
          if (bps !== undefined) onChange(bps)
        }}
      />
    </SettingsRow>
  )
}
