import { Link, useLocation } from 'wouter'

import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import { places } from './navigation.ts'

/** The main navigation at the bottom of small screens. */
export function TabBar() {
  const [path] = useLocation()
  return (
    <nav aria-label={translate('Main')} className="tabbar">
      <div>
        {places.map(({ href, name, shortName = name, icon, holds }) => (
          <Link key={href} href={href} aria-current={holds(path) ? 'page' : undefined}>
            <Icon of={icon} size={21} />
            {shortName}
          </Link>
        ))}
      </div>
    </nav>
  )
}
