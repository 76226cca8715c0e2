import { useSolanaOwner } from './owner/useSolanaOwner.ts'
import { useOwner } from './owner/useOwner.ts'

/** The keys that may have to sign, by ecosystem. A review stops when they change. */
export type SignerKeys = {
  /** `Owner.key`: the connected key and its wallet. */
  evm: string | undefined
  /** The Solana account. */
  solana: string | undefined
}

/** The keys in use. */
export function useSignerKeys(): SignerKeys {
  return { evm: useOwner().key, solana: useSolanaOwner()?.address }
}

/** Whether two sets of keys are the same. */
export function isSameSigners(a: SignerKeys, b: SignerKeys): boolean {
  return a.evm === b.evm && a.solana === b.solana
}
