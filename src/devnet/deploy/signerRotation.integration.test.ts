import { encodeFunctionData } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import { packUserOperation } from '#chains/evm/operation/userOperation.ts'
import { accountFactoryAbi } from '#contracts/abi/accountFactory.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { devnetKeys } from '../plan/keys.ts'
import type { DevnetChain } from './startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  buildBundleCall,
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
  readHoldings,
  mine,
  getRevertName,
} from '#testing/devnet/settlement.ts'

const owner = privateKeyToAccount(devnetKeys.deployer)
const old = privateKeyToAccount(devnetKeys.cosigner)
const next = privateKeyToAccount(`0x${'c7'.repeat(32)}`)
const thirdParty = privateKeyToAccount(`0x${'c8'.repeat(32)}`)
const account = createTestAccount({
  session: `0x${'c5'.repeat(32)}`,
  admin: `0x${'c6'.repeat(32)}`,
})
const { signers, accountFactory, usdc } = devnetAddresses
const shop: EvmAddress = `0x${'c9'.repeat(20)}`
/** Index of the co-signer among the roles of Signers.sol. */
const cosignerRole = 0

let devnet: TestDevnet
let chain: DevnetChain

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = getDevnetChain(devnet, 'Firth')
  const coins = { assetType: `${chain.chainId}/slip44:60`, amount: 10n ** 18n } as const
  const tokens = { assetType: `${chain.chainId}/erc20:${usdc}`, amount: 9_000_000n } as const
  await devnet.faucet.send(account.address, [coins, tokens])
  for (const { address } of [thirdParty, old, next]) await devnet.faucet.send(address, [coins])
})
afterAll(() => devnet.stop())

// Order matters: each test starts with the keys that the one before left.
test('a new co-signer counts only after the delay, and the old one until then', async () => {
  const before = await addresses()
  const byThirdParty = { ...propose(next.address), from: thirdParty.address }
  expect(await getRevertName(chain, byThirdParty)).toBe('OwnableUnauthorizedAccount')
  await mine(chain, { from: owner, calls: [propose(next.address)] })
  expect(await getRevertName(chain, { ...accept(), from: owner.address })).toBe('TooEarly')
  expect(await cosignedBy(old)).toBe('taken')
  expect(await cosignedBy(next)).toBe('AA24 signature error')

  const delay = await chain.client.readContract({
    address: signers,
    abi: signersAbi,
    functionName: 'DELAY',
  })
  expect(delay).toBeGreaterThan(0n)
  await chain.client.increaseTime({ seconds: Number(delay) })
  await chain.client.mine({ blocks: 1 })
  expect(await cosignedBy(next)).toBe('AA24 signature error')
  await mine(chain, { from: owner, calls: [accept()] })

  expect(await cosignedBy(old)).toBe('AA24 signature error')
  expect(await cosignedBy(next)).toBe('taken')
  await mine(chain, { from: executor, calls: [await bundle(next)] })
  expect(await addresses()).toEqual(before)
})

test('a co-signer is revoked at once and for good, by itself or the owner and by nobody else', async () => {
  const before = await addresses()
  const byThirdParty = { ...disable(next.address), from: thirdParty.address }
  expect(await getRevertName(chain, byThirdParty)).toBe('NotOwnerOrKey')
  expect(await cosignedBy(next)).toBe('taken')
  await mine(chain, { from: next, calls: [disable(next.address)] })

  expect(await cosignedBy(next)).toBe('AA24 signature error')
  const again = { ...propose(next.address), from: owner.address }
  expect(await getRevertName(chain, again)).toBe('KeyDisabled')
  expect(await addresses()).toEqual(before)
})

test('without any co-signer the owner of an account still moves everything', async () => {
  expect(await cosignedBy(old)).toBe('AA24 signature error')
  const op = removeSponsor(await operation())
  const signed = await signAsOwner(chain, op, account.admin)
  const ask = { token: usdc, holders: { shop, account: account.address } }
  const before = await readHoldings(chain, ask)
  await mine(chain, { from: thirdParty, calls: [buildBundleCall(signed, thirdParty.address)] })
  expect(getChanges(before, await readHoldings(chain, ask))).toEqual({ shop: 1n, account: -1n })
})

async function operation() {
  const callData = await buildGuardedBatch(chain, [
    buildTransferCall(usdc, { recipient: shop, amount: 1n }),
  ])
  return buildSponsoredOperation(chain, { account, callData })
}

/** An operation approved by the session key, with this co-signature. */
async function bundle(cosigner: PrivateKeyAccount) {
  const packed = packUserOperation(await operation())
  const signed = await signAsService(chain, packed, { approver: account.session, cosigner })
  return buildBundleCall(signed)
}

/** The node's verdict on an operation with this co-signature. */
async function cosignedBy(cosigner: PrivateKeyAccount): Promise<string> {
  return getRevertName(chain, { ...(await bundle(cosigner)), from: executor.address })
}

/** Addresses of accounts, deployed and not, and the code there. */
async function addresses() {
  const args = [account.session.address, account.admin.address] as const
  const other = [account.admin.address, account.session.address] as const
  const read = {
    address: accountFactory,
    abi: accountFactoryAbi,
    functionName: 'roleAccount',
  } as const
  const found = await Promise.all([
    chain.client.readContract({ ...read, args }),
    chain.client.readContract({ ...read, args: other }),
    chain.client.getCode({ address: signers }),
    chain.client.getCode({ address: accountFactory }),
    chain.client.getCode({ address: devnetAddresses.roleAccount }),
  ])
  expect(found[0]).toBe(account.address)
  return found
}

function propose(key: EvmAddress) {
  const args = [cosignerRole, [key], 1] as const
  return toSigners(encodeFunctionData({ abi: signersAbi, functionName: 'propose', args }))
}

function accept() {
  const args = [cosignerRole] as const
  return toSigners(encodeFunctionData({ abi: signersAbi, functionName: 'accept', args }))
}

function disable(key: EvmAddress) {
  const args = [key] as const
  return toSigners(encodeFunctionData({ abi: signersAbi, functionName: 'disable', args }))
}

function toSigners(data: Hex) {
  return { to: signers, data, value: 0n }
}
