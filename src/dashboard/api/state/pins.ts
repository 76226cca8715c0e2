import { useMemo } from 'react'
import { z } from 'zod/mini'

import { Deployment } from '#protocol/service/deployment.ts'
import type { Installed } from '#protocol/service/fingerprint.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { persistedBy, usePersisted } from '../../persisted.ts'

/** What the user pinned of a network in this browser, for this address. */
export type Pin = {
  /** Undefined when this version can't read the pin: no service matches it then. */
  installed: Installed | undefined
  /** The parts as stored, of any version, to name what changed since; empty when unknown. */
  stored: { quoteSigner?: unknown; deployment?: unknown }
}

/** A pin whose parts are unknown is a pin all the same. */
const Stored = z.catch(z.record(z.string(), z.unknown()), {})
const kept = persistedBy('estuary.pin.', Stored, undefined)
const Parts = z.object({ quoteSigner: Hash, deployment: Deployment })

/** Reads the pin of a network; undefined only if the user pinned nothing. */
export function readPin(network: string): Pin | undefined {
  return toPin(network, kept(network).get())
}

/** {@link readPin}, kept up to date with changes by this tab and others. */
export function usePin(network: string): Pin | undefined {
  const stored = usePersisted(kept(network))
  return useMemo(() => toPin(network, stored), [network, stored])
}

/**
 * Trusts this installation from now on, and no other one of its network.
 *
 * @throws Error when storage is full: a pin must outlive the page.
 */
export function pin({ network, quoteSigner, deployment }: Installed): void {
  kept(network).keep({ quoteSigner, deployment })
}

/** Trusts no installation of this network until another is pinned. */
export function unpin(network: string): void {
  kept(network).set(undefined)
}

function toPin(network: string, stored: Pin['stored'] | undefined): Pin | undefined {
  const parts = Parts.safeParse(stored).data
  return stored && { installed: parts && { network, ...parts }, stored }
}
