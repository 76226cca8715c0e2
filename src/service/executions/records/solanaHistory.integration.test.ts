import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'

import type { Account } from '#protocol/accounts/account.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { composeCalls, signCall } from '#testing/harness/calls.ts'
import { signOnSolana } from '#testing/harness/solana.ts'
import { requestQuote, carryOut, setUpSolanaHarness } from '#testing/harness/solanaHarness.ts'

const nobody = '0x00000000000000000000000000000000000f41e4'

const harness = setUpSolanaHarness({ roles: 'all' })
const { asset } = harness

test('what the Solana account pays is its own, though an EVM account stands first', async () => {
  const { onEvm, onSolana } = harness
  const record = await swap({ from: asset('Reef', 'USDC'), accounts: [onEvm, onSolana] })
  expect(record).toMatchObject({ status: 'COMPLETED', user: onSolana.accountAddress })
  expect(await readNewest(onSolana)).toBe(record.quoteId)
  expect(await readNewest(onEvm)).toBeUndefined()
})

test('what the EVM account pays is not listed under a Solana account that is named', async () => {
  const { onEvm, onSolana } = harness
  const before = await readNewest(onSolana)
  const record = await swap({ from: asset('Firth', 'USDC'), accounts: [onSolana, onEvm] })
  expect(record).toMatchObject({ status: 'COMPLETED', user: onEvm.accountAddress })
  expect(await readNewest(onEvm)).toBe(record.quoteId)
  expect(await readNewest(onSolana)).toBe(before)
})

test('what both pay stands under both', async () => {
  const { onEvm, onSolana } = harness
  const record = await swap({
    from: 'agg:usdc',
    amount: '1000000000',
    accounts: [onSolana, onEvm],
  })
  expect(record).toMatchObject({ status: 'COMPLETED', user: onSolana.accountAddress })
  for (const account of [onEvm, onSolana]) expect(await readNewest(account)).toBe(record.quoteId)
})

test('a call stands under the account that makes it and under the one that pays for it', async () => {
  const { services, devnet, database, owner, user, onEvm, onSolana } = harness
  for (const { accountAddress } of [onEvm, onSolana])
    services.service.balances.forget(accountAddress)
  const calls = composeCalls(services, { network: devnet.network, storage: database.storage })
  const needed = { assetType: asset('Lagoon', 'USDC'), amount: '20000000' }
  const { chainId, reference } = splitAssetType(needed.assetType)
  const args = [nobody, BigInt(needed.amount)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const { quote } = await signCall(
    {
      accounts: [onSolana, onEvm],
      targetChain: chainId,
      fromAssetId: asset('Reef', 'USDC'),
      tokensRequired: [needed],
      allowanceRequirements: [],
      calls: [{ to: EvmAddress.parse(reference), data, value: '0x0' }],
    },
    { calls, services, signer: owner },
  )
  const record = await carryOut(harness, signOnSolana(quote, user))
  expect(record).toMatchObject({ status: 'COMPLETED', user: onSolana.accountAddress })
  for (const account of [onEvm, onSolana]) expect(await readNewest(account)).toBe(record.quoteId)
})

/** Swaps into a token on Delta, for an unused address. */
async function swap(ask: { from: string; amount?: string; accounts: Account[] }) {
  const { amount = '20000000' } = ask
  const request = { ...ask, to: asset('Delta', 'USDC'), amount, recipient: nobody }
  return carryOut(harness, await requestQuote(harness, request))
}

async function readNewest({ accountAddress: user }: Account): Promise<string | undefined> {
  const { transactions } = await harness.services.executions.history({
    user,
    limit: 1,
    sortBy: 'createdAt',
  })
  return transactions[0]?.quoteId
}
