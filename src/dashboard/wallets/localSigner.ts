import type { EvmAddress } from '#protocol/caip.ts'
import type { AskedAuthorization, AskedTypedData } from './askedRequest.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import { accountOfPhrase } from './phrase.ts'

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

/** The signer of a phrase's first account. Its key never leaves this closure. */
export async function createLocalSigner(phrase: string): Promise<LocalSigner> {
  const account = await accountOfPhrase(phrase)
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
