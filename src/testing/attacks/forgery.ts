import { findEvmChain } from '#networks/getChain.ts'
import type { PrivateKeyAccount } from 'viem/accounts'

import { readUserOperation } from '#chains/evm/operation/userOperation.ts'
import type { Network } from '#networks/network.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import { getEvmChainNumber, splitAssetType } from '#protocol/ids/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { QuoteRates } from '#service/quotes/pricing/rates.ts'
import { createQuotes } from '#service/quotes/quotes.ts'
import { createQuoteSigner } from '#service/quotes/build/createQuoteSigner.ts'
import { composeQuotes, testQuoteKey } from '#testing/quotes/quotes.ts'
import { signApproval } from '#testing/harness/composeServices.ts'

/** Quotes of an attacker who holds the quote key: a forged network file on the real nodes. */
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

/** Signs a quote with the quote key, as an attacker who holds that key could. */
export function resignQuote<Any extends AnyQuote>(quote: Any, network: Network): Any {
  const signQuote = createQuoteSigner(testQuoteKey, { kind: 'quote', network: network.name })
  return { ...quote, tamperProofSignature: signQuote(quote) }
}

/** Signs an EVM operation for what it really does, whatever else the quote shows its signer. */
export async function signForWhatItDoes<Any extends ChainOperation>(
  operation: Any,
  { key, network }: { key: PrivateKeyAccount; network: Network },
): Promise<Any> {
  if (!isEvmOperation(operation)) return operation
  const { chainId } = splitAssetType(operation.assetType)
  const chain = findEvmChain(network, chainId)
  const domain = chain?.approveDomain ?? { name: '', version: '' }
  const chainNumber = getEvmChainNumber(chainId) ?? 0
  const op = readUserOperation(operation.userOp)
  const typedDataToSign = buildApproveTypedData(op, { chainNumber, domain })
  const signature = await signApproval({ ...operation, typedDataToSign }, key)
  return { ...operation, userOp: { ...operation.userOp, signature } }
}
