import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { programs } from '#chains/solana/program/addresses.ts'
import { buildFillInstruction } from '#chains/solana/program/fillInstructions.ts'
import { buildOpenInstruction } from '#chains/solana/program/orderInstructions.ts'

import { createEscrowChain, type EscrowChain } from '#testing/contracts/escrow.ts'
import {
  allowedExtensions,
  buildExtended,
  refusedExtensions,
} from '#testing/contracts/extensions.ts'
import { setFrozen } from '#testing/contracts/instructions.ts'
import { createOrderHarness, giveTokens, toHash, makeMint } from '#testing/contracts/order.ts'

let base: EscrowChain

/** Extensions inside mints, by number and size in spl-token-2022 `ExtensionType`. */
const insideMints = [
  { name: 'token metadata', types: [19], bytes: 159 },
  { name: 'a group', types: [21], bytes: 80 },
  { name: 'its place in a group', types: [23], bytes: 72 },
  { name: 'all of it', types: [3, 18, 19, 20, 21, 22, 23], bytes: 64 },
]

beforeAll(async () => {
  base = await createEscrowChain()
})

describe('Token-2022', () => {
  test.each(allowedExtensions)('mints with $name are deposited and delivered', (extension) => {
    const chain = base.fork()
    makeMint(chain, programs.token2022, buildExtended(chain, extension))
    giveTokens(chain, programs.token2022, ['depositor', 'solver', 'recipient'])
    const { open, fill } = instructionsOn(chain)
    expect(chain.do([open], ['depositor']).error).toBeUndefined()
    expect(chain.do([fill], ['solver']).error).toBeUndefined()
  })

  test.each(insideMints)('mints with $name inside are deposited and delivered', (inside) => {
    const chain = base.fork()
    makeMint(chain, programs.token2022)
    giveTokens(chain, programs.token2022, ['depositor', 'solver', 'recipient'])
    const address = chain.address('mint')
    const account = chain.runtime.account(address)
    if (!account) throw new Error('There is no mint.')
    const entries = inside.types.flatMap((type) => extensionBytes(type, inside.bytes))
    const data = Uint8Array.from([...account.data, ...zeros(83), 1, ...entries])
    const lamports = chain.runtime.minimumBalance(data.length)
    chain.runtime.setAccount({ address, account: { ...account, lamports, data } })
    const { open, fill } = instructionsOn(chain)
    expect(chain.do([open], ['depositor']).error).toBeUndefined()
    expect(chain.do([fill], ['solver']).error).toBeUndefined()
  })

  test.each(refusedExtensions)('mints with $name are neither deposited nor delivered', (one) => {
    const chain = base.fork()
    makeMint(chain, programs.token2022, buildExtended(chain, one))
    if (one.name !== 'accounts frozen by default' && one.name !== 'non-transferable') {
      giveTokens(chain, programs.token2022, ['depositor', 'solver', 'recipient'])
    }
    const { open, fill } = instructionsOn(chain)
    expect(chain.refuse([open], ['depositor'])).toBe('EXTENSION_REFUSED')
    expect(chain.refuse([fill], ['solver'])).toBe('EXTENSION_REFUSED')
  })

  test('mints with an extension that nobody knows yet are refused, wherever it stands', () => {
    const chain = base.fork()
    makeMint(chain, programs.token2022)
    const address = chain.address('mint')
    const account = chain.runtime.account(address)
    if (!account) throw new Error('There is no mint.')
    const { open } = instructionsOn(chain)
    const allowed = [3, 18, 19, 20, 21, 22, 23]
    const unknown = fc.integer({ min: 1, max: 65_535 }).filter((type) => !allowed.includes(type))
    const known = fc.array(fc.constantFrom(...allowed), { maxLength: 3 })
    fc.assert(
      fc.property(known, unknown, fc.nat(80), (types, type, length) => {
        const entries = [...types, type].flatMap((one) => extensionBytes(one, length))
        const data = Uint8Array.from([...account.data, ...zeros(83), 1, ...entries])
        chain.runtime.setAccount({ address, account: { ...account, data } })
        expect(chain.refuse([open], ['depositor'])).toBe('EXTENSION_REFUSED')
      }),
      { numRuns: 60 },
    )
  })

  test('mints whose extensions do not end where the account ends are refused', () => {
    const chain = base.fork()
    makeMint(chain, programs.token2022)
    const address = chain.address('mint')
    const account = chain.runtime.account(address)
    if (!account) throw new Error('There is no mint.')
    const data = Uint8Array.from([...account.data, ...zeros(83), 1, 18, 0, 255, 255, 0, 0])
    chain.runtime.setAccount({ address, account: { ...account, data } })
    expect(chain.refuse([instructionsOn(chain).open], ['depositor'])).toBe('WRONG_MINT')
  })

  test('accounts are not taken for mints', () => {
    const { chain, order, place, accountOf } = createOrderHarness(base, 'Token-2022 tokens')
    const opened = buildOpenInstruction({ ...order, token: accountOf('payee') }, place)
    expect(chain.refuse([opened], ['depositor'])).toBe('WRONG_MINT')
  })

  test('frozen accounts get nothing: the order waits, and is paid once they are thawed', () => {
    const harness = createOrderHarness(base, 'Token-2022 tokens')
    const { chain, open, release, accountOf, units, order, tokenProgram = '' } = harness
    chain.do([open()], ['depositor'])
    const authority = chain.address('authority')
    const named = { tokenProgram, account: accountOf('payee'), mint: order.token, authority }
    chain.do([setFrozen(true, named)], ['authority'])
    expect(chain.refuse([release()], ['attestor'])).toBe('WRONG_TOKEN_ACCOUNT')
    chain.do([setFrozen(false, named)], ['authority'])
    const before = units('payee')
    chain.do([release()], ['attestor'])
    expect(units('payee') - before).toBe(order.amount)
  })

  test('the mint of a held deposit may gain what is refused at the door: it still gets out', () => {
    const { chain, open, refund, order } = createOrderHarness(base, 'Token-2022 tokens')
    chain.do([open()], ['depositor'])
    const account = chain.runtime.account(order.token)
    if (!account) throw new Error('There is no mint.')
    // Extension 25 scales displayed amounts; the token program still moves the amount given.
    const entry = extensionBytes(25, 56)
    const data = Uint8Array.from([...account.data, ...zeros(83), 1, ...entry])
    chain.runtime.setAccount({ address: order.token, account: { ...account, data } })
    chain.pass(900)
    expect(chain.do([refund()]).error).toBeUndefined()
  })
})

function instructionsOn(chain: EscrowChain) {
  const { service, mint } = { service: chain.address('service'), mint: chain.address('mint') }
  const tokenProgram = programs.token2022
  const [depositor, recipient] = [chain.address('depositor'), chain.address('recipient')]
  const order = {
    fillId: toHash(1),
    depositor,
    token: mint,
    amount: 1_000n,
    fee: 10n,
    feeReceiver: chain.address('feeReceiver'),
    payee: chain.address('payee'),
    depositDeadline: chain.now() + 100n,
    refundAfter: chain.now() + 900n,
    fillHash: toHash(2),
  }
  const fill = {
    fillId: toHash(1),
    ordersHash: toHash(3),
    recipient,
    token: mint,
    minimumAmount: 1_000n,
    fillDeadline: chain.now() + 300n,
    amount: 1_000n,
  }
  const place = { program: chain.program, rentPayer: service, tokenProgram }
  return {
    open: buildOpenInstruction(order, place),
    fill: buildFillInstruction(fill, { ...place, solver: chain.address('solver') }),
  }
}

function extensionBytes(type: number, length: number): number[] {
  return [type & 255, type >> 8, length & 255, length >> 8, ...zeros(length)]
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0)
}
