import { useState } from 'react'

import { translate } from '../../language/translate.ts'
import { usePageTitle } from '../usePageTitle.ts'
import { DeveloperSection } from './DeveloperSection.tsx'
import { DataSection } from './DataSection.tsx'
import { DisplaySection } from './DisplaySection.tsx'
import { TradingSection } from './TradingSection.tsx'
import { TrustSection } from './TrustSection.tsx'

/** Settings: display, defaults of quotes, trust, stored data, and the service. */
export function SettingsPage() {
  const [changes, setChanges] = useState(0)
  usePageTitle(translate('Settings'))
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold md:text-2xl">{translate('Settings')}</h1>
      <DisplaySection />
      {/* It remembers what was being typed, which a reset or a backup replaces. */}
      <TradingSection key={changes} />
      <TrustSection />
      <DataSection onSettings={() => setChanges(changes + 1)} />
      <DeveloperSection />
    </>
  )
}
