import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { nativeToken, buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import { encodeBatch } from '#chains/evm/operation/batch.ts'
import { buildCancelCall } from '#chains/evm/orders/settlement.ts'
import { packUserOperation } from '#chains/evm/operation/userOperation.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { devnetKeys } from '../plan/keys.ts'
import type { DevnetChain } from './startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  buildBundleCall,
  buildCreateCall,
  executor,
  buildGuardedBatch,
  signAsOwner,
  signAsService,
  buildSponsoredOperation,
  createTestAccount,
  removeSponsor,
} from '#testing/devnet/account.ts'
import {
  getDevnetChain,
  getChanges,
  buildGrantCall,
  readHoldings,
  mine,
  generateHash,
  buildPullCall,
  getRevertName,
  type TestGrant,
  readTime,
} from '#testing/devnet/settlement.ts'

const account = createTestAccount({
  session: `0x${'e1'.repeat(32)}`,
  admin: `0x${'e2'.repeat(32)}`,
})
const { admin, session } = account
const shop: EvmAddress = `0x${'e3'.repeat(20)}`
const beneficiary: EvmAddress = `0x${'e4'.repeat(20)}`
const solver = privateKeyToAccount(devnetKeys.solver)
const { destinationSettler, entryPoint, usdc } = devnetAddresses

let devnet: TestDevnet
let chain: DevnetChain

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = getDevnetChain(devnet, 'Firth')
  const coins = { assetType: `${chain.chainId}/slip44:60`, amount: 10n ** 18n } as const
  const tokens = { assetType: `${chain.chainId}/erc20:${usdc}`, amount: 9_000_000n } as const
  await devnet.faucet.send(account.address, [coins, tokens])
  await devnet.faucet.send(admin.address, [coins])
  await mine(chain, { from: executor, calls: [buildCreateCall(account)] })
})
afterAll(() => devnet.stop())

test('granted tokens and coins are pulled and spent in one batch of the account', async () => {
  const grant: TestGrant = {
    prepareId: generateHash(),
    account: account.address,
    tokens: [usdc, nativeToken],
    amounts: [3_000_001n, 10n ** 16n + 1n],
    deadline: (await readTime(chain)) + 300n,
  }
  const before = await taken()
  const gas = await mine(chain, { from: solver, calls: [buildGrantCall(grant)] })
  expect(await gained(before)).toEqual({
    tokens: unchanged,
    coins: { ...unchanged, solver: -(10n ** 16n) - 1n - gas, settler: 10n ** 16n + 1n },
  })

  const callData = await buildGuardedBatch(chain, [
    buildPullCall(solver.address, grant),
    buildTransferCall(usdc, { recipient: shop, amount: 3_000_000n }),
    buildTransferCall(nativeToken, { recipient: shop, amount: 10n ** 16n }),
  ])
  const op = packUserOperation(await buildSponsoredOperation(chain, { account, callData }))
  const signed = await signAsService(chain, op, { approver: session })
  await mine(chain, { from: executor, calls: [buildBundleCall(signed, beneficiary)] })
  const after = await gained(before)
  // The paymaster's deposit at the EntryPoint pays the gas.
  const paid = after.coins['beneficiary'] ?? 0n
  expect(paid).toBeGreaterThan(0n)
  expect(after).toEqual({
    tokens: { ...unchanged, solver: -3_000_001n, account: 1n, shop: 3_000_000n },
    coins: {
      ...unchanged,
      solver: -(10n ** 16n) - 1n - gas,
      account: 1n,
      shop: 10n ** 16n,
      beneficiary: paid,
      entryPoint: -paid,
    },
  })
})

