import { createWalletClient, http } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  buildApproveCall,
  buildDepositCall,
  nativeToken,
  buildTransferCall,
} from '#chains/evm/operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '#chains/evm/operation/batch.ts'
import { buildRefund } from '#chains/evm/orders/settlementAbi.ts'
import { buildDeployment, predictAccount } from '#chains/evm/account/predictAccount.ts'
import {
  type PackedUserOperation,
  packUserOperation,
  type UserOp,
} from '#chains/evm/operation/userOperation.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { DevnetChain } from './startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { buildBundleCall, signAsOwner } from '#testing/devnet/account.ts'
import {
  getDevnetChain,
  getChanges,
  readHoldings,
  mine,
  buildOrder,
  getRevertName,
} from '#testing/devnet/settlement.ts'

const thirdParty = privateKeyToAccount(`0x${'f3'.repeat(32)}`)
const shop: EvmAddress = `0x${'f4'.repeat(20)}`
const beneficiary: EvmAddress = `0x${'f5'.repeat(20)}`
const { originEscrow, usdc, delegate } = devnetAddresses

/** An account with the key that owns it, and how it is created without the service. */
type Owned = {
  name: string
  owner: PrivateKeyAccount
  address: EvmAddress
  /** Deployed by its first operation. */
  deployment?: UserOp['deployment']
}

const basicOwner = privateKeyToAccount(`0x${'f1'.repeat(32)}`)
const wallet = privateKeyToAccount(`0x${'f2'.repeat(32)}`)
const admin = privateKeyToAccount(`0x${'f6'.repeat(32)}`)
const roleKeys = { kind: 'roleBased', session: thirdParty.address, admin: admin.address } as const
const basicKeys = { kind: 'basic', signer: basicOwner.address } as const
const kinds: readonly Owned[] = [
  {
    name: 'a role-based account',
    owner: admin,
    address: predictAccount(roleKeys, devnetAddresses),
    deployment: buildDeployment(roleKeys, devnetAddresses),
  },
  {
    name: 'a basic account',
    owner: basicOwner,
    address: predictAccount(basicKeys, devnetAddresses),
    deployment: buildDeployment(basicKeys, devnetAddresses),
  },
  { name: 'an EIP-7702 account', owner: wallet, address: wallet.address },
]

let devnet: TestDevnet
let chain: DevnetChain

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = getDevnetChain(devnet, 'Firth')
  const coins = { assetType: `${chain.chainId}/slip44:60`, amount: 2n * 10n ** 18n } as const
  const tokens = { assetType: `${chain.chainId}/erc20:${usdc}`, amount: 9_000_000n } as const
  for (const { address } of kinds) await devnet.faucet.send(address, [coins, tokens])
  for (const { address } of [thirdParty, admin, basicOwner])
    await devnet.faucet.send(address, [coins])
  await delegateWallet()
})
afterAll(() => devnet.stop())

