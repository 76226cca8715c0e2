import { Link, useLocation } from 'wouter'

import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import { places, stayInForm } from './navigation.ts'

/** The main navigation at the bottom of small screens. */
export function TabBar() {
  const [path] = useLocation()
  return (
    <nav aria-label={translate('Main')} className="tabbar">
      <div>
        {places.map((place) => (
          <Link
            key={place.href}
            href={place.href}
            aria-current={place.holds(path) ? 'page' : undefined}
            onClick={(event) => stayInForm(event, place, path)}
          >
            <Icon of={place.icon} size={21} />
            {place.shortName ?? place.name}
          </Link>
        ))}
      </div>
    </nav>
  )
}
