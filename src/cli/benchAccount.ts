import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { endpoints } from '#protocol/endpoints.ts'
import { ask, type BenchService } from './benchService.ts'

/** A fresh role-based account, one key in both roles, as requests name it. */
export type BenchAccount = {
  key: PrivateKeyAccount
  wire: { sessionAddress: Hex; adminAddress: Hex; accountAddress: Hex }
}

/** A swap to ask for: asset ids, and the amount in the smallest unit of `from`. */
export type BenchSwap = { from: string; to: string; amount: bigint }

/** A quote as received with its signatures filled in, and its id. */
export type SignedQuote = { id: string; body: Record<string, unknown> }

/** Makes an account with a new key, funded from the faucet; nothing is deployed. */
export async function newAccount(service: BenchService): Promise<BenchAccount> {
  const key = privateKeyToAccount(generatePrivateKey())
  const keys = { sessionAddress: key.address, adminAddress: key.address }
  const answer = await ask(service, 'predictAddress', keys)
  const { predictedAddress } = endpoints.predictAddress.response.parse(answer)
  await ask(service, 'faucet', { address: predictedAddress })
  return { key, wire: { ...keys, accountAddress: predictedAddress } }
}

/** Asks for a quote and signs every operation of it with the session key. */
export async function signedQuote(
  service: BenchService,
  { account, swap }: { account: BenchAccount; swap: BenchSwap },
): Promise<SignedQuote> {
  const received = await ask(service, 'quote', swapRequest(account, swap))
  const quote = endpoints.quote.response.parse(received)
  const body = structuredClone(asRecord(received))
  for (const [index, operation] of quote.originChainsOperations.entries()) {
    if (!('typedDataToSign' in operation)) throw new Error('The quote has a Solana operation')
    const { domain, types, primaryType, message } = operation.typedDataToSign
    const signature = await account.key.signTypedData({ domain, types, primaryType, message })
    asRecord(operationOf(body, index)['userOp'])['signature'] = signature
  }
  return { id: quote.id, body }
}

/** Body of the v3 quote request for this swap. */
export function swapRequest(account: BenchAccount, swap: BenchSwap): Record<string, unknown> {
  return {
    from: {
      accounts: [account.wire],
      asset: { assetId: swap.from },
      amount: swap.amount.toString(),
    },
    to: { asset: { assetId: swap.to } },
  }
}

function operationOf(quote: Record<string, unknown>, index: number): Record<string, unknown> {
  const operations = quote['originChainsOperations']
  return asRecord(Array.isArray(operations) ? operations[index] : undefined)
}

function asRecord(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new Error('The answer is no object')
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
