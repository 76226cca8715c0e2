import { useMemo } from 'react'

import type { EvmAddress } from '#protocol/caip.ts'
import { SigningError } from './signingError.ts'
import type { OwnerAuthorization, OwnerTransaction, TypedDataToSign } from './signRequest.ts'
import { useOwner } from './useOwner.ts'
import { useWallets } from './WalletsProvider.tsx'

/** How the connected owner signs; each changes the wallet's chain first where it has to. */
export type Signer = {
  /**
   * Asks for an EIP-712 signature.
   *
   * @returns 65 bytes as hex.
   * @throws SigningError when the person declines, or the wallet is on another account or chain.
   */
  signTypedData(chainId: number, typedData: TypedDataToSign): Promise<`0x${string}`>
  /**
   * Asks for an EIP-7702 authorization; undefined where the wallet cannot sign one: only the local
   * wallet does.
   *
   * @returns What the wallet answered, unread.
   * @throws SigningError as above.
   */
  signAuthorization: ((authorization: OwnerAuthorization) => Promise<unknown>) | undefined
  /**
   * Asks to send a transaction.
   *
   * @returns Its hash, before it is mined.
   * @throws SigningError as above.
   */
  sendTransaction(transaction: OwnerTransaction): Promise<`0x${string}`>
}

/** The connected owner's signer, bound to the account connected now; code is loaded when used. */
export function useSigner(): Signer {
  const wallets = useWallets()
  const { address, isLocal } = useOwner()
  return useMemo(
    () => ({
      async signTypedData(chainId, typedData) {
        const { signTypedData } = await import('./signing.ts')
        return signTypedData({ wallets, owner: known(address) }, { chainId, typedData })
      },
      signAuthorization: isLocal
        ? async (authorization) => {
            const { signAuthorization } = await import('./signing.ts')
            return signAuthorization({ wallets, owner: known(address) }, authorization)
          }
        : undefined,
      async sendTransaction(transaction) {
        const { sendTransaction } = await import('./signing.ts')
        return sendTransaction({ wallets, owner: known(address) }, transaction)
      },
    }),
    [wallets, address, isLocal],
  )
}

function known(address: EvmAddress | undefined): EvmAddress {
  if (address) return address
  throw new SigningError('ACCOUNT', 'No wallet is connected.')
}
