import { useMemo } from 'react'

import { Deployment } from '#protocol/service/deployment.ts'
import type { Installed } from '#protocol/service/fingerprint.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { readText, useStoredText, writeText } from '../../storedText.ts'

/** The installation of a network that the user pinned in this browser, for this address. */
export function readPin(network: string): Installed | undefined {
  return parse(network, readText(toStorageKey(network)))
}

/** {@link readPin}, kept up to date with changes by this tab and others. */
export function usePin(network: string): Installed | undefined {
  const text = useStoredText(toStorageKey(network))
  return useMemo(() => parse(network, text), [network, text])
}

/**
 * Trusts this installation from now on, and no other one of its network.
 *
 * @throws Error when storage is full: a pin must outlive the page.
 */
export function pin(installed: Installed): void {
  const { network, quoteSigner, deployment } = installed
  writeText(toStorageKey(network), JSON.stringify({ quoteSigner, deployment }))
}

/** Trusts no installation of this network until another is pinned. */
export function unpin(network: string): void {
  writeText(toStorageKey(network), null)
}

function toStorageKey(network: string): string {
  return `estuary.pin.${network}`
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
    // An unreadable pin counts as none: the user is asked again.
    return undefined
  }
}
