import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import type { AssetType } from '#protocol/caip.ts'
import type { TypedDataToSign } from '#protocol/operation.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import { composeDesk, signQuote, type TestDesk, untilTerminal } from './testDesk.ts'

const owner = privateKeyToAccount(`0x${'a1'.repeat(32)}`)

let devnet: TestDevnet
let database: TestDatabase
let desk: TestDesk
let account: RoleBasedAccount

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  desk = composeDesk(devnet.network, {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
  account = accountOf(owner.address, desk.service.quotes)
  await devnet.faucet.give(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 700_000_000n },
    { assetType: asset('Delta', 'USDC'), amount: 700_000_000n },
  ])
  await desk.start()
}, 60_000)

afterAll(async () => {
  await desk.stop()
  await database.stop()
  await devnet.stop()
})

function asset(chain: string, symbol: string): AssetType {
  const chainId = devnet.network.chains.find(({ name }) => name === chain)?.chainId
  const found = devnet.network.aggregates
    .flatMap(({ members }) => members)
    .find((member) => member.symbol === symbol && member.assetType.startsWith(`${chainId}/`))
  if (!found) throw new Error(`${symbol} is not on ${chain}.`)
  return found.assetType
}

function sign(data: TypedDataToSign) {
  return owner.signTypedData({
    ...data,
    primaryType: 'Approve',
    types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
  })
}

test('a swap goes from one chain to another and ends COMPLETED', async () => {
  const quote = await desk.service.quotes.quoteV3({
    from: {
      accounts: [account],
      asset: { assetId: asset('Firth', 'USDC') },
      amount: '10000000',
    },
    to: { asset: { assetId: asset('Delta', 'WETH') } },
  })
  const signed = await signQuote(quote, sign)
  await desk.executions.accept(signed, { receivedBody: signed })
  const seen: string[] = []
  const record = await untilTerminal(desk, {
    quoteId: quote.id,
    onStatus(status) {
      if (seen.at(-1) !== status) seen.push(status)
    },
  })
  expect(desk.errors).toEqual([])
  expect(record.status).toBe('COMPLETED')
  expect(record.originChainOperations).toHaveLength(1)
  expect(record.destinationChainOperations).toHaveLength(1)
})
