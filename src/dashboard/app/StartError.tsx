import { Button } from '../components/forms/Button.tsx'
import { Note } from '../components/status/Note.tsx'
import { translate } from '../language/translate.ts'

/** Shown in place of the app when it cannot start, with the reason. */
export function StartError(props: { reason: string }) {
  return (
    <main className="page">
      <h1 className="sr-only">Estuary</h1>
      <Note
        tone="flare"
        isAlert
        title={translate('Estuary couldn’t start')}
        action={
          <Button size="sm" onClick={() => window.location.reload()}>
            {translate('Try again')}
          </Button>
        }
      >
        {props.reason} {translate('Nothing was sent, and your funds haven’t moved.')}
      </Note>
    </main>
  )
}
