import { useSyncExternalStore } from 'react'

/** Which wallet dialog is open; `add`: further keys and accounts beside the one in use. */
export type WalletDialog = 'none' | 'connect' | 'account' | 'add' | 'receive'

const listeners = new Set<() => void>()
let open: WalletDialog = 'none'

/** Opens a wallet dialog from anywhere, or closes it with `none`. */
export function openWalletDialog(dialog: WalletDialog): void {
  open = dialog
  for (const listener of listeners) listener()
}

/** The wallet dialog that is open. */
export function useWalletDialog(): WalletDialog {
  return useSyncExternalStore(subscribe, () => open)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
