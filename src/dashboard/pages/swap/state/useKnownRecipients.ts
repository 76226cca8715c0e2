import { useMemo } from 'react'

import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { readSignedRecipients } from '../../signing/storage/signedRecipients.ts'

/** Addresses that a recipient is compared with. */
export type KnownRecipients = {
  /** Others whom the accounts in use paid from this browser, latest first. */
  paid: readonly string[]
  /** These, and the accounts in use themselves. */
  all: readonly string[]
}

/** Whom the user knows: nobody else can add to these. */
export function useKnownRecipients(): KnownRecipients {
  const { accounts } = useAccount()
  return useMemo(() => {
    const own = accounts.map(({ accountAddress }) => accountAddress)
    const paid = readSignedRecipients(own)
    return { paid, all: [...paid, ...own] }
  }, [accounts])
}
