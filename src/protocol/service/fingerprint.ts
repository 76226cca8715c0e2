import { keccak256, stringToBytes } from 'viem/utils'

import { canonicalizeJson } from '../quotes/canonicalizeJson.ts'
import type { Deployment } from './deployment.ts'
import type { Hash } from '../ids/hex.ts'

/** What a client trusts about an installation: its quote signer and deployed addresses. */
export type Installed = { network: string; quoteSigner: Hash; deployment: Deployment }

/**
 * Returns an installation's fingerprint for comparison by eye: six groups of four hex digits, 96
 * bits over the quote signer, contracts, programs, roles, feeds and pools. Finding another
 * installation with the same fingerprint is infeasible. Source: ours.
 */
export function getFingerprint(installed: Installed): string {
  return keccak256(stringToBytes(`estuary/installation/v1\n${toFingerprintText(installed)}`))
    .slice(2, 26)
    .replace(/.{4}(?=.)/g, '$& ')
}

/** Whether both installations have the same quote signer and addresses. */
export function isSameInstalled(one: Installed, other: Installed): boolean {
  return toFingerprintText(one) === toFingerprintText(other)
}

/** Case-insensitive except for Solana: EVM addresses may be written in either case. */
function toFingerprintText({ network, quoteSigner, deployment }: Installed): string {
  const { solana, ...rest } = deployment
  const text = canonicalizeJson({ network, quoteSigner, deployment: rest }).toLowerCase()
  return solana ? `${text}\n${canonicalizeJson(solana)}` : text
}
