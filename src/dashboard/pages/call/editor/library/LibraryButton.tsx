import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { translate } from '../../../../language/translate.ts'
import type { CallFormModel } from '../../draft/useCallForm.ts'
import { lazyComponent } from '#dashboard/components/lazyComponent.tsx'

const LibraryDialog = lazyComponent(async () => (await import('./LibraryDialog.tsx')).LibraryDialog)

/** Opens the calls and ABIs that the user keeps. */
export function LibraryButton(props: LibraryButton.Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={Bookmark}
        className={props.className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {translate('Saved calls')}
      </Button>
      {isOpen && (
        <Suspense>
          <LibraryDialog model={props.model} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export declare namespace LibraryButton {
  type Props = { model: CallFormModel; className: string }
}
