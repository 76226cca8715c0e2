// Deposits 1,500 USDC into an ERC-4626 vault, whatever chains the account holds them on.
import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const url = process.env.ESTUARY_URL ?? 'http://127.0.0.1:8080'
const { chains, hasFaucet } = await ask('/api/discovery')
const { chain, vault } = chains.find((one) => one.vault)
const assets = (await ask('/api/assets/list')).find(({ symbol }) => symbol === 'USDC')
const { assetType } = assets.aggregatedEntities.find((one) => one.assetType.startsWith(`${chain}/`))

const key = privateKeyToAccount(process.env.PRIVATE_KEY ?? generatePrivateKey())
const keys = { sessionAddress: key.address, adminAddress: key.address }
const { predictedAddress: accountAddress } = await ask('/api/account/predict-address', keys)
if (hasFaucet) await ask('/api/devnet/faucet', { address: accountAddress })
else console.log(`Pays from ${accountAddress}: fund it, and keep it by PRIVATE_KEY.`)

const accounts = [{ ...keys, accountAddress }]
const abi = parseAbi(['function deposit(uint256 assets, address receiver)'])
const data = encodeFunctionData({ abi, args: [1_500_000_000n, accountAddress] })
const { chainOperation, tamperProofSignature } = await ask('/api/v3/quote/prepare-call-quote', {
  accounts,
  targetChain: chain,
  calls: [{ to: vault, data }],
  tokensRequired: [{ assetType, amount: '1500000000' }],
  allowanceRequirements: [{ assetType, amount: '1500000000', spender: vault }],
})
await sign(chainOperation)
const signed = { accounts, chainOperation, tamperProofSignature }
const quote = await ask('/api/v3/quote/call-quote', signed)
await Promise.all(quote.originChainsOperations.map(sign))
await ask('/api/v3/quote/execute-quote', quote)

let status = 'PENDING'
for (; !/COMPLETED|REFUNDED|FAILED/.test(status); await wait(250))
  status = (await ask(`/api/v3/status/get-execution-status?quoteId=${quote.id}`)).status
console.log(`${status}: paid ${quote.originToken.amount} of ${quote.originToken.aggregatedAssetId}`)

async function sign({ userOp, typedDataToSign }) {
  userOp.signature = await key.signTypedData(typedDataToSign)
}
async function ask(path, body) {
  const key = process.env.API_KEY ?? 'estuary-devnet'
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const request = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url + path, { headers, ...request })
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
  return response.json()
}
