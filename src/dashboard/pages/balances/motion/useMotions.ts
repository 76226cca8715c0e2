import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useApi } from '../../../api/service/apiContext.ts'
import { liveOptions } from '../../../api/service/history.ts'
import { useIsWatching, useShownAccounts } from '../../../wallets/accounts/shownAccounts.ts'
import { readSignedAmounts } from '../../signing/storage/signedAmounts.ts'
import { findMotions, type Motion } from './findMotions.ts'

/** The executions of the accounts in use whose money is under way; none of a watched address. */
export function useMotions(): readonly Motion[] {
  const isWatching = useIsWatching()
  const accounts = useShownAccounts()
  const own = useMemo(
    () => (isWatching ? [] : accounts.map(({ accountAddress }) => accountAddress)),
    [isWatching, accounts],
  )
  const { data } = useQuery(liveOptions(useApi(), own))
  return useMemo(() => findMotions(data ?? [], { own, signed: readSignedAmounts() }), [data, own])
}
