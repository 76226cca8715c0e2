import { concat, createWalletClient, type Hex, http, numberToHex, size } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  buildBundleCall,
  buildCreateCall,
  executor,
  buildGuardedBatch,
  signAsService,
  buildSponsoredOperation,
  createTestAccount,
  type TestAccount,
} from '#testing/devnet/account.ts'
import {
  signAttestation,
  getDevnetChain,
  mine,
  buildOrder,
  readTime,
} from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { Order } from '#protocol/orders/order.ts'
import { buildDepositCall, nativeToken } from '../operation/accountCalls.ts'
import { createEvmClient } from '../rpc/client.ts'
import { createEvmSettlement } from '../settlement/evmSettlement.ts'
import { signPaymasterData } from '../build/signPaymasterData.ts'
import { packUserOperation } from '../operation/userOperation.ts'

const { entryPoint, originEscrow, paymaster } = devnetAddresses

let devnet: TestDevnet
let chain: DevnetChain
beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = getDevnetChain(devnet, 'Firth')
})
afterAll(() => devnet.stop())

test('a depositor that bundles an operation while it is refunded is not sponsored', async () => {
  const attacker = createTestAccount({
    session: Hash.parse(generatePrivateKey()),
    admin: Hash.parse(generatePrivateKey()),
  })
  await mine(chain, { from: executor, calls: [buildCreateCall(attacker)] })
  const collector = privateKeyToAccount(generatePrivateKey()).address
  const { data } = buildBundleCall(await withheldOperation(attacker), collector)

  const { order, depositor } = await depositNative()
  await delegate(depositor, await deploy(callsOnReceive(data)))
  const before = await readSponsor()
  const held = await chain.client.getBalance({ address: order.depositor })
  await refund(order)
  expect(await chain.client.getBalance({ address: order.depositor })).toBe(
    held + order.amount + order.fee,
  )
  expect(await readSponsor()).toBe(before)
  expect(await chain.client.getBalance({ address: collector })).toBe(0n)
})

test('a depositor that burns gas while it is refunded gets nothing at the service\u2019s expense', async () => {
  const { order, depositor } = await depositNative()
  // Counts down from 60,000 and stops: about 1.5 million gas.
  const burner = '0x6200ea605b600190038060045700'
  await delegate(depositor, await deploy(burner))
  expect(await settlement().prepare(await readRefund(order))).toEqual({
    refused: 'SWAP_USES_TOO_MUCH_GAS',
    revertData: '0x',
  })
})

/** An operation that the service sponsored and co-signed but never bundled; it needs little gas. */
async function withheldOperation(account: TestAccount) {
  const callData = await buildGuardedBatch(chain, [])
  const op = {
    ...(await buildSponsoredOperation(chain, { account, callData })),
    callGasLimit: 60_000n,
    verificationGasLimit: 120_000n,
    paymasterVerificationGasLimit: 60_000n,
  }
  const paymasterData = await signPaymasterData(op, {
    key: devnetKeys.paymasterSigner,
    chainNumber: chain.number,
    paymaster,
    validUntil: (await readTime(chain)) + 600n,
  })
  const packed = packUserOperation({ ...op, paymasterData })
  return signAsService(chain, packed, { approver: account.session })
}

/**
 * Code that calls the EntryPoint with `data` whenever it is called. In an executor's transaction it
 * reverts unless that succeeds, so that a gas estimate includes it.
 */
function callsOnReceive(data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 })
  return concat([
    // Copies `data`, which follows these 71 bytes, to memory.
    ...(['0x61', length, '0x610047', '0x5f39'] as const),
    // CALL(gas, entryPoint, 0, 0, length, 0, 0)
    ...(['0x5f5f61', length, '0x5f5f73', entryPoint, '0x5af1'] as const),
    // if (success || origin != executor) stop, else revert
    ...(['0x3273', executor.address, '0x141517604557', '0x5f5ffd', '0x5b00'] as const),
    data,
  ])
}

/** Deploys code. */
async function deploy(code: Hex): Promise<Hex> {
  const length = numberToHex(size(code), { size: 2 })
  const data = concat(['0x61', length, '0x600c5f39', '0x61', length, '0x5ff3', code])
  const { client } = chain
  const hash = await thirdParty().sendTransaction({ chain: null, data, gas: 5_000_000n })
  await client.mine({ blocks: 1 })
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  return contractAddress
}

function thirdParty() {
  const account = privateKeyToAccount(devnetKeys.trickster)
  return createWalletClient({ account, transport: http(chain.rpcUrl) })
}

type Depositor = ReturnType<typeof privateKeyToAccount>

/** A deposit of native coins by a new depositor. */
async function depositNative(): Promise<{ order: Order; depositor: Depositor }> {
  const depositor = privateKeyToAccount(generatePrivateKey())
  await chain.client.setBalance({ address: depositor.address, value: 10n ** 18n })
  const { payee, feeReceiver } = devnet.network.roles
  const terms = { depositor: depositor.address, token: nativeToken, payee, feeReceiver } as const
  const order = await buildOrder(chain, terms)
  await mine(chain, { from: depositor, calls: [buildDepositCall(originEscrow, order)] })
  return { order, depositor }
}

/** Delegates an account to code by EIP-7702. */
async function delegate(depositor: Depositor, code: Hex): Promise<void> {
  const { client } = chain
  const nonce = await client.getTransactionCount({ address: depositor.address })
  const authorization = await depositor.signAuthorization({
    contractAddress: code,
    chainId: chain.number,
    nonce,
  })
  await thirdParty().sendTransaction({
    chain: null,
    to: nativeToken,
    authorizationList: [authorization],
    gas: 200_000n,
  })
  await client.mine({ blocks: 1 })
  expect(await client.getCode({ address: depositor.address })).toMatch(/^0xef0100/)
}

function settlement() {
  const [firth] = devnet.network.chains
  if (!firth) throw new Error('The devnet has no chain.')
  return createEvmSettlement(firth, {
    client: createEvmClient(firth.chainId, { rpcUrl: chain.rpcUrl }),
    roles: devnet.network.roles,
    tokens: [],
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
}

async function readRefund(order: Order) {
  const attestation = await signAttestation(chain, { order, verdict: 'Cancelled' })
  return { kind: 'refund', order, attestation } as const
}

/** Refunds a deposit the way the worker does. */
async function refund(order: Order): Promise<void> {
  const escrowChain = settlement()
  const prepared = await escrowChain.prepare(await readRefund(order))
  if ('refused' in prepared) throw new Error(`The refund was refused: ${prepared.refused}.`)
  const sender = escrowChain.senders[prepared.sender]
  const { raw, hash } = await prepared.sign(
    await escrowChain.nonces.readTransactionCount(sender, 'latest'),
  )
  expect(await escrowChain.broadcast(raw)).toBe('taken')
  await chain.client.mine({ blocks: 1 })
  expect(await chain.client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
}

/** Deposit of the paymaster at the EntryPoint, wei. */
function readSponsor(): Promise<bigint> {
  return chain.client.readContract({
    address: entryPoint,
    abi: entryPointAbi,
    functionName: 'balanceOf',
    args: [paymaster],
  })
}
