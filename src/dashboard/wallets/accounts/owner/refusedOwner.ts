import { create } from 'zustand'

import type { EvmAddress } from '#protocol/ids/caip.ts'

/** An owner that was disconnected because it is a contract, and the name of its wallet. */
export type RefusedOwner = { address: EvmAddress; wallet: string }

const useStore = create<{ refused: RefusedOwner | undefined }>(() => ({ refused: undefined }))

/** Remembers a refusal until a wallet is connected; undefined forgets it. */
export function setRefusedOwner(refused: RefusedOwner | undefined): void {
  useStore.setState({ refused })
}

/** The owner that was refused last, if no wallet was connected since. */
export function useRefusedOwner(): RefusedOwner | undefined {
  return useStore(({ refused }) => refused)
}
