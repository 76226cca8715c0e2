import { useEffect } from 'react'

import { settleOwner } from './settledOwner.ts'
import { useOwner } from './useOwner.ts'

/** Remembers whose set of accounts the page works with, once that is connected. */
export function useSettleOwner(): void {
  const { status, address, wallet } = useOwner()
  const id = wallet?.id
  useEffect(() => {
    if (status === 'connected' && address && id !== undefined)
      settleOwner({ address, walletId: id })
  }, [status, address, id])
}
