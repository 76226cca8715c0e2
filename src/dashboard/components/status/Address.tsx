import { Check, Copy } from 'lucide-react'
import { Fragment, useState } from 'react'

import { translate } from '../../language/translate.ts'
import { IconButton } from '../forms/Button.tsx'

/**
 * An address or hash. `short` shows the first 6 and last 4 characters, with the whole value in the
 * title and a copy button; `full` shows groups of four with the first and last in bold.
 */
export function Address(props: Address.Props) {
  const { value, form = 'short', label = 'address', canCopy = form === 'short' } = props
  if (form === 'full') return <GroupedAddress value={value} />
  return (
    <span className="inline-flex items-center gap-1">
      <span className="mono" title={value}>
        <span aria-hidden>{shortenAddress(value)}</span>
        <span className="sr-only">{value}</span>
      </span>
      {canCopy && (
        <CopyButton
          value={value}
          label={translate('Copy {label} {address}', { label, address: shortenAddress(value) })}
        />
      )}
    </span>
  )
}

export declare namespace Address {
  type Props = {
    value: string
    form?: 'short' | 'full'
    /** Kind of value, for the copy button: address, quote id, hash. */
    label?: string
    canCopy?: boolean
  }
}

/** Returns the first 6 and last 4 characters of an address or hash. */
export function shortenAddress(value: string): string {
  return value.length <= 13 ? value : `${value.slice(0, 6)}\u2026${value.slice(-4)}`
}

/** A small button that copies a value and confirms it. */
export function CopyButton(props: CopyButton.Props) {
  const { value, label } = props
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(setCopied, 1500, false)
  }
  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={label}
        size="sm"
        iconSize={14}
        className={`!h-6 !w-6 ${copied ? '!text-reed' : ''}`}
        onClick={() => void copy()}
      />
      <output className="sr-only">{copied ? translate('Copied') : ''}</output>
    </>
  )
}

export declare namespace CopyButton {
  type Props = { value: string; label: string }
}

function GroupedAddress(props: { value: string }) {
  const { value } = props
  const prefix = value.startsWith('0x') ? ['0x'] : []
  const body = value.slice(prefix.length * 2)
  const groups = [...prefix, ...(body.match(/.{1,4}/g) ?? [])]
  return (
    // Lines of about the same length: the last group would stand alone below.
    <span className="mono block leading-7 break-normal text-balance [word-spacing:0.1875rem]">
      <span className="sr-only">{value}</span>
      {groups.map((group, index) => (
        <Fragment key={`${index}${group}`}>
          <span
            aria-hidden
            className={
              index < prefix.length + 1 || index === groups.length - 1
                ? 'font-bold text-ink'
                : 'text-ink-2'
            }
          >
            {group}
          </span>{' '}
        </Fragment>
      ))}
    </span>
  )
}
