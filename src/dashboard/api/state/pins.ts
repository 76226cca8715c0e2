import { useMemo, useSyncExternalStore } from 'react'

import { Deployment } from '#protocol/service/deployment.ts'
import type { Installed } from '#protocol/service/fingerprint.ts'
import { Hash } from '#protocol/ids/hex.ts'

const listeners = new Set<() => void>()

/** The installation of this network that the user pinned in this browser, for this address. */
export function readPin(network: string): Installed | undefined {
  return parse(network, readStored(network))
}

/** The pinned installation, and again whenever it changes, in this tab or another. */
export function usePin(network: string): Installed | undefined {
  const text = useSyncExternalStore(subscribe, () => readStored(network))
  return useMemo(() => parse(network, text), [network, text])
}

/**
 * Trusts this installation from now on, and no other of its network.
 *
 * @throws DOMException when the browser stores nothing: a pin that is forgotten would be none.
 */
export function pin(installed: Installed): void {
  const { network, quoteSigner, deployment } = installed
  localStorage.setItem(toStorageKey(network), JSON.stringify({ quoteSigner, deployment }))
  for (const listener of listeners) listener()
}

/** Trusts no installation of this network until another is pinned. */
export function unpin(network: string): void {
  localStorage.removeItem(toStorageKey(network))
  for (const listener of listeners) listener()
}

function toStorageKey(network: string): string {
  return `estuary.pin.${network}`
}

function readStored(network: string): string | null {
  try {
    return localStorage.getItem(toStorageKey(network))
  } catch {
    // Blocked storage holds no pin.
    return null
  }
}

function parse(network: string, text: string | null): Installed | undefined {
  if (text === null) return undefined
  try {
    const value: unknown = Object(JSON.parse(text))
    const { quoteSigner, deployment } = Object(value)
    return {
      network,
      quoteSigner: Hash.parse(quoteSigner),
      deployment: Deployment.parse(deployment),
    }
  } catch {
    // What cannot be read is no pin: the user is asked again.
    return undefined
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
