import type { Hex, TypedDataDomain } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

import { hangMs } from '#testing/hangMs.ts'
import { getAsset, fund, type ServiceInfo } from '../product/service.ts'

/** A role-based account in a quote; all fields are public. */
export type VictimAccount = { sessionAddress: Hex; adminAddress: Hex; accountAddress: Hex }

type PaymentOperation = {
  userOp: { signature: Hex }
  typedDataToSign: { domain: TypedDataDomain; message: { callDataAndNonceHash: Hex } }
}
type Quote = { id: string; originChainsOperations: PaymentOperation[] }

/**
 * A third party pays a little to a recipient, and lists an account of somebody else before its
 * own. Returns once the execution is completed.
 */
export async function payAsAttacker(
  service: ServiceInfo,
  { named, recipient }: { named: VictimAccount; recipient: Hex },
): Promise<void> {
  const key = privateKeyToAccount(generatePrivateKey())
  const keys = { sessionAddress: key.address, adminAddress: key.address }
  const { predictedAddress: accountAddress } = await ask<{ predictedAddress: Hex }>(service, {
    path: '/api/account/predict-address',
    body: keys,
  })
  // The named account has funds only on other chains: the attacker cannot sign for it.
  const assetId = getAsset(service, 'agg:usdt', 'Lagoon')
  await fund(service, { address: accountAddress, assetType: assetId, amount: '90000000' })
  const quote = await ask<Quote>(service, {
    path: '/api/v3/quote',
    body: {
      from: {
        accounts: [named, { ...keys, accountAddress }],
        asset: { assetId },
        amount: '2000000',
      },
      to: { asset: { assetId }, account: `${assetId.split('/')[0] ?? ''}:${recipient}` },
    },
  })
  const originChainsOperations = await Promise.all(
    quote.originChainsOperations.map(async (operation) => {
      const { domain, message } = operation.typedDataToSign
      const signature = await key.signTypedData({
        domain,
        types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
        primaryType: 'Approve',
        message,
      })
      return { ...operation, userOp: { ...operation.userOp, signature } }
    }),
  )
  await ask(service, {
    path: '/api/v3/quote/execute-quote',
    body: { ...quote, originChainsOperations },
  })
  await waitUntilCompleted(service, quote.id)
}

async function waitUntilCompleted(service: ServiceInfo, quoteId: string): Promise<void> {
  const deadline = performance.now() + hangMs
  const path = `/api/v3/status/get-execution-status?quoteId=${quoteId}`
  for (;;) {
    const { status } = await ask<{ status?: string }>(service, { path })
    if (status === 'COMPLETED') return
    if (performance.now() > deadline) throw new Error(`The third party's execution is ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function ask<Answer>(
  { url }: ServiceInfo,
  { path, body }: { path: string; body?: unknown },
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': 'estuary-devnet', 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${text}`)
  const answer: Answer = JSON.parse(text)
  return answer
}
