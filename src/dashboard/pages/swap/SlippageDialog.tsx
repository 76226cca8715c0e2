import { useState } from 'react'

import { formatAmount } from '#protocol/amount.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { readSlippage } from './readSlippage.ts'
import type { Swap } from './useSwap.ts'

/** How far the price may move before the swap stops: by the service, or typed in percent. */
export function SlippageDialog(props: SlippageDialog.Props) {
  const { swap, onClose } = props
  const { search, setSearch } = swap
  const [isAuto, setAuto] = useState(search.slippageBps === undefined)
  const [text, setText] = useState(formatAmount(BigInt(search.slippageBps ?? 50), 2))
  const read = readSlippage(text)
  const isBad = !isAuto && 'problem' in read
  function save() {
    const slippageBps = isAuto || 'problem' in read ? undefined : read.bps
    setSearch({ ...search, slippageBps })
    onClose()
  }
  return (
    <Dialog
      isOpen
      title="Slippage limit"
      description="If delivering would give you less than this below the quote, the swap stops and everything comes back."
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBad) save()
        }}
      >
        <Segmented
          label="Slippage limit"
          value={isAuto ? 'auto' : 'custom'}
          options={[
            { value: 'auto', label: 'Auto' },
            { value: 'custom', label: 'Custom' },
          ]}
          onValueChange={(value) => setAuto(value === 'auto')}
        />
        <div className="mt-4">
          {isAuto ? (
            <p className="text-ink-2">0.5% between like assets, 1% otherwise.</p>
          ) : (
            <Field
              label="Limit in percent"
              inputMode="decimal"
              value={text}
              error={'problem' in read ? read.problem : undefined}
              caution={'caution' in read ? read.caution : undefined}
              trailing={<span className="text-ink-3">%</span>}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </div>
        <div className="mt-6 flex justify-end">
          <Button variant="primary" type="submit" disabled={isBad}>
            Use this limit
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export declare namespace SlippageDialog {
  type Props = { swap: Swap; onClose: () => void }
}
