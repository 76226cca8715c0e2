// Deposits 1,500 USDC into an ERC-4626 vault on Lagoon, whatever chains the account holds them on.
import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const url = process.env.ESTUARY_URL ?? 'http://127.0.0.1:8080'
const usdc = 'eip155:71117003/erc20:0x83b2483c479E0613DDa2f9FC1A949a4C42BC2E15'
const vault = '0xC1ae74dE0C65dD9f2bE086CfA82D97f10159E463'

const key = privateKeyToAccount(generatePrivateKey())
const keys = { sessionAddress: key.address, adminAddress: key.address }
const { predictedAddress: accountAddress } = await ask('/api/account/predict-address', keys)
await ask('/api/devnet/faucet', { address: accountAddress })

const accounts = [{ ...keys, accountAddress }]
const abi = parseAbi(['function deposit(uint256 assets, address receiver)'])
const data = encodeFunctionData({ abi, args: [1_500_000_000n, accountAddress] })
const { chainOperation, tamperProofSignature } = await ask('/api/v3/quote/prepare-call-quote', {
  accounts,
  targetChain: 'eip155:71117003',
  calls: [{ to: vault, data }],
  tokensRequired: [{ assetType: usdc, amount: '1500000000' }],
  allowanceRequirements: [{ assetType: usdc, amount: '1500000000', spender: vault }],
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
  const headers = { 'x-api-key': process.env.API_KEY ?? 'estuary-devnet' }
  if (body) headers['content-type'] = 'application/json'
  const request = { method: body ? 'POST' : 'GET', headers, body: JSON.stringify(body) }
  const response = await fetch(url + path, request)
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
  return response.json()
}
