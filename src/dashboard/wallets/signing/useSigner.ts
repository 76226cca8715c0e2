import { useMemo } from 'react'

import { type EvmAddress, isSameAddress, type SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { SigningError } from '../errors/signingError.ts'
import type { OwnerAuthorization, OwnerBatch, OwnerTransaction, TypedData } from './signRequest.ts'
import { useAccount } from '../accounts/useAccount.ts'
import { useOwner } from '../accounts/owner/useOwner.ts'
import { useWallets } from '../WalletsProvider.tsx'

/**
 * Signs with the keys of the set, each with its own wallet; switches the wallet's chain where
 * needed. Where no key is given, the connected one signs.
 */
export type Signer = {
  /**
   * Requests an EIP-712 signature.
   *
   * @returns 65 bytes as hex.
   * @throws SigningError when the user declines, or the wallet is on another account or chain.
   */
  signTypedData(chainId: number, typedData: TypedData, key?: EvmAddress): Promise<`0x${string}`>
  /**
   * Requests an EIP-7702 authorization.
   *
   * @returns The wallet's answer, not yet checked.
   * @throws SigningError as above; `AUTHORIZATION` unless the local wallet holds the key.
   */
  signAuthorization(authorization: OwnerAuthorization, key?: EvmAddress): Promise<unknown>
  /**
   * Sends a transaction from the connected key.
   *
   * @returns The transaction hash; it is not yet mined.
   * @throws SigningError as above.
   */
  sendTransaction(transaction: OwnerTransaction): Promise<`0x${string}`>
  /** The EVM chains on which the connected wallet makes several calls in one transaction. */
  readBatchChains(): Promise<ReadonlySet<number>>
  /**
   * Requests several calls on one chain from the connected key, all or none.
   *
   * @returns The id for {@link useBatchStatus}.
   * @throws SigningError as above.
   */
  sendCalls(batch: OwnerBatch): Promise<string>
  /**
   * Requests a Solana account's signature over the message of a reviewed operation.
   *
   * @param dataToSign - Base64 of a version 0 message.
   * @returns Base58 of 64 bytes, verified against this message and address.
   * @throws SigningError as above; `CHANGED` when the wallet changed the message.
   */
  signSolanaMessage(dataToSign: string, address: SolanaAddress): Promise<string>
}

/** The signer for the keys in use; its code is loaded on first use. */
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
        const { signAuthorization } = await import('./signing.ts')
        return signAuthorization(signing(key), authorization)
      },
      async sendTransaction(transaction) {
        const { sendTransaction } = await import('./signing.ts')
        return sendTransaction(signing(address), transaction)
      },
      async readBatchChains() {
        const { readBatchChains } = await import('./signing.ts')
        return readBatchChains(signing(address))
      },
      async sendCalls(batch) {
        const { sendCalls } = await import('./signing.ts')
        return sendCalls(signing(address), batch)
      },
      async signSolanaMessage(dataToSign, key) {
        const { signSolanaMessage } = await import('../solana/signSolana.ts')
        return signSolanaMessage(dataToSign, key)
      },
    }
  }, [wallets, address, members])
}

/**
 * Loads the signing code in advance. The app comes from the service's host, so a service that is
 * down could not serve it later, when the user may need it to refund a deposit.
 */
export async function prepareSigning(): Promise<void> {
  await Promise.all([
    import('./signing.ts'),
    import('./localSigning.ts'),
    import('../local/localKeys.ts'),
    import('../solana/signSolana.ts'),
  ])
}

function requireKnown(address: EvmAddress | undefined): EvmAddress {
  if (address) return address
  throw new SigningError('ACCOUNT', translate('No wallet connected.'))
}
