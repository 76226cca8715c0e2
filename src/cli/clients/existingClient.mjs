// Uses the service as existing third-party clients do: their request shapes, their order of calls,
// strings compared with ===. Exits with an error where one of them would fail.
//
//   node existingClient.mjs <role-based|basic|EIP-7702|solana> <1|3>
import assert from 'node:assert/strict'
import { createPrivateKey, sign as signBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData, parseAbi } from 'viem'
import { entryPoint07Address, getUserOperationHash } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const [kind, generation] = [process.argv[2], Number(process.argv[3])]
const {
  ESTUARY_URL: url = '',
  API_KEY: apiKey = 'estuary-devnet',
  KEY_FILE: keyFile = '',
} = process.env
const friend = '0x00000000000000000000000000000000000f41e7'
/** Clients send asset ids in lower case and look them up in responses. */
const usdc = { firth: 'eip155:71117001/erc20:', lagoon: 'eip155:71117003/erc20:' }
for (const chain of Object.keys(usdc)) usdc[chain] += '0x83b2483c479e0613dda2f9fc1a949a4c42bc2e15'
const usdcOnReef = await solanaAsset()

// Keys are generated once and kept in the file.
if (!existsSync(keyFile))
  writeFileSync(keyFile, JSON.stringify([generatePrivateKey(), generatePrivateKey()]))
const [session, admin] = JSON.parse(readFileSync(keyFile, 'utf8')).map(privateKeyToAccount)
const solana = solanaKey()

const account = await predictAccount()
const from = kind === 'solana' ? usdcOnReef : usdc.firth
await ask('POST', '/api/devnet/faucet', {
  address: account.accountAddress,
  assetType: from,
  amount: '20000000',
})
await checkBalance()
await transfer()
if (kind !== 'solana') await call()
console.log(`COMPLETED: ${kind}, generation ${generation}`)

/** The client only knows the keys; the service returns the address of the account. */
async function predictAccount() {
  if (kind === 'solana') return { type: 'solana', accountAddress: solana.address }
  const roles = { sessionAddress: session.address, adminAddress: admin.address }
  const basic = { type: 'smartacct-v3.1-ecdsa', signerAddress: session.address }
  if (kind === 'EIP-7702')
    return {
      type: 'smartacct-v3.3-ecdsa',
      signerAddress: session.address,
      accountAddress: session.address,
      deploymentType: 'EIP7702',
    }
  const keys = kind === 'basic' ? basic : roles
  const { predictedAddress } = await ask('POST', '/api/account/predict-address', keys)
  return { ...keys, accountAddress: predictedAddress.toLowerCase() }
}

/** Any EVM chain number carries the address for all chains. */
async function checkBalance() {
  if (generation === 1) {
    const query = new URLSearchParams({ address: account.accountAddress, assetId: from })
    const { balanceBySpecificAsset } = await ask(
      'GET',
      `/api/v2/balances/aggregated-balance?${query}`,
    )
    assert.equal(balanceBySpecificAsset.find((one) => one.assetType === from)?.balance, '20000000')
    return
  }
  const prefix = kind === 'solana' ? 'solana' : 'eip155:1'
  const query = new URLSearchParams({
    account: `${prefix}:${account.accountAddress}`,
    assetId: from,
  })
  const answer = await ask('GET', `/v3/balances/aggregated-balance?${query}`)
  assert.equal(
    answer.balanceBySpecificAsset.find((one) => one.assetType === from)?.balance,
    '20000000',
  )
  assert.equal(answer.accounts.evm ?? answer.accounts.solana, account.accountAddress)
}

/** A session key without a policy pays another person. */
async function transfer() {
  const recipient = `eip155:71117003:${friend}`
  const quote = await ask('POST', generation === 1 ? '/api/v1/quote' : '/api/v3/quote', {
    from: { ...party(), asset: { assetId: from }, amount: '5000000' },
    to: { asset: { assetId: usdc.lagoon }, account: recipient },
  })
  const [answered] = generation === 1 ? [quote.account] : quote.accounts
  for (const field of Object.keys(account)) assert.equal(answered[field], account[field])
  assert.ok(quote.originToken.assetType.includes(from))
  assert.ok(from in quote.fees.assets)
  assert.equal(quote.destinationToken.assetType, usdc.lagoon)
  assert.equal(quote.destinationToken.recipientAccount, recipient)
  for (const operation of quote.originChainsOperations) {
    if (operation.userOp) assert.equal(operation.userOp.sender, account.accountAddress)
    assert.equal(operation.assetType, from)
    await sign(operation)
  }
  // Generation 1 clients also sign the operation that deploys the destination account.
  if (generation === 1) await sign(quote.destinationChainOperation)
  const record = await execute(quote)
  assert.equal(record.user, account.accountAddress)
  assert.equal(record.recipientAccountId, `eip155:71117003/${friend}`)
  assert.equal(record.destinationChainOperations.length, generation === 1 ? 2 : 1)
}

