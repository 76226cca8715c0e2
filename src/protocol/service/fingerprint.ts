import { keccak256, stringToBytes } from 'viem/utils'

import { canonicalizeJson } from '../quotes/canonicalizeJson.ts'
import type { Deployment } from './deployment.ts'
import type { Hash } from '../ids/hex.ts'

/** What a client trusts about one installation: who seals its quotes, and what stands where. */
export type Installed = { network: string; quoteSigner: Hash; deployment: Deployment }

/**
 * The fingerprint of an installation, to be compared by eye: six groups of four hex digits, 96 bits
 * over the seal key, the contracts and programs, the roles, the feeds and the pools. Another installation that
 * has it cannot be made on purpose. Source: ours.
 */
export function getFingerprint(installed: Installed): string {
  return keccak256(stringToBytes(`estuary/installation/v1\n${toFingerprintText(installed)}`))
    .slice(2, 26)
    .replace(/.{4}(?=.)/g, '$& ')
}

/** Whether both are the same installation, to the last address. */
export function isSameInstalled(one: Installed, other: Installed): boolean {
  return toFingerprintText(one) === toFingerprintText(other)
}

/**
 * EVM addresses may be written in either case, and nothing else beside them has one; on Solana
 * another case is another address.
 */
function toFingerprintText({ network, quoteSigner, deployment }: Installed): string {
  const { solana, ...rest } = deployment
  const text = canonicalizeJson({ network, quoteSigner, deployment: rest }).toLowerCase()
  return solana ? `${text}\n${canonicalizeJson(solana)}` : text
}
