import { findEvmChain } from '#networks/chainsOf.ts'
import type { PrivateKeyAccount } from 'viem/accounts'

import { readUserOperation } from '#chains/evm/operation/userOperation.ts'
import type { Network } from '#networks/network.ts'
import { approveTypedData } from '#protocol/orders/approval.ts'
import { evmChainNumber, splitAssetType } from '#protocol/ids/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { QuoteRates } from '#service/quotes/pricing/rates.ts'
import { createQuotes } from '#service/quotes/quotes.ts'
import { createSealer } from '#service/quotes/build/seal.ts'
import { composeQuotes, testQuoteKey } from '#testing/quotes/quotes.ts'
import { signApproval } from '#testing/harness/desk.ts'

/**
 * The quotes of a thief who holds the key that seals them: written for a network as it suits the thief, on
 * the nodes of the true one.
 */
export function forgeQuotes(
  network: Network,
  { rates, ...options }: { rates?: QuoteRates; clock?: () => number } = {},
) {
  const parts = composeQuotes(network, options)
  const quotes = createQuotes({
    ...parts,
    network,
    quoteKey: testQuoteKey,
    ...(rates && { rates }),
  })
  return { ...parts, quotes }
}

/** A quote under a seal of its own, as whoever holds the key makes it. */
export function sealAnew<Any extends AnyQuote>(quote: Any, network: Network): Any {
  const seal = createSealer(testQuoteKey, { kind: 'quote', network: network.name })
  return { ...quote, tamperProofSignature: seal(quote) }
}

/** Signs an EVM operation for what it does, whatever it says beside that to its signer. */
export async function signForWhatItDoes<Any extends ChainOperation>(
  operation: Any,
  { key, network }: { key: PrivateKeyAccount; network: Network },
): Promise<Any> {
  if (!isEvmOperation(operation)) return operation
  const { chainId } = splitAssetType(operation.assetType)
  const chain = findEvmChain(network, chainId)
  const domain = chain?.approveDomain ?? { name: '', version: '' }
  const chainNumber = evmChainNumber(chainId) ?? 0
  const op = readUserOperation(operation.userOp)
  const typedDataToSign = approveTypedData(op, { chainNumber, domain })
  const signature = await signApproval({ ...operation, typedDataToSign }, key)
  return { ...operation, userOp: { ...operation.userOp, signature } }
}
