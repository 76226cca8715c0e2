import { useState } from 'react'

import { setPreferences, usePreferences } from '#dashboard/api/state/preferences.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { SlippageChoice } from '#dashboard/components/amounts/SlippageChoice.tsx'
import { translate } from '../../../language/translate.ts'
import type { SwapModel } from '../state/useSwap.ts'

/** Sets the slippage limit of this and of future quotes. */
export function SlippageDialog(props: SlippageDialog.Props) {
  const { swap, onClose } = props
  const { search, setSearch } = swap
  const remembered = usePreferences().slippageBps
  const inUse = search.slippageBps ?? remembered
  const [bps, setBps] = useState<number | undefined>(inUse)
  function save() {
    if (bps === undefined) return
    setPreferences({ slippageBps: bps })
    setSearch({ ...search, slippageBps: bps === 0 ? undefined : bps })
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={translate('Slippage limit')}
      description={translate(
        'If you’d receive less than the quote minus this limit, the swap stops and you’re refunded.',
      )}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <SlippageChoice bps={inUse} onChange={setBps} />
        <p className="mt-4 text-sm text-ink-3">
          {translate('This browser remembers it for future quotes.')}
        </p>
        <div className="mt-6 flex justify-end">
          <Button variant="primary" type="submit" disabled={bps === undefined}>
            {translate('Use this limit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export declare namespace SlippageDialog {
  type Props = { swap: SwapModel; onClose: () => void }
}
