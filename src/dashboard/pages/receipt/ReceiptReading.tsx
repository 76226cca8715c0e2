import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { ReceiptResult } from './ReceiptResult.tsx'
import { type OpenedFile, useReceiptReview } from './useReceiptReview.ts'

/** What a file proves, or why it cannot be read; nothing without a file. */
export function ReceiptReading(props: ReceiptReading.Props) {
  const { file } = props
  const read = useReceiptReview(file)
  if (!read) return null
  return 'problem' in read ? (
    <Note tone="flare" title={translate('Couldn’t read this file')}>
      {read.problem}
    </Note>
  ) : (
    <ReceiptResult key={file?.text} review={read.review} />
  )
}

export declare namespace ReceiptReading {
  type Props = { file: OpenedFile | undefined }
}
