import type { PrivateKeyAccount } from 'viem/accounts'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type {
  RequestedAuthorization,
  RequestedTypedData,
} from '../requests/parseSignatureRequest.ts'
import type { FilledTransaction } from '../requests/fillTransaction.ts'
import { derivePhraseKeys } from './phrase.ts'
import { createSolanaSigner, type LocalSolanaSigner } from './localSolanaSigner.ts'

/** Signs with one key of the unlocked wallet; takes values that were parsed and shown before. */
export type LocalSigner = {
  address: EvmAddress
  signTypedData(typedData: RequestedTypedData): Promise<`0x${string}`>
  /** Signs bytes with the EIP-191 prefix. */
  signMessage(bytes: `0x${string}`): Promise<`0x${string}`>
  signAuthorization(authorization: RequestedAuthorization): Promise<SignedAuthorization>
  /** @returns The signed raw transaction. */
  signTransaction(transaction: FilledTransaction): Promise<`0x${string}`>
}

/** A signed EIP-7702 authorization, in the form that transactions carry. */
export type SignedAuthorization = {
  address: EvmAddress
  chainId: number
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
  v: number
}

/** The signers of a phrase's accounts. */
export type LocalSigners = {
  /** The signer of an EVM account, by index. */
  evmAt: (index: number) => LocalSigner
  solana: LocalSolanaSigner
}

/** Creates the signers of a phrase's accounts. Keys never leave these closures. */
export async function createLocalSigners(phrase: string): Promise<LocalSigners> {
  const { accountAt, solanaSeed } = await derivePhraseKeys(phrase)
  return {
    evmAt: (index) => toLocalSigner(accountAt(index)),
    solana: createSolanaSigner(solanaSeed),
  }
}

function toLocalSigner(account: PrivateKeyAccount): LocalSigner {
  return {
    address: account.address,
    signTypedData(typedData) {
      return account.signTypedData(typedData)
    },
    signMessage(bytes) {
      return account.signMessage({ message: { raw: bytes } })
    },
    async signAuthorization({ delegate: address, chainId, nonce }) {
      const { r, s, yParity } = await account.signAuthorization({ address, chainId, nonce })
      const parity = yParity ?? 0
      return { address, chainId, nonce, r, s, yParity: parity, v: 27 + parity }
    },
    signTransaction(transaction) {
      return account.signTransaction({ type: 'eip1559', ...transaction })
    },
  }
}
