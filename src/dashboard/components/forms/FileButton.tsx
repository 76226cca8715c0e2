import { Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

import { translate } from '../../language/translate.ts'
import { Button } from './Button.tsx'

/** Lets the user choose a file, JSON by default, also the same one again. */
export function FileButton(props: FileButton.Props) {
  const { label, size, accept = 'application/json,.json', children, onFile } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...(size && { size })} icon={Upload} onClick={() => input.current?.click()}>
        {children ?? translate('Import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

export declare namespace FileButton {
  type Props = {
    /** What the file holds, for screen readers. */
    label: string
    size?: 'sm'
    /** The words of the button; "Import" by default. */
    children?: ReactNode
    /** Types of file, as for an input. */
    accept?: string
    onFile: (file: File) => void
  }
}
