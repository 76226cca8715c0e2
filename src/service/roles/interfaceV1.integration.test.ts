import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { defaultAccountTypes, type EvmAccount } from '#protocol/accounts/account.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { isTerminal } from '#protocol/status/status.ts'
import { buildSessionTypedData } from '#protocol/accounts/session.ts'
import { getAsset } from '#testing/harness/composeServices.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { startTestService, type TestService } from '#testing/harness/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

// `accountKinds.integration.test.ts` has each kind with each form of signature.
test.each([
  ['role-based', 'roleBased', 'approve'],
  ['EIP-7702', 'eip7702', 'hash'],
] as const)(
  'a quote of generation 1 for a %s account (%s, %s) is executed without its destination operation',
  async (_, kind, form) => {
    const owner = await newOwner(kind)
    const { network } = service.devnet
    const assetId = getAsset(network, { chain: 'Firth', symbol: 'USDC' })
    const amount = 5_000_000n
    await service.devnet.faucet.send(owner.account.accountAddress, [{ assetType: assetId, amount }])
    const to = getAsset(network, { chain: 'Delta', symbol: 'USDT' })
    const quote = endpoints.quoteV1.response.parse(
      await post('/api/v1/quote', {
        from: { account: owner.account, asset: { assetId }, amount: amount.toString() },
        to: { asset: { assetId: to } },
      }),
    )
    // The account is on neither chain yet: both operations would make it, or delegate it.
    const operations = [...quote.originChainsOperations, quote.destinationChainOperation]
    const makes = operations.map((operation) =>
      operation && isEvmOperation(operation) && operation.delegation ? 'delegates' : 'deploys',
    )
    expect(makes).toEqual(Array(2).fill(kind === 'eip7702' ? 'delegates' : 'deploys'))
    const { originChainsOperations } = await signByOwners(
      { ...quote, accounts: [quote.account] },
      { owners: [owner], network, form },
    )
    const answer = await post('/api/quotes/execute-quote', { ...quote, originChainsOperations })
    expect(answer).toEqual({ success: true, guarantees: null, error: null })
    expect(await untilTerminal(quote.id)).toMatchObject({ status: 'COMPLETED' })
    const delta = service.devnet.chains.find(({ chainId }) => to.startsWith(`${chainId}/`))
    const delivered = await delta?.client.readContract({
      address: EvmAddress.parse(splitAssetType(to).reference),
      abi: devTokenAbi,
      functionName: 'balanceOf',
      args: [owner.account.accountAddress],
    })
    expect(delivered?.toString()).toBe(quote.destinationToken.amount)
  },
)

test('an admin ends a session key over HTTP', async () => {
  const [session, admin] = ['51', '52'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))
  if (!session || !admin) throw new Error('Two keys are needed.')
  const keys = { sessionAddress: session.address, adminAddress: admin.address }
  const { predictedAddress: accountAddress } = endpoints.predictAddress.response.parse(
    await post('/api/account/predict-address', keys),
  )
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 60)
  const statement = { account: accountAddress, session: session.address, deadline }
  const typedData = buildSessionTypedData(statement, service.devnet.network.name)
  const body = {
    account: { ...keys, accountAddress },
    deadline: deadline.toString(),
    signature: await admin.signTypedData(typedData),
  }
  expect(await post('/api/account/revoke-session', body)).toEqual({
    accountAddress,
    sessionAddress: session.address,
    isRevoked: true,
    policy: { paysOthers: false, makesCalls: false },
  })
  const policy = { paysOthers: true, makesCalls: false }
  const allowed = buildSessionTypedData({ ...statement, policy }, service.devnet.network.name)
  const signature = await admin.signTypedData(allowed)
  const again = await service.ask('/api/account/allow-session', { ...body, policy, signature })
  expect(again.status).toBe(409)
})

let made = 0

/** A new account at the address that the service predicts. */
async function newOwner(kind: 'roleBased' | 'basic' | 'eip7702'): Promise<TestOwner> {
  made += 1
  const key = privateKeyToAccount(`0x${(0x6e01_0000 + made).toString(16).padStart(64, '0')}`)
  const { address } = key
  const keys =
    kind === 'roleBased'
      ? { sessionAddress: address, adminAddress: address }
      : { type: defaultAccountTypes[kind], signerAddress: address }
  const { predictedAddress: accountAddress } = endpoints.predictAddress.response.parse(
    await post('/api/account/predict-address', keys),
  )
  const account: EvmAccount =
    'signerAddress' in keys && kind === 'eip7702'
      ? { ...keys, accountAddress, deploymentType: 'EIP7702' }
      : { ...keys, accountAddress }
  return { key, account }
}

/** Posts JSON and returns the response body. @throws Error with the body of an error response. */
async function post(path: string, body: unknown): Promise<unknown> {
  const response = await service.ask(path, body)
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

async function untilTerminal(quoteId: string) {
  for (;;) {
    const response = await service.ask(`/api/status/get-execution-status?quoteId=${quoteId}`)
    const record = endpoints.status.response.parse(await response.json())
    if ('status' in record && isTerminal(record.status)) return record
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
