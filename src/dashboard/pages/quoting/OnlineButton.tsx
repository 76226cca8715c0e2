import { translate } from '../../language/translate.ts'
import { useIsOffline } from '#dashboard/components/status/useIsOffline.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'

/** A button that asks the service: offline it waits, and says so. */
export function OnlineButton(props: Button.Props) {
  const isOffline = useIsOffline()
  return (
    <>
      <Button {...props} disabled={isOffline || props.disabled} />
      {isOffline && (
        <output className="self-center text-sm text-ink-3">
          {translate('Works again once you’re back online.')}
        </output>
      )}
    </>
  )
}