/** Calls on one chain: the quote's operation is signed again, and there must be one. */
async function call() {
  const [, address] = from.split(':').slice(1)
  const { chainOperation, tamperProofSignature } = await ask(
    'POST',
    generation === 1 ? '/api/quotes/prepare-call-quote' : '/api/v3/quote/prepare-call-quote',
    {
      ...party(),
      targetChain: 'eip155:71117001',
      calls: [{ to: address, data: transferData(1_000_000n), value: '0x0' }],
      // Names the token without requiring any of it.
      tokensRequired: [{ assetType: from, amount: '0' }],
      allowanceRequirements: [],
    },
  )
  assert.equal(chainOperation.assetType, from)
  await sign(chainOperation)
  const quote = await ask(
    'POST',
    generation === 1 ? '/api/quotes/call-quote' : '/api/v3/quote/call-quote',
    { ...party(), chainOperation, tamperProofSignature },
  )
  assert.ok(quote.originChainsOperations.length > 0)
  for (const operation of quote.originChainsOperations) await sign(operation)
  const record = await execute(quote)
  assert.equal(record.originChainOperations.length, 1)
}

async function execute(quote) {
  const path = generation === 1 ? '/api/quotes/execute-quote' : '/v3/quote/execute'
  assert.deepEqual(await ask('POST', path, quote), { success: true, guarantees: null, error: null })
  const status = generation === 1 ? '/api/status' : '/v3/status'
  const query = `quoteId=${quote.id}`
  let record = {}
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(500)) {
    record = await ask('GET', `${status}/get-execution-status?${query}`)
    assert.equal(record.quoteId, quote.id)
    if (['COMPLETED', 'REFUNDED', 'FAILED'].includes(record.status)) break
  }
  assert.equal(record.status, 'COMPLETED')
  const history = generation === 1 ? '/api/status' : '/api/v3/status'
  const user = new URLSearchParams({ user: account.accountAddress, limit: '10' })
  const { transactions } = await ask('GET', `${history}/get-tx-history?${user}`)
  const row = transactions.find((one) => one.quoteId === quote.id)
  assert.equal(row?.user, account.accountAddress)
  assert.ok(row.originToken.assetType.includes(from))
  return record
}

async function sign(operation) {
  if (operation.dataToSign !== undefined) {
    operation.signature = solana.sign(Buffer.from(operation.dataToSign, 'base64'))
    return
  }
  const { userOp, typedDataToSign, delegation } = operation
  // A session key signs the typed data; other keys sign the ERC-4337 user operation hash.
  userOp.signature =
    kind === 'role-based'
      ? await session.signTypedData(typedDataToSign)
      : await session.signMessage({ message: { raw: hashOf(operation) } })
  if (!delegation) return
  const { chainId } = typedDataToSign.domain
  const { contractAddress, nonce } = delegation
  const signed = await session.signAuthorization({ contractAddress, nonce, chainId })
  // As the specification has it: v as a hex string.
  delegation.signature = {
    chainId,
    contractAddress,
    nonce,
    r: signed.r,
    s: signed.s,
    v: signed.yParity === 0 ? '0x1b' : '0x1c',
    yParity: signed.yParity,
    type: 'Signed',
  }
}

/** Numbers are strings on the wire. */
function hashOf({ userOp, typedDataToSign }) {
  const numbers = Object.fromEntries(
    Object.entries(userOp).map(([name, text]) => [name, /^\d+$/.test(text) ? BigInt(text) : text]),
  )
  return getUserOperationHash({
    userOperation: numbers,
    entryPointAddress: entryPoint07Address,
    entryPointVersion: '0.7',
    chainId: typedDataToSign.domain.chainId,
  })
}

function party() {
  return generation === 1 ? { account } : { accounts: [account] }
}

function transferData(amount) {
  const abi = parseAbi(['function transfer(address to, uint256 amount)'])
  return encodeFunctionData({ abi, args: [friend, amount] })
}

async function solanaAsset() {
  const assets = await ask('GET', '/api/assets/list')
  const members = assets.find(({ symbol }) => symbol === 'USDC').aggregatedEntities
  return members.find(({ assetType }) => assetType.startsWith('solana:'))?.assetType
}

/** The Solana key whose seed is the file's first key, with its address. */
function solanaKey() {
  const [text] = JSON.parse(readFileSync(keyFile, 'utf8'))
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([prefix, Buffer.from(text.slice(2), 'hex')])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x } = key.export({ format: 'jwk' })
  return {
    address: base58(Buffer.from(x, 'base64url')),
    sign: (bytes) => base58(signBytes(null, bytes, key)),
  }
}

function base58(bytes) {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let [rest, text] = [BigInt(`0x${bytes.toString('hex')}`), '']
  for (; rest > 0n; rest /= 58n) text = letters[Number(rest % 58n)] + text
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}

async function ask(method, path, body) {
  const headers = { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
