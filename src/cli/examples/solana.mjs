// A wallet on Solana turns 100 USDC into the coin of an EVM chain, for an address there.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

const url = process.env.ESTUARY_URL ?? 'http://127.0.0.1:8080'

// 32 bytes of hex are an Ed25519 key once they have the prefix of PKCS #8.
const seed = (process.env.PRIVATE_KEY ?? generatePrivateKey()).slice(2)
const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex')
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
const accountAddress = base58(publicKey.subarray(-32))
const recipient = privateKeyToAddress(generatePrivateKey())

const { accountTypes, chains, hasFaucet } = await ask('/api/discovery')
if (hasFaucet) await ask('/api/devnet/faucet', { address: accountAddress })
else console.log(`Pays from ${accountAddress}: fund it, and keep it by PRIVATE_KEY.`)
const [{ chain, nativeAsset }] = chains.filter(({ chain }) => chain.startsWith('eip155:'))
const accounts = [{ type: accountTypes.solana, accountAddress }]
const quote = await ask('/api/v3/quote', {
  from: { accounts, asset: { assetId: 'agg:usdc' }, amount: '100000000' },
  to: { asset: { assetId: nativeAsset }, account: `${chain}:${recipient}` },
})
// The wallet signs a transaction's message; the service pays the fees and sends it.
for (const operation of quote.originChainsOperations)
  operation.signature = base58(sign(null, Buffer.from(operation.dataToSign, 'base64'), privateKey))
await ask('/api/v3/quote/execute-quote', quote)

let status = 'PENDING'
for (; !/COMPLETED|REFUNDED|FAILED/.test(status); await wait(250))
  status = (await ask(`/api/v3/status/get-execution-status?quoteId=${quote.id}`)).status
console.log(`${status}: ${quote.destinationToken.amount} of ${quote.destinationToken.assetType}`)

function base58(bytes) {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    text = letters[Number(rest % 58n)] + text
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}
async function ask(path, body) {
  const key = process.env.API_KEY ?? 'estuary-devnet'
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const request = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url + path, { headers, ...request })
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
  return response.json()
}
