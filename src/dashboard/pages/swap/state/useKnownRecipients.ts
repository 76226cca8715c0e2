import { useMemo } from 'react'

import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { readSignedRecipients } from '../../signing/storage/signedRecipients.ts'

/** Addresses to compare a recipient with. */
export type KnownRecipients = {
  /** Recipients that the accounts in use paid from this browser, latest first. */
  paid: readonly string[]
  /** These and the accounts in use. */
  all: readonly string[]
}

/** Returns recipients that only the user can add to, never the service. */
export function useKnownRecipients(): KnownRecipients {
  const { accounts } = useAccount()
  return useMemo(() => {
    const own = accounts.map(({ accountAddress }) => accountAddress)
    const paid = readSignedRecipients(own)
    return { paid, all: [...paid, ...own] }
  }, [accounts])
}
