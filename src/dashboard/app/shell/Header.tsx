import { Link, useLocation } from 'wouter'
import { Moon, Sun } from 'lucide-react'

import { isDevnet, useDiscovery } from '../../api/service/discovery.ts'
import { Mark } from '../../components/status/Mark.tsx'
import { translate } from '../../language/translate.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { AccountChip } from '../wallets/AccountChip.tsx'
import { places, stayInForm } from './navigation.ts'
import { OpenExecutions } from './OpenExecutions.tsx'
import { setPreferences, useIsDark } from '../../api/state/preferences.ts'
import { IconButton } from '../../components/forms/Button.tsx'

/** The header of every page: name, navigation, network, theme, account. */
export function Header() {
  const [path] = useLocation()
  return (
    <header className="header">
      <div className="header-row">
        <div className="relative flex items-center">
          <Link href="/" className="wordmark reach" aria-label={translate('Estuary home')}>
            <Mark />
            <span>Estuary</span>
          </Link>
          <DevnetName className="absolute top-full left-9 -mt-1.5 text-xs/4 whitespace-nowrap text-buff lg:hidden" />
        </div>
        <nav aria-label={translate('Main')} className="main-nav">
          {places.map((place) => (
            <Link
              key={place.href}
              href={place.href}
              aria-current={place.holds(path) ? 'page' : undefined}
              onPointerEnter={() => void place.preload()}
              onClick={(event) => stayInForm(event, place, path)}
            >
              <span className={place.shortName && 'max-lg:hidden'}>{place.name}</span>
              {place.shortName && <span className="lg:hidden">{place.shortName}</span>}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <OpenExecutions />
          <DevnetName className="chip chip-buff max-lg:hidden" />
          <ThemeSwitch />
          <AccountChip />
        </div>
      </div>
    </header>
  )
}

/** The name of a devnet: a chip, for which there is no room on a phone. */
function DevnetName(props: { className: string }) {
  const discovery = useDiscovery()
  const { name } = useNetwork()
  if (!isDevnet(discovery.data)) return null
  return <span className={props.className}>{translate('Local {name}', { name })}</span>
}

/** Switches between the light and dark theme; Settings offers the system's theme as well. */
function ThemeSwitch() {
  const isDark = useIsDark()
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? translate('Light theme') : translate('Dark theme')}
      onClick={() => setPreferences({ theme: isDark ? 'light' : 'dark' })}
    />
  )
}
