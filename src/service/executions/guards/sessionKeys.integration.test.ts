import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { concat, pad } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'

import { type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { createOwner, type TestOwner } from '#testing/harness/kinds.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import {
  getAddress,
  admin,
  createSessionOwners,
  noMore,
  getRoleAccount,
  shop,
} from '#testing/harness/sessions.ts'

const attacker = privateKeyToAccount(`0x${'7e'.repeat(32)}`)

const harness = setUpHarness()
const { createServices, getNode } = harness
const owners = createSessionOwners(harness, () => services)
/** Accepts quotes; executes them only if a test starts it. */
let services: TestServices

beforeEach(() => {
  services = createServices({ sessionDefault: 'own-accounts' })
})

/** Anybody can name it: its address follows from the keys alone. */
function ofAdmin(session: PrivateKeyAccount): TestOwner {
  const keys = { sessionAddress: session.address, adminAddress: admin.address }
  const { predictedAddress: accountAddress } = services.service.quotes.predictAddress(keys)
  return { key: session, account: { ...keys, accountAddress } }
}

describe('A session key that is narrow by default', () => {
  test('pays the account itself and what else the admin holds, on any chain', async () => {
    const owner = await owners.funded()
    const other = createOwner(admin, { kind: 'basic', quotes: services.service.quotes })
    await services.start()
    for (const recipient of [owner, other]) {
      const quote = await owners.signed({ owner, own: [other], recipient: getAddress(recipient) })
      await owners.accept(quote)
      expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
        status: 'COMPLETED',
      })
    }
    await services.stop()
  })

  test.each<[string, () => TestOwner[], EvmAddress]>([
    ['a third party', () => [], shop],
    [
      'a third party’s account that the quote claims as its own',
      () => [createOwner(attacker, { kind: 'basic', quotes: services.service.quotes })],
      attacker.address,
    ],
    [
      'a wallet that the quote claims as its own',
      () => [createOwner(attacker, { kind: 'eip7702', quotes: services.service.quotes })],
      attacker.address,
    ],
    [
      'an account of the admin with a session key of the thief, whom nobody revokes there',
      () => [ofAdmin(attacker)],
      attacker.address,
    ],
  ])('does not pay %s, and the admin does', async (_, ownOf, address) => {
    const owner = await owners.funded()
    const own = ownOf()
    const recipient = own[0] ? getAddress(own[0]) : address
    const quote = await owners.signed({ owner, own, recipient })
    await expect(owners.accept(quote)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [
        {
          path: 'originChainsOperations.0.userOp.signature',
          message: expect.stringContaining('may not pay'),
        },
      ],
    })
    expect(await services.executions.status(quote.id)).toEqual({})
    await owners.accept(await owners.signed({ owner: { ...owner, key: admin }, own, recipient }))
  })

  test('does not pay a contract that answers with the admin’s key, nor is one taken for an account', async () => {
    const owner = await owners.funded()
    // An attacker with a session key may deploy it: it returns the admin for every call.
    const accountAddress: EvmAddress = '0x00000000000000000000000000000000000f41ea'
    const { client } = getNode('Delta')
    const bytecode = concat(['0x7f', pad(admin.address), '0x5f5260205ff3'])
    await client.setCode({ address: accountAddress, bytecode })
    const { type } = createOwner(admin, { kind: 'basic', quotes: services.service.quotes }).account
    const impostor = {
      key: attacker,
      account: { type: type ?? '', signerAddress: admin.address, accountAddress },
    }
    const refused = {
      code: 'ADDRESS_MISMATCH',
      issues: [{ path: 'from.accounts.1.accountAddress' }],
    }
    const asked = owners.signed({ owner, own: [impostor], recipient: accountAddress })
    await expect(asked).rejects.toMatchObject(refused)
    const alone = owners.signed({ owner: impostor, own: [], recipient: shop, chain: 'Delta' })
    await expect(alone).rejects.toMatchObject({ code: 'ADDRESS_MISMATCH' })
  })

  test('pays others and makes calls as soon as the admin allows it, and no more when it does not', async () => {
    const owner = await owners.funded()
    await expect(owners.callQuote(owner)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [
        {
          path: 'chainOperation.userOp.signature',
          message: expect.stringContaining('may not make contract calls'),
        },
      ],
    })
    expect(await owners.callQuote({ ...owner, key: admin })).toMatchObject({ fees: {} })
    const policy = { paysOthers: true, makesCalls: true }
    expect(await owners.allow(owner, policy)).toMatchObject({ isRevoked: false, policy })
    const call = await owners.callQuote(owner)
    await owners.accept(await owners.signed({ owner, own: [], recipient: shop }))

    await owners.allow(owner, noMore, 100n)
    await expect(
      owners.accept(await owners.signed({ owner, own: [], recipient: shop })),
    ).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    })
    // Quoted while it was allowed, and not any more.
    await expect(owners.accept(call)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: 'destinationChainOperation.userOp.signature' }],
    })
  })
})

