import { getEvmChains } from '#networks/getChain.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { concat, encodeFunctionData, type Hex, maxUint48 } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildGuardCall } from '#chains/evm/operation/accountCalls.ts'
import { encodeBatch } from '#chains/evm/operation/batch.ts'
import { signPaymasterData } from '#chains/evm/build/signPaymasterData.ts'
import { buildDeployment, predictAccount } from '#chains/evm/account/predictAccount.ts'
import {
  packUserOperation,
  type PackedUserOperation,
  type UserOp,
} from '#chains/evm/operation/userOperation.ts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import type { ChainContracts } from '#networks/network.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { mineEach } from '../deploy/sendCalls.ts'
import type { DevnetChain } from '../deploy/startChains.ts'
import { type Devnet, startDevnet } from '../startDevnet.ts'

// Security rule 11: two mirror installations, each with a chain of id 1 and USDC at its public
// address. Signatures for one must not move anything on the other.

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdcType = `eip155:1/erc20:${usdc}` as const
const attacker = '0x000000000000000000000000000000000000bEEF'
const held = 500_000_000n
const moved = 200_000_000n
const types = { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] } as const
let sites: Site[]
let folders: string[]

/** An installation and its chain of id 1. */
type Site = { net: Devnet; chain: DevnetChain; contracts: ChainContracts }

