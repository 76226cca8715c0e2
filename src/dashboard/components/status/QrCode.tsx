import { QRCodeSVG } from 'qrcode.react'

/** A QR code in a white frame, which phones read in both themes. */
export function QrCode(props: QrCode.Props) {
  const { value, title } = props
  return (
    <div className="flex items-center justify-center self-start rounded-lg border border-line bg-[#fff] p-5 md:p-7">
      <QRCodeSVG
        value={value}
        size={192}
        level="M"
        fgColor="#0f202b"
        bgColor="#ffffff"
        title={title}
      />
    </div>
  )
}

export declare namespace QrCode {
  type Props = {
    value: string
    /** Says to screen readers what the code holds. */
    title: string
  }
}
