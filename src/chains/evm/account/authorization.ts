import { numberToHex, pad, recoverAuthorizationAddress } from 'viem/utils'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { lowerS, toParity, joinSignature } from '#protocol/orders/normalizeSignature.ts'
import type { DelegationSignature } from '#protocol/orders/operation.ts'
import type { Authorization } from '../rpc/transaction.ts'

/**
 * Recovers the signer of an EIP-7702 authorization. Runs in the browser.
 *
 * @returns Undefined unless the signature is valid.
 */
export async function readAuthority(
  signed: Pick<
    DelegationSignature,
    'chainId' | 'contractAddress' | 'nonce' | 'r' | 's' | 'yParity'
  >,
): Promise<EvmAddress | undefined> {
  const { chainId, contractAddress, nonce, r, s, yParity } = signed
  try {
    return await recoverAuthorizationAddress({
      authorization: { address: contractAddress, chainId, nonce },
      signature: joinSignature({ r: BigInt(r), s: BigInt(s), yParity }),
    })
  } catch {
    // Not a point of the curve.
    return undefined
  }
}

/** What an authorization must be valid for. */
export type AuthorizationTerms = {
  account: EvmAddress
  /** Contract to delegate to. */
  delegate: EvmAddress
  /** EIP-155 id of the only chain it may be valid on. */
  chainNumber: number
  /** The account's current nonce on that chain. */
  nonce: bigint
}

/**
 * Why a signed authorization would not delegate its account to our contract now, as a sentence.
 *
 * @returns Undefined if it is valid. Source: EIP-7702; security rule 11 for chain id 0.
 */
export async function findAuthorizationError(
  signed: DelegationSignature,
  { account, delegate, chainNumber, nonce }: AuthorizationTerms,
): Promise<string | undefined> {
  if (signed.chainId !== chainNumber)
    return `The authorization is for chain ${signed.chainId}, not for ${chainNumber}.`
  if (!isSameAddress(signed.contractAddress, delegate))
    return `The authorization names ${signed.contractAddress}, not ${delegate}.`
  if (BigInt(signed.nonce) !== nonce)
    return `The authorization has nonce ${signed.nonce} and the account is at ${nonce}: sign a new quote.`
  if (toParity(Number(signed.v)) !== signed.yParity)
    return `The authorization's v (${signed.v}) and yParity (${signed.yParity}) differ.`
  if (!isWord(signed.r) || !isWord(signed.s))
    return 'The authorization is no signature that a chain takes.'
  const signer = await readAuthority(signed)
  if (signer !== undefined && isSameAddress(signer, account)) return undefined
  return signer === undefined
    ? 'The authorization is signed by nobody.'
    : `The authorization is signed by ${signer}, not by ${account}.`
}

/** Converts an authorization from wire form; `s` becomes the lower one, since chains reject the other. */
export function readAuthorization(signed: DelegationSignature): Authorization {
  const { contractAddress: address, chainId, nonce, r } = signed
  const { s, yParity } = lowerS({ s: BigInt(signed.s), yParity: signed.yParity })
  return { address, chainId, nonce, r: pad(r), s: numberToHex(s, { size: 32 }), yParity }
}

function isWord(hex: Hex): boolean {
  return hex.length > 2 && hex.length <= 66
}