beforeAll(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'estuary-mirror-'))))
  sites = await Promise.all(folders.map(startSite))
})
afterAll(async () => {
  await Promise.all(sites.map(({ net }) => net.stop()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

test('the installations have neither key, nor contract, nor account address in common', () => {
  const [here, there] = bothSites()
  const keys = [here, there].map(({ net }) => Object.values(net.installation.keys))
  expect(keys[0]?.filter((key) => keys[1]?.includes(key))).toEqual([])
  const { entryPoint, wrappedNative, ...ours } = here.contracts
  const others: readonly string[] = Object.values(there.contracts)
  expect(others).toContain(entryPoint)
  expect(others).toContain(wrappedNative)
  expect(Object.values(ours).filter((address) => others.includes(address))).toEqual([])
})

test('the first operation of an account moves its USDC on its own chain and nothing on the other', async () => {
  const [here, there] = bothSites()
  const owner = privateKeyToAccount(generatePrivateKey())
  const keys = { kind: 'roleBased', session: owner.address, admin: owner.address } as const
  const sender = predictAccount(keys, here.contracts)
  await fundBoth(sender)
  const op = await signedOperation(here, {
    owner,
    sender,
    deployment: buildDeployment(keys, here.contracts),
  })
  expect(await submit(here, op)).toBe(true)
  expect(await balance(here, sender)).toBe(held - moved)
  expect(await submit(there, op)).toBe(false)
  expect(await balance(there, sender)).toBe(held)
})

test('an EIP-7702 operation is refused elsewhere, though the same address is delegated there', async () => {
  const [here, there] = bothSites()
  const owner = privateKeyToAccount(generatePrivateKey())
  await fundBoth(owner.address)
  await delegate(here, { owner, contractAddress: here.contracts.delegate })
  await delegate(there, { owner, contractAddress: there.contracts.delegate })
  const op = await signedOperation(here, { owner, sender: owner.address })
  expect(await submit(here, op)).toBe(true)
  expect(await balance(here, owner.address)).toBe(held - moved)
  expect(await submit(there, op)).toBe(false)
  const responsored = sponsored(there, op)
  expect(await submit(there, responsored)).toBe(false)
  expect(await balance(there, owner.address)).toBe(held)
})

test('a replayed authorization points to no code there, and the operation is refused', async () => {
  const [here, there] = bothSites()
  const owner = privateKeyToAccount(generatePrivateKey())
  await fundBoth(owner.address)
  for (const site of [here, there])
    await delegate(site, { owner, contractAddress: here.contracts.delegate })
  const op = await signedOperation(here, { owner, sender: owner.address })
  expect(await submit(here, op)).toBe(true)
  expect(await submit(there, op)).toBe(false)
  expect(await balance(there, owner.address)).toBe(held)
})

async function startSite(dataDir: string): Promise<Site> {
  const net = await startDevnet({ name: 'mirror', dataDir, chains: '1', ports: { 1: 0 } })
  const [chain] = net.chains
  const contracts = getEvmChains(net.network)[0]?.contracts
  if (!chain || !contracts) throw new Error('The mirror has no chain.')
  return { net, chain, contracts }
}

function bothSites(): [Site, Site] {
  const [here, there] = sites
  if (!here || !there) throw new Error('There are not two mirrors.')
  return [here, there]
}

/** Funds the same address with the same USDC on both chains. */
async function fundBoth(to: EvmAddress): Promise<void> {
  for (const { net } of sites) {
    const faucet = net.routes.find(({ path }) => path === '/api/devnet/faucet')
    const body = { address: to, assetType: usdcType, amount: String(held) }
    const answer = await faucet?.handle({ body, params: {}, query: {} })
    expect(answer?.status).toBe(200)
  }
}

/** An operation as a site's service would submit it: sponsored, guarded, approved, co-signed. */
async function signedOperation(
  site: Site,
  account: { owner: PrivateKeyAccount; sender: EvmAddress; deployment?: UserOp['deployment'] },
): Promise<PackedUserOperation> {
  const { chain, contracts, net } = site
  const { owner, sender, deployment } = account
  const args = [attacker, moved] as const
  const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args })
  const guard = buildGuardCall(contracts.validityGuard, { validAfter: 0n, validUntil: maxUint48 })
  const bare: UserOp = {
    sender,
    nonce: 0n,
    ...(deployment && { deployment }),
    callData: encodeBatch([guard, { to: usdc, value: 0n, data }]),
    callGasLimit: 1_000_000n,
    verificationGasLimit: 1_000_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
    paymaster: contracts.paymaster,
    paymasterVerificationGasLimit: 200_000n,
    paymasterPostOpGasLimit: 0n,
    paymasterData: '0x',
    signature: '0x',
  }
  const paymasterData = await paymasterDataOf(site, bare)
  const op = packUserOperation({ ...bare, paymasterData })
  const domain = { name: 'EstuaryAccount', version: '1' }
  const typed = buildApproveTypedData(bare, { chainNumber: chain.number, domain })
  const approval = await owner.signTypedData({
    domain: typed.domain,
    types,
    primaryType: 'Approve',
    message: typed.message,
  })
  const hash = await chain.client.readContract({
    address: contracts.entryPoint,
    abi: entryPointAbi,
    functionName: 'getUserOpHash',
    args: [op],
  })
  const cosigner = privateKeyToAccount(net.installation.keys.cosigner)
  return { ...op, signature: concat([approval, await cosigner.sign({ hash })]) }
}

function paymasterDataOf({ chain, contracts, net }: Site, op: UserOp): Promise<Hex> {
  return signPaymasterData(op, {
    key: net.installation.keys.paymasterSigner,
    chainNumber: chain.number,
    paymaster: contracts.paymaster,
    validUntil: maxUint48,
  })
}

/** The operation with this site's paymaster in place of the other's. */
function sponsored(site: Site, op: PackedUserOperation): PackedUserOperation {
  const { paymaster } = site.contracts
  return { ...op, paymasterAndData: concat([paymaster, `0x${op.paymasterAndData.slice(42)}`]) }
}

/** Sends an operation by the site's executor. @returns Whether the transaction succeeded. */
async function submit(site: Site, op: PackedUserOperation): Promise<boolean> {
  const { chain, contracts, net } = site
  const from = privateKeyToAccount(net.installation.keys.executor)
  const args = [[op], from.address] as const
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'handleOps', args })
  const call = { label: 'handleOps', to: contracts.entryPoint, data, gas: 4_000_000n }
  const [outcome] = await mineEach(chain.client, { from, calls: [call] })
  return outcome?.isSuccess === true
}

async function delegate(
  { chain, net }: Site,
  { owner, contractAddress }: { owner: PrivateKeyAccount; contractAddress: EvmAddress },
): Promise<void> {
  const from = privateKeyToAccount(net.installation.keys.executor)
  const authorization = await owner.signAuthorization({ contractAddress, chainId: 1, nonce: 0 })
  const serializedTransaction = await from.signTransaction({
    type: 'eip7702',
    chainId: 1,
    nonce: await chain.client.getTransactionCount({ address: from.address }),
    to: owner.address,
    gas: 200_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
    authorizationList: [authorization],
  })
  await chain.client.sendRawTransaction({ serializedTransaction })
  await chain.client.mine({ blocks: 1 })
  expect(await chain.client.getCode({ address: owner.address })).toBe(
    `0xef0100${contractAddress.slice(2).toLowerCase()}`,
  )
}

function balance({ chain }: Site, account: EvmAddress): Promise<bigint> {
  const args = [account] as const
  return chain.client.readContract({
    address: usdc,
    abi: devTokenAbi,
    functionName: 'balanceOf',
    args,
  })
}
