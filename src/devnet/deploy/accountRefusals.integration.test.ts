import { concat, encodeFunctionData, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  buildGuardCall,
  nativeToken,
  buildTransferCall,
} from '#chains/evm/operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '#chains/evm/operation/batch.ts'
import { signPaymasterData } from '#chains/evm/build/signPaymasterData.ts'
import type { TransactionCall } from '#chains/evm/rpc/transaction.ts'
import {
  packUserOperation,
  type PackedUserOperation,
  type UserOp,
} from '#chains/evm/operation/userOperation.ts'
import { roleAccountAbi } from '#contracts/abi/roleAccount.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type EvmAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
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
import { getDevnetChain, mine, getRevertName, readTime } from '#testing/devnet/settlement.ts'

const account = createTestAccount({
  session: `0x${'c1'.repeat(32)}`,
  admin: `0x${'c2'.repeat(32)}`,
})
const { session, admin } = account
const thirdParty = privateKeyToAccount(`0x${'c3'.repeat(32)}`)
const { usdc, validityGuard } = devnetAddresses

/** A call that should revert, and its sender. */
type Attempt = TransactionCall & { from: EvmAddress }
type Case = [title: string, error: string, attempt: () => Promise<Attempt>]

let devnet: TestDevnet
let chain: DevnetChain

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = getDevnetChain(devnet, 'Firth')
  await devnet.faucet.send(account.address, [
    { assetType: `${toEvmChainId(chain.number)}/slip44:60`, amount: 10n ** 18n },
    { assetType: `${toEvmChainId(chain.number)}/erc20:${usdc}`, amount: 1_000_000_000n },
  ])
  await mine(chain, { from: executor, calls: [buildCreateCall(account)] })
})
afterAll(() => devnet.stop())

describe('the service path refuses', () => {
  test.each<Case>([
    ['an operation without a paymaster', 'AA23 reverted: WrongPaymaster', () => unpaid()],
    ['another paymaster', 'AA23 reverted: WrongPaymaster', () => otherPaymaster()],
    ['a batch without the guard', 'AA23 reverted: UnguardedBatch', () => batch([spend()])],
    ['a batch of nothing', 'AA23 reverted: UnguardedBatch', () => batch([])],
    ['a guard that is not first', 'AA23 reverted: UnguardedBatch', () => guardLast()],
    ['a call that is no batch', 'AA23 reverted: UnguardedBatch', () => service(replaceData())],
    [
      'a call of the account itself',
      'AA23 reverted: ForbiddenTarget',
      () => calls(account.address),
    ],
    ['a call of address zero', 'AA23 reverted: ForbiddenTarget', () => calls(nativeToken)],
    ['a co-signature of somebody else', 'AA24 signature error', () => cosignedBy(thirdParty)],
    ['a co-signature of the session key', 'AA24 signature error', () => cosignedBy(session)],
    ['an approval of somebody else', 'AA24 signature error', () => approvedBy(thirdParty)],
    ['an approval of the co-signer', 'AA24 signature error', () => approvedByCosigner()],
    ['an approval of other calls', 'AA24 signature error', () => changedAfter('callData')],
    ['gas changed after co-signing', 'AA24 signature error', () => changedAfter('gas')],
    ['what was signed for another chain', 'AA24 signature error', () => fromOtherChain()],
    [
      'a bundle of a third party',
      'AA33 reverted: NotExecutor',
      () => bundledBy(thirdParty.address),
    ],
    [
      'a bundle of the account’s admin',
      'AA33 reverted: NotExecutor',
      () => bundledBy(admin.address),
    ],
    ['a sponsorship that nobody known signed', 'AA34 signature error', () => sponsoredBy(forger())],
    [
      'a sponsorship that is over',
      'AA32 paymaster expired or not due',
      () => sponsoredBy(expired()),
    ],
    ['an operation that was executed', 'AA25 invalid account nonce', () => executedBefore()],
  ])('%s: %s', refuses)

  test('no operation that is in order, of the session key or of the admin', async () => {
    expect(await getRevertName(chain, await approvedBy(session))).toBe('taken')
    expect(await getRevertName(chain, await approvedBy(admin))).toBe('taken')
  })
})

describe('the owner path refuses', () => {
  test.each<Case>([
    ['the session key alone', 'AA24 signature error', () => owned(session)],
    ['the session key alone when sponsored', 'AA24 signature error', () => ownedSponsored(session)],
    ['the co-signer alone', 'AA24 signature error', () => owned(cosigner())],
    ['a third party', 'AA24 signature error', () => owned(thirdParty)],
  ])('%s: %s', refuses)

  test('not the admin, who may call the account itself there', async () => {
    expect(await getRevertName(chain, await owned(admin))).toBe('taken')
    expect(await getRevertName(chain, await ownedSponsored(admin))).toBe('taken')
  })
})

describe('the account refuses', () => {
  test.each<Case>([
    ['a batch of the session key', 'AccountUnauthorized', () => direct(session.address)],
    ['a batch of the co-signer', 'AccountUnauthorized', () => direct(cosigner().address)],
    ['a batch of a third party', 'AccountUnauthorized', () => direct(thirdParty.address)],
    ['new keys from the session key', 'AccountUnauthorized', () => replacedBy(session.address)],
    ['new keys from a third party', 'AccountUnauthorized', () => replacedBy(thirdParty.address)],
    ['a guarded batch that is over', 'OutsideValidity', () => window(-200n, -100n)],
    ['a guarded batch before its time', 'OutsideValidity', () => window(100n, 200n)],
  ])('%s: %s', refuses)

  test('nothing of this from the admin', async () => {
    expect(await getRevertName(chain, await direct(admin.address))).toBe('taken')
    expect(await getRevertName(chain, await replacedBy(admin.address))).toBe('taken')
    expect(await getRevertName(chain, await window(-100n, 100n))).toBe('taken')
  })
})

