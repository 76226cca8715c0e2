import { useEffect, useRef } from 'react'

import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { useContractFacts } from '#dashboard/api/chains/contractFacts.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { type RecognizedContract, recognizeContract } from '../../draft/recognizeContract.ts'
import type { EditorProps } from '../fields/editorProps.ts'

/** The contract of a call, as far as its chain has answered. */
export type CallContract = {
  address: EvmAddress | undefined
  facts: ContractFacts | undefined
  recognized: RecognizedContract | undefined
  /** Whether the chain did not answer. */
  isUnread: boolean
}

/**
 * Reads the contract of a call. While no function is chosen, the interface becomes the one that the
 * contract has.
 */
export function useContract({ read, place, onChange }: EditorProps): CallContract {
  const { draft } = read
  const parsed = EvmAddress.safeParse(draft.to.trim())
  const address = parsed.success ? parsed.data : undefined
  const { data: facts, isError } = useContractFacts(
    useNetwork(),
    address && { chainId: place.chain.chainId, address },
  )
  const recognized = facts && recognizeContract(facts)
  const found = recognized?.interfaceOf?.id
  const isOpen = draft.fn === '' && draft.data === undefined && draft.abi === 'erc4626'
  const next = isOpen && found !== undefined && found !== draft.abi ? found : undefined
  const latest = useRef({ draft, onChange })
  useEffect(() => {
    latest.current = { draft, onChange }
  })
  useEffect(() => {
    if (next === undefined) return
    const { draft: open, onChange: change } = latest.current
    change({ ...open, abi: next })
  }, [next])
  return { address, facts, recognized, isUnread: isError }
}