test('what was granted in coins and cancelled is with the solver again', async () => {
  const grant: TestGrant = {
    prepareId: generateHash(),
    account: account.address,
    tokens: [nativeToken],
    amounts: [10n ** 16n + 7n],
    deadline: (await readTime(chain)) + 300n,
  }
  const before = await taken()
  const granting = await mine(chain, { from: solver, calls: [buildGrantCall(grant)] })
  const cancelling = await mine(chain, {
    from: solver,
    calls: [buildCancelCall(grant.prepareId, { settler: destinationSettler })],
  })
  expect(await gained(before)).toEqual({
    tokens: unchanged,
    coins: { ...unchanged, solver: -granting - cancelling },
  })
})

test('the admin moves everything directly, without anybody of the service', async () => {
  const before = await taken()
  const data = encodeBatch([
    buildTransferCall(usdc, { recipient: shop, amount: 2_000_003n }),
    buildTransferCall(nativeToken, { recipient: shop, amount: 10n ** 15n + 3n }),
  ])
  await mine(chain, { from: admin, calls: [{ to: account.address, data, value: 0n }] })
  expect(await gained(before)).toEqual({
    tokens: { ...unchanged, account: -2_000_003n, shop: 2_000_003n },
    coins: { ...unchanged, account: -(10n ** 15n) - 3n, shop: 10n ** 15n + 3n },
  })
})

test('a batch of which one call fails moves nothing', async () => {
  const data = encodeBatch([
    buildTransferCall(usdc, { recipient: shop, amount: 1n }),
    buildTransferCall(usdc, { recipient: shop, amount: 10n ** 30n }),
  ])
  const before = await taken()
  const attempt = { to: account.address, data, value: 0n, from: admin.address }
  expect(await getRevertName(chain, attempt)).toBe('ERC20InsufficientBalance')
  await expect(mine(chain, { from: admin, calls: [attempt] })).rejects.toThrow('reverted')
  expect(await gained(before)).toEqual({ tokens: unchanged, coins: unchanged })
})

test('an operation with the admin’s 65 bytes moves value and pays its own gas, whoever bundles it', async () => {
  const callData = encodeBatch([
    buildTransferCall(usdc, { recipient: shop, amount: 1_000_009n }),
    buildTransferCall(nativeToken, { recipient: shop, amount: 10n ** 15n + 9n }),
  ])
  const op = removeSponsor(await buildSponsoredOperation(chain, { account, callData }))
  const signed = await signAsOwner(chain, op, admin)
  const before = await taken()
  const deposited = await depositOf(account.address)
  await mine(chain, { from: admin, calls: [buildBundleCall(signed, beneficiary)] })

  const { tokens, coins } = await gained(before)
  const kept = (await depositOf(account.address)) - deposited
  const paid = coins['beneficiary'] ?? 0n
  expect(paid).toBeGreaterThan(0n)
  expect(tokens).toEqual({ ...unchanged, account: -1_000_009n, shop: 1_000_009n })
  expect(coins).toEqual({
    ...unchanged,
    account: -(10n ** 15n) - 9n - paid - kept,
    shop: 10n ** 15n + 9n,
    beneficiary: paid,
    entryPoint: kept,
  })
})

/** No balance changes. */
const unchanged = {
  account: 0n,
  shop: 0n,
  solver: 0n,
  settler: 0n,
  beneficiary: 0n,
  entryPoint: 0n,
}

async function taken() {
  const holders = {
    account: account.address,
    shop,
    solver: solver.address,
    settler: destinationSettler,
    beneficiary,
    entryPoint,
  }
  return {
    tokens: await readHoldings(chain, { token: usdc, holders }),
    coins: await readHoldings(chain, { token: nativeToken, holders }),
  }
}

async function gained(before: Awaited<ReturnType<typeof taken>>) {
  const after = await taken()
  return {
    tokens: getChanges(before.tokens, after.tokens),
    coins: getChanges(before.coins, after.coins),
  }
}

/** An account's deposit at the EntryPoint, wei. */
function depositOf(account: EvmAddress): Promise<bigint> {
  return chain.client.readContract({
    address: entryPoint,
    abi: entryPointAbi,
    functionName: 'balanceOf',
    args: [account],
  })
}