describe('A session key that the admin revoked', () => {
  test('is co-signed on no chain, not even where the account does not stand yet', async () => {
    const owner = await owners.funded()
    const before = await owners.signed({ owner, own: [], recipient: getAddress(owner) })
    expect(await owners.revoke(owner)).toMatchObject({ isRevoked: true })
    for (const chain of ['Firth', 'Delta', 'Lagoon']) {
      const quote = await owners.signed({ owner, own: [], recipient: getAddress(owner), chain })
      await expect(owners.accept(quote)).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
        issues: [{ message: expect.stringContaining('has revoked the session key') }],
      })
    }
    await expect(owners.accept(before)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    await owners.accept(
      await owners.signed({ owner: { ...owner, key: admin }, own: [], recipient: shop }),
    )
  })

  test('is not co-signed for what was accepted before', async () => {
    const owner = await owners.funded()
    const quote = await owners.signed({ owner, own: [], recipient: getAddress(owner) })
    await owners.accept(quote)
    await owners.revoke(owner)
    await services.start()
    const record = await waitUntilTerminal(services, { quoteId: quote.id })
    await services.stop()
    expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'INVALID_SIGNATURE' })
    const left = await services.chains
      .get(splitAssetType(owners.asset('Firth', 'USDC')).chainId)
      ?.readBalance(getAddress(owner), owners.asset('Firth', 'USDC'))
    expect(left?.units).toBe(20_000_000n)
    const rows = await harness.database.storage.query<{ hash: string }>(
      'select hash from transactions where quote_id = $1',
      [quote.id],
    )
    expect(rows).toEqual([])
  })

  test('stays revoked, whatever else the admin says about it', async () => {
    const owner = await owners.funded()
    await owners.revoke(owner)
    expect(await owners.revoke(owner)).toMatchObject({ isRevoked: true, policy: noMore })
    await expect(owners.allow(owner, { paysOthers: true, makesCalls: true })).rejects.toMatchObject(
      {
        code: 'CONFLICT',
      },
    )
  })
})

describe('A statement about a session key', () => {
  test('is taken from the admin only', async () => {
    const owner = await owners.funded()
    for (const key of [owner.key, attacker])
      await expect(owners.revoke(owner, { key })).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
        issues: [{ path: 'signature' }],
      })
  })

  test('is good for its account, session, network and words only', async () => {
    const owner = await owners.funded()
    const other = await owners.funded()
    const request = await owners.statement(owner, { policy: noMore })
    const sessions = owners.sessions()
    await expect(sessions.revoke(request)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    for (const changed of [
      { ...request, account: getRoleAccount(other) },
      { ...request, policy: { ...noMore, paysOthers: true } },
      { ...request, deadline: (BigInt(request.deadline) + 1n).toString() },
      await owners.statement(owner, { policy: noMore, network: 'mirror' }),
    ])
      await expect(sessions.allow({ policy: noMore, ...changed })).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
      })
  })

  test('of somebody who calls another’s account their own is refused', async () => {
    const owner = await owners.funded()
    const account = { ...getRoleAccount(owner), adminAddress: attacker.address }
    const request = await owners.statement({ ...owner, account }, { key: attacker })
    await expect(owners.sessions().revoke(request)).rejects.toMatchObject({
      code: 'ADDRESS_MISMATCH',
      issues: [{ path: 'account.accountAddress' }],
    })
  })

  test.each([
    ['has passed', -10n],
    ['is more than an hour away', 3_700n],
  ])('whose deadline %s is refused', async (_, seconds) => {
    await expect(owners.revoke(await owners.funded(), { seconds })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      issues: [{ path: 'deadline' }],
    })
  })

  test('does not bring back what a later one replaced', async () => {
    const owner = await owners.funded()
    const earlier = await owners.statement(owner, {
      policy: { ...noMore, paysOthers: true },
      seconds: 60n,
    })
    const sessions = owners.sessions()
    await sessions.allow({ policy: { ...noMore, paysOthers: true }, ...earlier })
    await owners.allow(owner, noMore, 90n)
    await expect(
      sessions.allow({ policy: { ...noMore, paysOthers: true }, ...earlier }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('is not needed for a session key that is the admin key', async () => {
    const owner = createOwner(admin, { kind: 'roleBased', quotes: services.service.quotes })
    await expect(owners.revoke(owner)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      issues: [{ path: 'account.sessionAddress' }],
    })
  })
})
