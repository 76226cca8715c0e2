import { Download } from 'lucide-react'
import { useState } from 'react'

import { getEvmChainNumber } from '#protocol/ids/caip.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { FileButton } from '#dashboard/components/forms/FileButton.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { showToast } from '#dashboard/components/overlays/Toasts.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { downloadJson } from '../../../components/overlays/saveFile.ts'
import type { CallFormModel } from '../draft/useCallForm.ts'

/** Loads a batch from a file of the Safe Transaction Builder, or saves it as one. */
export function BatchFileActions(props: BatchFileActions.Props) {
  const { model } = props
  const { search, setSearch, form, account } = model
  const { chains } = useNetwork()
  const [message, setMessage] = useState<{ tone: 'flare' | 'buff'; title: string; body: string }>()

  async function importBatch(file: File) {
    const text = await file.text().catch(() => undefined)
    if (text === undefined)
      return setMessage({
        tone: 'flare',
        title: translate('Not imported'),
        body: translate('Couldn’t read the file.'),
      })
    const { parseBatch } = await import('../draft/files/batchFile.ts')
    const read = parseBatch(text)
    if ('error' in read)
      return setMessage({ tone: 'flare', title: translate('Not imported'), body: read.error })
    const chain = chains.find(({ chainId }) => getEvmChainNumber(chainId) === read.chainNumber)
    if (!chain)
      return setMessage({
        tone: 'flare',
        title: translate('Not imported'),
        body: translate('This batch is for chain {chainNumber}, which isn’t on this network.', {
          chainNumber: read.chainNumber,
        }),
      })
    setSearch(
      {
        ...search,
        chain: chain.chainId,
        calls: read.calls,
        open: 0,
        tokens: undefined,
        allowances: undefined,
      },
      // The calls are the choice of the file's author, not entered here.
      { how: 'push', entered: [] },
    )
    showToast(
      translate('{count, plural, one {One call imported} other {# calls imported}}', {
        count: read.calls.length,
      }),
    )
    return setMessage(
      read.isChanged
        ? {
            tone: 'buff',
            title: translate('Checksum mismatch'),
            body: translate(
              'The file was changed after it was exported. Read every call before you sign.',
            ),
          }
        : undefined,
    )
  }

  async function exportBatch() {
    const { serializeBatch } = await import('../draft/files/batchFile.ts')
    const chainNumber = getEvmChainNumber(form.chain.chainId)
    const text =
      chainNumber === undefined
        ? undefined
        : serializeBatch(form.drafts, { chainNumber, account, nowMs: Date.now() })
    if (text === undefined)
      return setMessage({
        tone: 'buff',
        title: translate('Not exported'),
        body: translate('Complete every call first. The file holds calls exactly as they’re sent.'),
      })
    setMessage(undefined)
    return downloadJson(text, 'contract-calls.json')
  }

  return (
    <>
      <FileButton
        size="sm"
        label={translate('Batch of calls (JSON)')}
        onFile={(file) => void importBatch(file)}
      />
      <Button size="sm" icon={Download} onClick={() => void exportBatch()}>
        {translate('Export')}
      </Button>
      {message && (
        <div className="order-last col-span-full mt-1">
          <Note tone={message.tone} isAlert title={message.title}>
            <span className="break-words">{message.body}</span>
          </Note>
        </div>
      )}
    </>
  )
}

export declare namespace BatchFileActions {
  type Props = { model: CallFormModel }
}
