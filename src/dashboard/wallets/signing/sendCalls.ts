import { toHex } from 'viem'

import { Hash } from '#protocol/ids/hex.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../language/translate.ts'
import { SigningError, toSigningError } from '../errors/signingError.ts'
import type { OwnerTransaction, SigningTarget } from './signRequest.ts'
import { findOwnerProvider, requestFromWallet } from './signing.ts'

/** What a wallet says of a batch, a hint for where to look; `hashes` of the transactions it names. */
export type BatchOutcome = {
  outcome: 'waiting' | 'succeeded' | 'failed'
  hashes: readonly `0x${string}`[]
}

/**
 * The EVM chains on which the owner's wallet makes several calls in one transaction, or none of
 * them. A wallet that does not know the question offers none. Source: EIP-5792,
 * wallet_getCapabilities.
 */
export async function readBatchChains(
  signing: SigningTarget,
  chainIds: readonly number[],
): Promise<readonly number[]> {
  const provider = await findOwnerProvider(signing)
  const params = [signing.owner, chainIds.map((chainId) => toHex(chainId))]
  const answer = await provider
    .request({ method: 'wallet_getCapabilities', params })
    .catch(() => undefined)
  return chainIds.filter((chainId) => isAtomicOn(answer, chainId))
}

/**
 * Asks the owner's wallet to make calls on one chain in one batch, all or none. Source: EIP-5792,
 * wallet_sendCalls.
 *
 * @returns The batch's id, for {@link readBatchOutcome}.
 * @throws SigningError
 */
export async function sendCalls(
  signing: SigningTarget,
  calls: readonly OwnerTransaction[],
): Promise<string> {
  const [first] = calls
  if (!first || calls.some(({ chainId }) => chainId !== first.chainId))
    throw new Error(translate('A batch needs calls, all on one chain.'))
  const batch = {
    version: '2.0.0',
    chainId: toHex(first.chainId),
    from: signing.owner,
    atomicRequired: true,
    calls: calls.map(({ to, data, value = 0n }) => ({ to, data, value: toHex(value) })),
  }
  const request = { method: 'wallet_sendCalls', params: [batch] }
  const answer = await requestFromWallet(signing, request, first.chainId)
  const id = isRecord(answer) ? answer['id'] : answer
  if (typeof id === 'string' && id !== '') return id
  throw new SigningError('FAILED', translate('The wallet returned no batch ID.'))
}

/**
 * Asks the wallet that sent a batch about it. Source: EIP-5792,
 * wallet_getCallsStatus.
 *
 * @throws SigningError when the wallet does not know it.
 */
export async function readBatchOutcome(signing: SigningTarget, id: string): Promise<BatchOutcome> {
  const provider = await findOwnerProvider(signing)
  const answer = await provider
    .request({ method: 'wallet_getCallsStatus', params: [id] })
    .catch((cause: unknown) => {
      throw toSigningError(cause)
    })
  const status = isRecord(answer) ? Number(answer['status']) : Number.NaN
  const outcome = status >= 400 ? 'failed' : status >= 200 ? 'succeeded' : 'waiting'
  return { outcome, hashes: findHashes(answer) }
}

function isAtomicOn(answer: unknown, chainId: number): boolean {
  if (!isRecord(answer)) return false
  const own = answer[toHex(chainId)]
  const atomic = isRecord(own) ? own['atomic'] : undefined
  const status = isRecord(atomic) ? atomic['status'] : undefined
  return status === 'supported' || status === 'ready'
}

function findHashes(answer: unknown): readonly `0x${string}`[] {
  const receipts = isRecord(answer) ? answer['receipts'] : undefined
  const listed: readonly unknown[] = Array.isArray(receipts) ? receipts : []
  return listed.flatMap((one) => {
    const hash = Hash.safeParse(isRecord(one) ? one['transactionHash'] : undefined)
    return hash.success ? [hash.data] : []
  })
}
