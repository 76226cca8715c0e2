import { useConnections } from 'wagmi'

import { type KeySigner, findSignerForKey } from './signerForKey.ts'
import { type SolanaOwner, useSolanaOwner } from './owner/useSolanaOwner.ts'
import { useAccount } from './useAccount.ts'

/** The signer of each account in use, in the same order: the Solana account comes last. */
export function useKeySigners(): readonly KeySigner[] {
  const { members } = useAccount()
  const connections = useConnections()
  const solana = useSolanaOwner()
  const signers = members.map((member) => findSignerForKey(member, connections))
  return solana ? [...signers, toSolanaKeySigner(solana)] : signers
}

function toSolanaKeySigner({ address, wallet, isReady }: SolanaOwner): KeySigner {
  return { key: address, wallet, state: isReady ? 'ready' : 'absent', canAuthorize: false }
}
