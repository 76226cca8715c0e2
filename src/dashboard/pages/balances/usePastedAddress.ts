import { useEffect } from 'react'
import { useLocation } from 'wouter'

import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'

/** Shows the balances of an address that is pasted on the page, outside of its fields. */
export function usePastedAddress(): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    function look(event: ClipboardEvent): void {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea')
      if (isTyping || document.querySelector('dialog[open]')) return
      const address = readPasted(event)
      if (address === undefined) return
      event.preventDefault()
      navigate(`/watch/${address}`)
    }
    document.addEventListener('paste', look)
    return () => document.removeEventListener('paste', look)
  }, [navigate])
}

/** The address that is pasted; undefined when it is none. */
export function readPasted(event: Pick<ClipboardEvent, 'clipboardData'>): string | undefined {
  const read = readPastedAddress(event.clipboardData?.getData('text') ?? '')
  return read.kind === 'address' ? read.address : undefined
}
