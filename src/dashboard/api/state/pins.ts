import { useMemo } from 'react'

import { Deployment } from '#protocol/service/deployment.ts'
import type { Installed } from '#protocol/service/fingerprint.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { readText, useStoredText, writeText } from '../../storedText.ts'

/** What the user pinned of a network in this browser, for this address. */
export type Pin = {
  /** Undefined when this version can't read the pin: no service matches it then. */
  installed: Installed | undefined
  /** The parts as stored, of any version, to name what changed since; empty when unknown. */
  stored: { quoteSigner?: unknown; deployment?: unknown }
}

/** Reads the pin of a network; undefined only if the user pinned nothing. */
export function readPin(network: string): Pin | undefined {
  return parse(network, readText(toStorageKey(network)))
}

/** {@link readPin}, kept up to date with changes by this tab and others. */
export function usePin(network: string): Pin | undefined {
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

function parse(network: string, text: string | null): Pin | undefined {
  if (text === null) return undefined
  const stored = parseStored(text)
  const quoteSigner = Hash.safeParse(stored['quoteSigner'])
  const deployment = Deployment.safeParse(stored['deployment'])
  const isRead = quoteSigner.success && deployment.success
  return {
    installed: isRead
      ? { network, quoteSigner: quoteSigner.data, deployment: deployment.data }
      : undefined,
    stored,
  }
}

function parseStored(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    // A pin whose parts are unknown is a pin all the same.
    return {}
  }
}
