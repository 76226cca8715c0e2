import { CloudOff } from 'lucide-react'

import { Icon } from '../../components/forms/Icon.tsx'
import { useIsOffline } from '../../components/status/useIsOffline.ts'
import { translateRich } from '../../language/translateRich.ts'

/** Banner shown while this device is offline. */
export function OfflineBanner() {
  const isOffline = useIsOffline()
  return (
    <div role="alert">
      {isOffline && (
        <div className="border-b border-buff-line bg-buff-tint">
          <div className="mx-auto flex max-w-page items-center gap-2.5 px-4 py-2.5 text-sm md:px-10 xl:px-0">
            <Icon of={CloudOff} size={17} className="text-buff" />
            <span>
              {translateRich(
                '<strong>You’re offline.</strong> What you see may be out of date, and quotes are paused. Executions continue without this page.',
                { strong: <strong /> },
              )}
            </span>
          </div>
        </div>
      )}
    </div>
  )
}
