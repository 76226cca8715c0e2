import { create } from 'zustand'

/** A wallet dialog; `add` connects further keys and accounts beside the one in use. */
export type WalletDialog = 'none' | 'connect' | 'account' | 'add' | 'receive'

const useStore = create<{ open: WalletDialog }>(() => ({ open: 'none' }))

/** Opens a wallet dialog from anywhere, or closes it with `none`. */
export function openWalletDialog(dialog: WalletDialog): void {
  useStore.setState({ open: dialog })
}

/** The wallet dialog that is open. */
export function useWalletDialog(): WalletDialog {
  return useStore(({ open }) => open)
}
