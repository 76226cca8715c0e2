import { create } from 'zustand'

const useStore = create<{ dialogs: readonly HTMLElement[] }>(() => ({ dialogs: [] }))

/** Notes that a dialog opened above those already open. @returns Notes that it closed. */
export function enterDialog(dialog: HTMLElement): () => void {
  useStore.setState(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }))
  return () =>
    useStore.setState(({ dialogs }) => ({ dialogs: dialogs.filter((one) => one !== dialog) }))
}

/** Returns the dialog that lies above all others; undefined while none is open. */
export function useTopDialog(): HTMLElement | undefined {
  return useStore(({ dialogs }) => dialogs.at(-1))
}
