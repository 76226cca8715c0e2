import { useFormats } from '#dashboard/components/amounts/Formats.tsx'

import { translate } from '../../../language/translate.ts'

/** Worth in US dollars by the feeds that this browser reads; said where there is no price. */
export function Worth(props: Worth.Props) {
  const formats = useFormats()
  const { valueUsd } = props
  return (
    <span className="num text-sm text-ink-3">
      {valueUsd === undefined ? translate('no price') : formats.usd(valueUsd)}
    </span>
  )
}

export declare namespace Worth {
  type Props = { valueUsd: number | undefined }
}
