import { useMemo } from 'react'

import { type EvmAddress, isSameAddress, type SolanaAddress } from '#protocol/ids/caip.ts'
import { localWalletRdns } from '../local/localWalletIdentity.ts'
import { SigningError } from '../requests/signingError.ts'
import type { OwnerAuthorization, OwnerTransaction, TypedDataToSign } from './signRequest.ts'
import { useAccount } from '../accounts/useAccount.ts'
import { useOwner } from '../accounts/useOwner.ts'
import { useWallets } from '../WalletsProvider.tsx'

/**
 * How the keys of the set sign, each with its own wallet; the wallet's chain is changed first where
 * it has to be. Without a key the connected one signs.
 */
export type Signer = {
  /**
   * Asks for an EIP-712 signature.
   *
   * @returns 65 bytes as hex.
   * @throws SigningError when the person declines, or the wallet is on another account or chain.
   */
  signTypedData(
    chainId: number,
    typedData: TypedDataToSign,
    key?: EvmAddress,
  ): Promise<`0x${string}`>
  /**
   * Asks for an EIP-7702 authorization.
   *
   * @returns What the wallet answered, unread.
   * @throws SigningError as above, and where the key's wallet cannot: only the local wallet does.
   */
  signAuthorization(authorization: OwnerAuthorization, key?: EvmAddress): Promise<unknown>
  /**
   * Asks the connected key to send a transaction.
   *
   * @returns Its hash, before it is mined.
   * @throws SigningError as above.
   */
  sendTransaction(transaction: OwnerTransaction): Promise<`0x${string}`>
  /**
   * Asks the wallet of a Solana account for its signature over the message of an operation that was
   * reviewed.
   *
   * @param dataToSign - Base64 of a version 0 message.
   * @returns Base58 of 64 bytes; over exactly this message, by exactly this key.
   * @throws SigningError as above; `CHANGED` when the wallet changed the message.
   */
  signSolanaMessage(dataToSign: string, address: SolanaAddress): Promise<string>
}

/** The signer of the set in use, bound to the keys in it now; code is loaded when used. */
export function useSigner(): Signer {
  const wallets = useWallets()
  const { address } = useOwner()
  const { members } = useAccount()
  return useMemo(() => {
    function signing(key: EvmAddress | undefined = address) {
      const owner = requireKnown(key)
      const member = members.find((one) => isSameAddress(one.owner, owner))
      return { wallets, owner, walletId: member?.wallet?.id }
    }
    return {
      async signTypedData(chainId, typedData, key) {
        const { signTypedData } = await import('./signing.ts')
        return signTypedData(signing(key), { chainId, typedData })
      },
      async signAuthorization(authorization, key) {
        const asked = signing(key)
        if (asked.walletId !== localWalletRdns)
          throw new SigningError(
            'AUTHORIZATION',
            'This wallet cannot sign the authorization that turns your own address into a smart account.',
          )
        const { signAuthorization } = await import('./signing.ts')
        return signAuthorization(asked, authorization)
      },
      async sendTransaction(transaction) {
        const { sendTransaction } = await import('./signing.ts')
        return sendTransaction(signing(address), transaction)
      },
      async signSolanaMessage(dataToSign, key) {
        const { signSolanaMessage } = await import('../solana/signSolana.ts')
        return signSolanaMessage(dataToSign, {
          address: key,
          isPlayMoney: wallets.network.isDevnet,
        })
      },
    }
  }, [wallets, address, members])
}

function requireKnown(address: EvmAddress | undefined): EvmAddress {
  if (address) return address
  throw new SigningError('ACCOUNT', 'No wallet is connected.')
}
