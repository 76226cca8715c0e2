import { useEffect } from 'react'

import { setActiveAccount } from './activeAccount.ts'
import { useOwner } from './useOwner.ts'

/** Makes the connected owner the active account, which is restored after a reload. */
export function useFollowActiveAccount(): void {
  const { status, address, wallet } = useOwner()
  const id = wallet?.id
  useEffect(() => {
    if (status === 'connected' && address && id !== undefined)
      setActiveAccount({ address, walletId: id })
  }, [status, address, id])
}
