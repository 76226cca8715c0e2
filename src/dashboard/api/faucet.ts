import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { EvmAddress } from '#protocol/caip.ts'
import { useApi } from './apiContext.ts'
import { call } from './client.ts'

/** Funds an address from the devnet's faucet; balances are read again once it has landed. */
export function useFaucet() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (address: EvmAddress) => call(api, 'faucet', { body: { address } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['balances'] }),
  })
}
