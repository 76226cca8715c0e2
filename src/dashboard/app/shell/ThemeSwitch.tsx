import { Moon, Sun } from 'lucide-react'

import { setPreferences, useIsDark } from '../../api/state/preferences.ts'
import { IconButton } from '../../components/forms/IconButton.tsx'
import { translate } from '../../language/translate.ts'

/** Switches between the light and dark theme; Settings offers the system's theme as well. */
export function ThemeSwitch() {
  const isDark = useIsDark()
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? translate('Light theme') : translate('Dark theme')}
      onClick={() => setPreferences({ theme: isDark ? 'light' : 'dark' })}
    />
  )
}
