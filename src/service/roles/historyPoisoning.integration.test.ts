import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Account, defaultAccountTypes } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { type HistoryRecord, isTerminal, StatusRecord } from '#protocol/status/status.ts'
import { getAsset } from '#testing/harness/composeServices.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { startTestService, type TestService } from '#testing/harness/service.ts'

/** Paths of generation 3 and of generation 1. */
const historyPaths = ['/api/v3/status/get-tx-history', '/api/status/get-tx-history']
const statusPaths = ['/api/v3/status/get-execution-status', '/api/status/get-execution-status']

const friend = '0xda46e938dd9adc1e1a78af9b842677cf95909fc2'
/** Looks like {@link friend} at both ends. */
const imitation = '0xda46d06bf7ce118b675a5c476f6bfe73d4d29fc2'

let service: TestService
let victim: TestOwner
let stranger: TestOwner
/** What the victim has done: paid its friend. */
let paid: HistoryRecord

beforeAll(async () => {
  service = await startTestService()
  ;[victim, stranger] = await Promise.all([newOwner('51'), newOwner('66')])
  await service.devnet.faucet.send(victim.account.accountAddress, [
    { assetType: asset('Firth'), amount: 50_000_000n },
  ])
  await service.devnet.faucet.send(stranger.account.accountAddress, [
    { assetType: asset('Lagoon'), amount: 50_000_000n },
  ])
  const { quoteId } = await pay(victim, { from: asset('Firth'), recipient: friend })
  const [record] = await readHistory(victim)
  if (record?.quoteId !== quoteId) throw new Error('The victim paid nobody.')
  paid = record
})
afterAll(() => service.stop())

test.each([
  ['first', () => [victim, stranger]],
  ['last', () => [stranger, victim]],
])(
  'an execution that a third party signed is not listed under a victim that stands %s among its accounts',
  async (_place, owners) => {
    const record = await pay(stranger, {
      from: asset('Lagoon'),
      recipient: imitation,
      accounts: owners().map(({ account }) => account),
    })
    expect(record.status).toBe('COMPLETED')
    await expectUnchanged(record)
  },
)

test('an execution of a third party is not listed under the EIP-7702 account of the victim, nor under who received', async () => {
  const type = defaultAccountTypes.eip7702
  const signerAddress = victim.key.address
  const delegated: Account = {
    type,
    signerAddress,
    accountAddress: signerAddress,
    deploymentType: 'EIP7702',
  }
  const record = await pay(stranger, {
    from: asset('Lagoon'),
    recipient: victim.account.accountAddress,
    accounts: [delegated, victim.account, stranger.account],
  })
  expect(record.status).toBe('COMPLETED')
  await expectUnchanged(record)
  expect(await readHistory({ account: delegated })).toEqual([])
})

test('what two accounts pay together stands under both, and the user is the first in the order asked', async () => {
  const idle = await newOwner('77')
  const accounts = [idle, stranger, victim].map(({ account }) => account)
  // More than either of them holds.
  const record = await pay(victim, { from: 'agg:usdc', amount: '60000000', accounts })
  expect(record.originChainOperations).toHaveLength(2)
  expect(record.user).toBe(stranger.account.accountAddress)
  for (const owner of [stranger, victim])
    expect((await readHistory(owner))[0]).toMatchObject({
      quoteId: record.quoteId,
      user: record.user,
    })
  expect(await readHistory(idle)).toEqual([])
})

/** Expects the third party's execution under its own account only, in every API version. */
async function expectUnchanged({ quoteId }: StatusRecord): Promise<void> {
  const user = stranger.account.accountAddress
  expect(await readHistory(victim)).toEqual([paid])
  expect(await readHistory({ account: { accountAddress: imitation } })).toEqual([])
  expect((await readHistory(stranger))[0]).toMatchObject({ quoteId, user })
  for (const path of statusPaths)
    expect(await get(`${path}?quoteId=${quoteId}`)).toMatchObject({ quoteId, user })
}

/** An account's executions; both generations tell the same. */
async function readHistory({
  account,
}: {
  account: Pick<Account, 'accountAddress'>
}): Promise<readonly HistoryRecord[]> {
  const [v3, v1] = await Promise.all(
    historyPaths.map(async (path) =>
      endpoints.history.response.parse(await get(`${path}?user=${account.accountAddress}`)),
    ),
  )
  expect(v1).toEqual(v3)
  return v3?.transactions ?? []
}

/** Quotes, signs with the payers' keys, executes and waits until it is terminal. */
async function pay(
  owner: TestOwner,
  ask: { from: string; amount?: string; accounts?: readonly Account[]; recipient?: string },
): Promise<StatusRecord> {
  const { from, amount = '2000000', accounts = [owner.account], recipient } = ask
  const to = asset('Delta')
  const account = recipient && `${splitAssetType(to).chainId}:${recipient}`
  const quote = endpoints.quote.response.parse(
    await post('/api/v3/quote', {
      from: { accounts, asset: { assetId: from }, amount },
      to: { asset: { assetId: to }, ...(account && { account }) },
    }),
  )
  const { network } = service.devnet
  const { originChainsOperations } = await signByOwners(quote, {
    owners: [victim, stranger],
    network,
  })
  await post('/api/v3/quote/execute-quote', { ...quote, originChainsOperations })
  for (;;) {
    const record = endpoints.status.response.parse(
      await get(`${statusPaths[0]}?quoteId=${quote.id}`),
    )
    if ('status' in record && isTerminal(record.status)) return StatusRecord.parse(record)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function newOwner(byte: string): Promise<TestOwner> {
  const key = privateKeyToAccount(`0x${byte.repeat(32)}`)
  const keys = { sessionAddress: key.address, adminAddress: key.address }
  const { predictedAddress: accountAddress } = endpoints.predictAddress.response.parse(
    await post('/api/account/predict-address', keys),
  )
  return { key, account: { ...keys, accountAddress } }
}

function asset(chain: string): AssetType {
  return getAsset(service.devnet.network, { chain, symbol: 'USDC' })
}

async function get(path: string): Promise<unknown> {
  return readAnswer(path, await service.ask(path))
}

async function post(path: string, body: unknown): Promise<unknown> {
  return readAnswer(path, await service.ask(path, body))
}

async function readAnswer(path: string, response: Response): Promise<unknown> {
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}
