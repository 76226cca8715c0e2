import type { PrivateKeyAccount } from 'viem/accounts'

import type { EvmAddress } from '#protocol/caip.ts'
import type { AskedAuthorization, AskedTypedData } from './askedRequest.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import { accountsOfPhrase } from './phrase.ts'

/** What the unlocked wallet can sign: values that were read and, if need be, shown before. */
export type LocalSigner = {
  address: EvmAddress
  signTypedData(typedData: AskedTypedData): Promise<`0x${string}`>
  /** EIP-191: the bytes behind the prefix of signed messages. */
  signMessage(bytes: `0x${string}`): Promise<`0x${string}`>
  signAuthorization(authorization: AskedAuthorization): Promise<SignedAuthorization>
  /** @returns The raw transaction, to be broadcast. */
  signTransaction(transaction: FilledTransaction): Promise<`0x${string}`>
}

/** An EIP-7702 authorization with its signature, as transactions carry it. */
export type SignedAuthorization = {
  address: EvmAddress
  chainId: number
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
  v: number
}

/** The signers of a phrase's accounts by their number. No key ever leaves this closure. */
export async function createLocalSigners(phrase: string): Promise<(index: number) => LocalSigner> {
  const accountAt = await accountsOfPhrase(phrase)
  return (index) => signerOf(accountAt(index))
}

function signerOf(account: PrivateKeyAccount): LocalSigner {
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
