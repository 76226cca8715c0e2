import { useMemo } from 'react'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { SigningError } from '../errors/signingError.ts'
import { useOwner } from '../accounts/owner/useOwner.ts'
import { useWallets } from '../WalletsProvider.tsx'
import type { BatchOutcome } from './sendCalls.ts'
import type { OwnerTransaction } from './signRequest.ts'

/** Batches of the connected wallet (EIP-5792); the code is loaded on first use. */
export type Batches = {
  /** The EVM chains on which the wallet makes several calls in one transaction. */
  readChains: (chainIds: readonly number[]) => Promise<readonly number[]>
  /** Asks for one batch. @returns Its id. @throws SigningError */
  send: (calls: readonly OwnerTransaction[]) => Promise<string>
  /** What the wallet says of a batch. @throws SigningError when the wallet does not know it. */
  readOutcome: (id: string) => Promise<BatchOutcome>
}

/** The batches of the connected wallet. */
export function useBatches(): Batches {
  const wallets = useWallets()
  const { address, wallet } = useOwner()
  const walletId = wallet?.id
  return useMemo(() => {
    function signing() {
      return { wallets, owner: requireOwner(address), walletId }
    }
    return {
      async readChains(chainIds) {
        const { readBatchChains } = await import('./sendCalls.ts')
        return readBatchChains(signing(), chainIds)
      },
      async send(calls) {
        const { sendCalls } = await import('./sendCalls.ts')
        return sendCalls(signing(), calls)
      },
      async readOutcome(id) {
        const { readBatchOutcome } = await import('./sendCalls.ts')
        return readBatchOutcome(signing(), id)
      },
    }
  }, [wallets, address, walletId])
}

function requireOwner(address: EvmAddress | undefined): EvmAddress {
  if (address) return address
  throw new SigningError('ACCOUNT', translate('No wallet connected.'))
}
