import { create } from 'zustand'

/** A code that a wallet elsewhere, such as on a phone, scans to connect. */
export type Pairing = {
  /**
   * `opening`: the relay is being reached. `expired`: nobody answered in time. `unreachable`: the
   * relay did not answer.
   */
  state: 'opening' | 'shown' | 'expired' | 'unreachable'
  /** What the code says; empty unless `shown`. Whoever has it can be asked to sign: keep it here. */
  uri: string
  /** Makes a new code, after `expired` and `unreachable`. */
  renew: () => void
  /** Gives up: the request for a connection ends as rejected. */
  cancel: () => void
}

const useStore = create<{ pairing: Pairing | undefined }>(() => ({ pairing: undefined }))

/** The code to show now; undefined when there is none. */
export function usePairing(): Pairing | undefined {
  return useStore(({ pairing }) => pairing)
}

/** {@link usePairing}, outside of components. */
export function getPairing(): Pairing | undefined {
  return useStore.getState().pairing
}

/** Shows a code, or none. */
export function showPairing(pairing: Pairing | undefined): void {
  useStore.setState({ pairing })
}
