import { useState } from 'react'

import { setPreferences, usePreferences } from '../../api/preferences.ts'
import { Field } from '../../components/Field.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { SettingsRow, SettingsSection } from './SettingsSection.tsx'
import { slippageBpsOf } from './slippage.ts'

const choices = ['0', '10', '50', '100'] as const

/** Defaults of new quotes. */
export function TradingSection() {
  const { slippageBps } = usePreferences()
  const known = choices.find((choice) => Number(choice) === slippageBps)
  const [isCustom, setCustom] = useState(known === undefined)
  return (
    <SettingsSection
      title="Trading"
      detail="Defaults for new quotes. You can change them each time."
    >
      <div className="panel rule px-5 md:px-6">
        <SettingsRow name="Slippage limit" detail="How far the price may move before a swap stops">
          <Segmented
            label="Slippage limit"
            value={isCustom ? 'custom' : (known ?? 'custom')}
            options={[
              { value: '0', label: 'Auto' },
              { value: '10', label: '0.1%' },
              { value: '50', label: '0.5%' },
              { value: '100', label: '1%' },
              { value: 'custom', label: 'Custom' },
            ]}
            onValueChange={(choice) => {
              setCustom(choice === 'custom')
              if (choice !== 'custom') setPreferences({ slippageBps: Number(choice) })
            }}
          />
        </SettingsRow>
        {isCustom && <CustomSlippage />}
      </div>
    </SettingsSection>
  )
}

function CustomSlippage() {
  const { slippageBps } = usePreferences()
  const [text, setText] = useState(String(slippageBps / 100))
  const read = slippageBpsOf(text)
  return (
    <div className="max-w-60 py-3.5">
      <Field
        label="Custom limit in percent"
        inputMode="decimal"
        value={text}
        error={'problem' in read ? read.problem : undefined}
        caution={'caution' in read ? read.caution : undefined}
        trailing={<span className="text-ink-3">%</span>}
        onChange={({ target }) => {
          setText(target.value)
          const next = slippageBpsOf(target.value)
          if ('bps' in next) setPreferences({ slippageBps: next.bps })
        }}
      />
    </div>
  )
}
