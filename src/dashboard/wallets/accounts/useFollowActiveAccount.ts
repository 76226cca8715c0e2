import { useEffect } from 'react'

import { setActiveAccount } from './activeAccount.ts'
import { useOwner } from './useOwner.ts'

/** Remembers whose set of accounts the page works with, once that is connected. */
export function useFollowActiveAccount(): void {
  const { status, address, wallet } = useOwner()
  const id = wallet?.id
  useEffect(() => {
    if (status === 'connected' && address && id !== undefined)
      setActiveAccount({ address, walletId: id })
  }, [status, address, id])
}
