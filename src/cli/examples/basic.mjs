// A basic account, one key that signs, turns 100 USDC of its balance over all chains into ETH.
import { setTimeout as wait } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const url = process.env.ESTUARY_URL ?? 'http://127.0.0.1:8080'
const apiKey = process.env.API_KEY ?? 'estuary-devnet'

const signer = privateKeyToAccount(process.env.PRIVATE_KEY ?? generatePrivateKey())
const { accountTypes, hasFaucet } = await ask('/api/discovery')
const keys = { type: accountTypes.basic, signerAddress: signer.address }
const { predictedAddress: accountAddress } = await ask('/api/account/predict-address', keys)
if (hasFaucet) await ask('/api/devnet/faucet', { address: accountAddress })
else console.log(`Pays from ${accountAddress}: fund it, and keep it by PRIVATE_KEY.`)

const accounts = [{ ...keys, accountAddress, deploymentType: 'ERC4337' }]
const quote = await ask('/api/v3/quote', {
  from: { accounts, asset: { assetId: 'agg:usdc' }, amount: '100000000' },
  to: { asset: { assetId: 'agg:eth' } },
})
for (const { userOp, typedDataToSign } of quote.originChainsOperations)
  userOp.signature = await signer.signTypedData(typedDataToSign)
await ask('/api/v3/quote/execute-quote', quote)

let status = 'PENDING'
for (; !/COMPLETED|REFUNDED|FAILED/.test(status); await wait(250))
  status = (await ask(`/api/v3/status/get-execution-status?quoteId=${quote.id}`)).status
console.log(`${status}: ${quote.destinationToken.amount} of ${quote.destinationToken.assetType}`)

async function ask(path, body) {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
  return response.json()
}