// Order matters: the first operation of an account deploys it.
describe.each(kinds)('the owner of $name, without the service,', (owned) => {
  const { owner, address, deployment } = owned

  test('moves value by an operation with 65 bytes that a third party bundles, and pays its gas', async () => {
    const spend = [
      buildTransferCall(usdc, { recipient: shop, amount: 1_000_009n }),
      buildTransferCall(nativeToken, { recipient: shop, amount: 10n ** 15n + 9n }),
    ]
    const op = operationOf(address, { calls: spend, deployment })
    const forged = await signAsOwner(chain, op, thirdParty)
    expect(
      await getRevertName(chain, { ...buildBundleCall(forged), from: thirdParty.address }),
    ).toBe('AA24 signature error')

    const before = await taken(owned)
    const signed = await signAsOwner(chain, op, owner)
    await mine(chain, { from: thirdParty, calls: [buildBundleCall(signed, beneficiary)] })

    const { tokens, coins } = await gained(owned, before)
    expect(tokens).toEqual({ ...unchanged, account: -1_000_009n, shop: 1_000_009n })
    const paid = coins['beneficiary'] ?? 0n
    const kept = coins['entryPoint'] ?? 0n
    expect(paid).toBeGreaterThan(0n)
    expect(coins).toEqual({
      ...unchanged,
      account: -(10n ** 15n) - 9n - paid - kept,
      shop: 10n ** 15n + 9n,
      beneficiary: paid,
      entryPoint: kept,
    })
  })

  test('moves value directly, and nobody else does', async () => {
    const data = encodeBatch([buildTransferCall(usdc, { recipient: shop, amount: 2_000_003n })])
    const call = { to: address, data, value: 0n }
    expect(await getRevertName(chain, { ...call, from: thirdParty.address })).toBe(
      'AccountUnauthorized',
    )
    const before = await taken(owned)
    await mine(chain, { from: owner, calls: [call] })
    expect((await gained(owned, before)).tokens).toEqual({
      ...unchanged,
      account: -2_000_003n,
      shop: 2_000_003n,
    })
  })

  test('gets a deposit back from the escrow by the clock, to the smallest unit', async () => {
    const { payee, feeReceiver } = devnet.network.roles
    const terms = { depositor: address, token: usdc, payee, feeReceiver }
    const order = await buildOrder(chain, { ...terms, amount: 1_234_567n, fee: 89n })
    const before = await taken(owned)
    await act(owned, [
      buildApproveCall(usdc, { spender: originEscrow, amount: order.amount + order.fee }),
      buildDepositCall(originEscrow, order),
    ])
    expect((await gained(owned, before)).tokens).toEqual({
      ...unchanged,
      account: -1_234_656n,
      escrow: 1_234_656n,
    })

    const refund = buildRefund(order, { escrow: originEscrow })
    const early = await getRevertName(chain, { ...refund, from: address })
    expect(early).toBe('NotAttested')
    await untilRefundable(order)
    await act(owned, [refund])
    expect((await gained(owned, before)).tokens).toEqual(unchanged)
  })
})

/** No balance changes. */
const unchanged = { account: 0n, shop: 0n, escrow: 0n, beneficiary: 0n, entryPoint: 0n }

async function taken({ address: account }: Owned) {
  const { entryPoint } = devnetAddresses
  const holders = { account, shop, escrow: originEscrow, beneficiary, entryPoint }
  return {
    tokens: await readHoldings(chain, { token: usdc, holders }),
    coins: await readHoldings(chain, { token: nativeToken, holders }),
  }
}

async function gained(owned: Owned, before: Awaited<ReturnType<typeof taken>>) {
  const after = await taken(owned)
  return {
    tokens: getChanges(before.tokens, after.tokens),
    coins: getChanges(before.coins, after.coins),
  }
}

/** The owner calls the account itself; a delegated wallet calls its own address. */
async function act({ owner, address }: Owned, calls: readonly BatchCall[]): Promise<void> {
  const call = { to: address, data: encodeBatch(calls), value: 0n }
  await mine(chain, { from: owner, calls: [call] })
}

/** An operation that the account pays for: no paymaster, no co-signature. */
function operationOf(
  sender: EvmAddress,
  { calls, deployment }: { calls: readonly BatchCall[]; deployment: UserOp['deployment'] },
): PackedUserOperation {
  const packed = packUserOperation({
    sender,
    nonce: 0n,
    ...(deployment && { deployment }),
    callData: encodeBatch(calls),
    callGasLimit: 500_000n,
    verificationGasLimit: 1_000_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
    paymaster: devnetAddresses.paymaster,
    paymasterVerificationGasLimit: 0n,
    paymasterPostOpGasLimit: 0n,
    paymasterData: '0x',
    signature: '0x',
  })
  return { ...packed, paymasterAndData: '0x' }
}

/** Delegates the wallet in a transaction of its own. */
async function delegateWallet(): Promise<void> {
  const { number, client, rpcUrl } = chain
  const signed = await wallet.signAuthorization({
    chainId: number,
    contractAddress: delegate,
    // The transaction itself uses the current nonce first.
    nonce: (await client.getTransactionCount({ address: wallet.address })) + 1,
  })
  const sender = createWalletClient({ account: wallet, transport: http(rpcUrl) })
  const authorizationList = [signed]
  const hash = await sender.sendTransaction({ chain: null, to: shop, authorizationList })
  await client.waitForTransactionReceipt({ hash })
}

async function untilRefundable({ refundAfter }: Order): Promise<void> {
  const { timestamp } = await chain.client.getBlock()
  await chain.client.increaseTime({ seconds: Number(refundAfter - timestamp) })
  await chain.client.mine({ blocks: 1 })
}