async function refuses(_: string, error: string, attempt: () => Promise<Attempt>): Promise<void> {
  expect(await getRevertName(chain, await attempt())).toBe(error)
}

function cosigner() {
  return privateKeyToAccount(devnetKeys.cosigner)
}

function spend(): BatchCall {
  return buildTransferCall(usdc, { recipient: thirdParty.address, amount: 1_000_001n })
}

function replaceData(): Hex {
  const args = [thirdParty.address] as const
  return encodeFunctionData({ abi: roleAccountAbi, functionName: 'replaceSession', args })
}

function bundle(op: PackedUserOperation, from: EvmAddress = executor.address): Attempt {
  return { ...buildBundleCall(op), from }
}

/** A valid operation, not signed yet. */
async function draft(callData?: Hex): Promise<UserOp> {
  const spending = callData ?? (await buildGuardedBatch(chain, [spend()]))
  return buildSponsoredOperation(chain, { account, callData: spending })
}

async function signed(op: PackedUserOperation): Promise<PackedUserOperation> {
  return signAsService(chain, op, { approver: session })
}

async function service(callData: Hex): Promise<Attempt> {
  return bundle(await signed(packUserOperation(await draft(callData))))
}

async function unpaid(): Promise<Attempt> {
  return bundle(await signed(removeSponsor(await draft())))
}

async function otherPaymaster(): Promise<Attempt> {
  const op = { ...(await draft()), paymaster: thirdParty.address }
  return bundle(await signed(packUserOperation(op)))
}

async function batch(calls: readonly BatchCall[]): Promise<Attempt> {
  return service(encodeBatch(calls))
}

async function guardLast(): Promise<Attempt> {
  const validUntil = (await readTime(chain)) + 120n
  return batch([spend(), buildGuardCall(validityGuard, { validAfter: 0n, validUntil })])
}

async function calls(to: EvmAddress): Promise<Attempt> {
  return service(await buildGuardedBatch(chain, [spend(), { to, value: 0n, data: replaceData() }]))
}

async function cosignedBy(cosigner: typeof session): Promise<Attempt> {
  const op = packUserOperation(await draft())
  return bundle(await signAsService(chain, op, { approver: session, cosigner }))
}

async function approvedBy(approver: typeof session): Promise<Attempt> {
  const op = packUserOperation(await draft())
  return bundle(await signAsService(chain, op, { approver }))
}

async function approvedByCosigner(): Promise<Attempt> {
  return approvedBy(cosigner())
}

/** An operation changed after signing: its gas, or its calls. */
async function changedAfter(what: 'callData' | 'gas'): Promise<Attempt> {
  const op = packUserOperation(await draft())
  const before = await signed(op)
  if (what === 'gas') return bundle({ ...before, preVerificationGas: op.preVerificationGas + 1n })
  const other = buildTransferCall(usdc, { recipient: thirdParty.address, amount: 2_000_000n })
  const changed = packUserOperation({
    ...(await draft(await buildGuardedBatch(chain, [other]))),
    nonce: op.nonce,
  })
  const after = await signed(changed)
  const signature = concat([slice(before.signature, 0, 65), slice(after.signature, 65)])
  return bundle({ ...after, signature })
}

async function fromOtherChain(): Promise<Attempt> {
  const op = packUserOperation(await draft())
  return bundle(await signAsService(getDevnetChain(devnet, 'Delta'), op, { approver: session }))
}

async function bundledBy(from: EvmAddress): Promise<Attempt> {
  return bundle(await signed(packUserOperation(await draft())), from)
}

type Sponsorship = { key: Hash; lastsSeconds: bigint }

function forger(): Sponsorship {
  return { key: devnetKeys.cosigner, lastsSeconds: 600n }
}

function expired(): Sponsorship {
  return { key: devnetKeys.paymasterSigner, lastsSeconds: -60n }
}

async function sponsoredBy({ key, lastsSeconds }: Sponsorship): Promise<Attempt> {
  const op = await draft()
  const paymasterData = await signPaymasterData(op, {
    key,
    chainNumber: chain.number,
    paymaster: op.paymaster,
    validUntil: (await readTime(chain)) + lastsSeconds,
  })
  return bundle(await signed(packUserOperation({ ...op, paymasterData })))
}

async function executedBefore(): Promise<Attempt> {
  const op = await signed(packUserOperation(await draft()))
  await mine(chain, { from: executor, calls: [buildBundleCall(op)] })
  return bundle(op)
}

/** The account pays for itself and replaces its session key, as only the owner path may. */
async function owned(owner: typeof session): Promise<Attempt> {
  const op = removeSponsor(await draft(replaceData()))
  return bundle(await signAsOwner(chain, op, owner))
}

async function ownedSponsored(owner: typeof session): Promise<Attempt> {
  const op = packUserOperation(await draft())
  return bundle(await signAsOwner(chain, op, owner))
}

async function direct(from: EvmAddress): Promise<Attempt> {
  return { to: account.address, data: encodeBatch([spend()]), value: 0n, from }
}

async function replacedBy(from: EvmAddress): Promise<Attempt> {
  return { to: account.address, data: replaceData(), value: 0n, from }
}

async function window(fromSeconds: bigint, untilSeconds: bigint): Promise<Attempt> {
  const now = await readTime(chain)
  const guard = buildGuardCall(validityGuard, {
    validAfter: now + fromSeconds,
    validUntil: now + untilSeconds,
  })
  const data = encodeBatch([guard, spend()])
  return { to: account.address, data, value: 0n, from: admin.address }
}
