import { create } from 'zustand'

/** Whether to compare the installation: asked for here, put off, or not yet asked. */
export type PinAnswer = 'asking' | 'later' | 'unasked'

const useStore = create<{ answer: PinAnswer }>(() => ({ answer: 'unasked' }))

/** Opens the dialog that compares the installation, or puts it off. */
export function setPinAnswer(answer: PinAnswer): void {
  useStore.setState({ answer })
}

/** Whether the dialog is open, for the shell that shows it. */
export function usePinAnswer(): PinAnswer {
  return useStore(({ answer }) => answer)
}
