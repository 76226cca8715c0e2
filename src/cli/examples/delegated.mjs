// An EIP-7702 account, an ordinary address with our code, turns 100 USDC over all chains into ETH.
import { setTimeout as wait } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const url = process.env.ESTUARY_URL ?? 'http://127.0.0.1:8080'
const apiKey = process.env.API_KEY ?? 'estuary-devnet'

const signer = privateKeyToAccount(process.env.PRIVATE_KEY ?? generatePrivateKey())
const { accountTypes, hasFaucet } = await ask('/api/discovery')
const { address } = signer
if (hasFaucet) await ask('/api/devnet/faucet', { address })
else console.log(`Pays from ${address}: fund it, and keep it by PRIVATE_KEY.`)

const kind = { type: accountTypes.eip7702, deploymentType: 'EIP7702' }
const accounts = [{ ...kind, signerAddress: address, accountAddress: address }]
const quote = await ask('/api/v3/quote', {
  from: { accounts, asset: { assetId: 'agg:usdc' }, amount: '100000000' },
  to: { asset: { assetId: 'agg:eth' } },
})
for (const { userOp, typedDataToSign, delegation } of quote.originChainsOperations) {
  userOp.signature = await signer.signTypedData(typedDataToSign)
  if (!delegation) continue // this chain knows the address with our code already
  const { chainId } = typedDataToSign.domain
  const signed = await signer.signAuthorization({ ...delegation, chainId })
  delegation.signature = { ...delegation, ...signed, v: Number(signed.v), type: 'Signed' }
}
await ask('/api/v3/quote/execute-quote', quote)

let status = 'PENDING'
for (; !/COMPLETED|REFUNDED|FAILED/.test(status); await wait(250))
  status = (await ask(`/api/v3/status/get-execution-status?quoteId=${quote.id}`)).status
console.log(`${status}: ${quote.destinationToken.amount} of ${quote.destinationToken.assetType}`)

async function ask(path, body) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const request = { method: body ? 'POST' : 'GET', headers, body: JSON.stringify(body) }
  const response = await fetch(url + path, request)
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
  return response.json()
}
