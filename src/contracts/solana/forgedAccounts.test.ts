import { beforeAll, describe, expect, test } from 'vitest'

import { getOrderAddress, programs, getSignersAddress } from '#chains/solana/program/addresses.ts'
import { buildFillInstruction } from '#chains/solana/program/fillInstructions.ts'
import type { AccountState } from '#devnet/solana/bank/runtime.ts'

import { createEscrowChain, type EscrowChain } from '#testing/contracts/escrow.ts'
import { changeAccount, setFrozen } from '#testing/contracts/instructions.ts'
import { createOrderHarness, toHash, type OrderHarness } from '#testing/contracts/order.ts'

/**
 * Accounts that are wrong in a single respect, which no instruction of a public cluster could make,
 * so that exactly one check can reject each.
 */
let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

const openAt = { order: 2, mint: 4, source: 5 }
const mintBytes = 82
const accountTypeAt = 165

describe('an account of the program itself', () => {
  test.each(['of another kind', 'longer by a byte'] as const)('%s is no order', (how) => {
    const { chain, open, release, refund, order } = createOrderHarness(base, 'native coins')
    chain.do([open()], ['depositor'])
    const address = forged(chain, { of: getOrderAddress(order, chain.program), how })
    for (const right of [release(), refund(['attestor'])])
      expect(chain.refuse([changeAccount(right, 1, { address })], ['attestor'])).toBe('WRONG_OWNER')
  })

  test.each(['of another kind', 'longer by a byte'] as const)('%s names no attestors', (how) => {
    const { chain, open, release } = createOrderHarness(base, 'native coins')
    chain.do([open()], ['depositor'])
    const address = forged(chain, { of: getSignersAddress(chain.program), how })
    const instruction = changeAccount(release(), 0, { address })
    expect(chain.refuse([instruction], ['attestor'])).toBe('WRONG_OWNER')
  })
})

describe('what stands at the address of a new order', () => {
  test.each([
    [
      'an account of the System program with data',
      { data: Uint8Array.of(1), owner: programs.system },
    ],
    [
      'an account of another program without data',
      { data: new Uint8Array(), owner: programs.token },
    ],
  ])('%s is not made the order', (_, changes) => {
    const { chain, open, order } = createOrderHarness(base, 'native coins')
    const address = getOrderAddress(order, chain.program)
    const account = { lamports: 10_000_000n, isExecutable: false, ...changes }
    chain.runtime.setAccount({ address, account })
    expect(chain.refuse([open()], ['depositor'])).toBe('ALREADY_INITIALISED')
  })

  test('coins beyond the rent are taken along', () => {
    const { chain, open, order, held } = createOrderHarness(base, 'native coins')
    const address = getOrderAddress(order, chain.program)
    chain.prefund(address, 50_000_000n)
    chain.do([open()], ['depositor'])
    expect(held()?.state).toBe('held')
    expect(chain.lamports(address)).toBe(50_000_000n + order.amount + order.fee)
  })
})

describe('a mint', () => {
  const spoiled: Readonly<Record<string, (mint: AccountState) => Partial<AccountState>>> = {
    'that is not initialised': ({ data }) => ({ data: withByte(data, { at: 45, byte: 0 }) }),
    'that says it is a token account': ({ data }) => ({
      data: withByte(extended(data), { at: accountTypeAt, byte: 2 }),
    }),
    'with a kind and no room for extensions': ({ data }) => ({
      data: extended(data).subarray(0, accountTypeAt + 1),
    }),
    'of another program': () => ({ owner: programs.system }),
  }

  test.each(Object.keys(spoiled))('%s is neither deposited nor delivered', (how) => {
    const harness = createOrderHarness(base, 'Token-2022 tokens')
    change(harness.chain, { address: harness.order.token, by: spoiled[how] })
    expect(harness.chain.refuse([harness.open()], ['depositor'])).toBe('WRONG_MINT')
    expect(harness.chain.refuse([getFill(harness)], ['solver'])).toBe('WRONG_MINT')
  })

  test('of SPL tokens has no extensions', () => {
    const { chain, open, order } = createOrderHarness(base, 'SPL tokens')
    change(chain, { address: order.token, by: ({ data }) => ({ data: extended(data) }) })
    expect(chain.refuse([open()], ['depositor'])).toBe('WRONG_MINT')
  })

  test('may have an extension, if nothing else is wrong with it', () => {
    const { chain, open, order } = createOrderHarness(base, 'Token-2022 tokens')
    change(chain, { address: order.token, by: ({ data }) => ({ data: extended(data) }) })
    expect(chain.do([open()], ['depositor']).error).toBeUndefined()
  })
})

describe('a token account', () => {
  const spoiled: Readonly<Record<string, (held: AccountState) => Partial<AccountState>>> = {
    'of another program': () => ({ owner: programs.system }),
    'too short by a byte': ({ data }) => ({ data: data.subarray(0, 164) }),
    'that says it is a mint': ({ data }) => ({
      data: withByte(data, { at: accountTypeAt, byte: 1 }),
    }),
    'of another mint': ({ data }) => ({ data: withOtherKey(data, { at: 0 }) }),
    'of another owner': ({ data }) => ({ data: withOtherKey(data, { at: 32 }) }),
  }

  test.each(Object.keys(spoiled))('%s is drawn from by no deposit and no delivery', (how) => {
    const harness = createOrderHarness(base, 'Token-2022 tokens')
    for (const name of ['depositor', 'solver'] as const)
      change(harness.chain, { address: harness.accountOf(name), by: spoiled[how] })
    const error = 'WRONG_TOKEN_ACCOUNT'
    expect(harness.chain.refuse([harness.open()], ['depositor'])).toBe(error)
    expect(harness.chain.refuse([getFill(harness)], ['solver'])).toBe(error)
  })

  test('that is read only is drawn from by none', () => {
    const { chain, open } = createOrderHarness(base, 'SPL tokens')
    const readOnly = changeAccount(open(), openAt.source, { isWritable: false })
    expect(chain.refuse([readOnly], ['depositor'])).toBe('NOT_WRITABLE')
  })
})

test('a vault that the issuer froze waits, and is paid out once it is thawed', () => {
  const harness = createOrderHarness(base, 'SPL tokens')
  const { chain, open, release, refund, order, tokenProgram = '', units } = harness
  chain.do([open()], ['depositor'])
  const vault = release().accounts[5]?.address ?? ''
  const authority = chain.address('authority')
  const named = { tokenProgram, account: vault, mint: order.token, authority }
  chain.do([setFrozen(true, named)], ['authority'])
  for (const right of [release(), refund(['attestor'])])
    expect(chain.refuse([right], ['attestor'])).toBe('WRONG_TOKEN_ACCOUNT')
  chain.do([setFrozen(false, named)], ['authority'])
  const before = units('payee')
  chain.do([release()], ['attestor'])
  expect(units('payee') - before).toBe(order.amount)
})

test('a new order is made only where it may be written', () => {
  const { chain, open } = createOrderHarness(base, 'native coins')
  const readOnly = changeAccount(open(), openAt.order, { isWritable: false })
  expect(chain.refuse([readOnly], ['depositor'])).toBe('NOT_WRITABLE')
})

test('more accounts than an instruction has room for are refused, the last that fits is taken', () => {
  const { chain, open, refund } = createOrderHarness(base, 'native coins')
  chain.do([open()], ['depositor'])
  chain.pass(900)
  const right = refund()
  const [first] = right.accounts
  if (!first) throw new Error('There is no account.')
  const [tooMany, most] = [17, 16].map((count) => {
    const more = Array.from({ length: count - right.accounts.length }, () => first)
    return { ...right, accounts: [...right.accounts, ...more] }
  })
  if (!tooMany || !most) throw new Error('There are two.')
  expect(chain.refuse([tooMany])).toBe('WRONG_ACCOUNT_COUNT')
  expect(chain.do([most]).error).toBeUndefined()
})

/** Puts a changed copy of one of the program's accounts at an unused address. */
function forged(
  chain: EscrowChain,
  { of, how }: { of: string; how: 'of another kind' | 'longer by a byte' },
): string {
  const account = accountAt(chain, of)
  const data =
    how === 'of another kind'
      ? withByte(account.data, { at: 0, byte: 9 })
      : Uint8Array.from([...account.data, 0])
  const address = chain.address('stranger')
  chain.runtime.setAccount({ address, account: { ...account, data } })
  return address
}

function change(
  chain: EscrowChain,
  {
    address,
    by,
  }: { address: string; by: ((held: AccountState) => Partial<AccountState>) | undefined },
): void {
  const account = accountAt(chain, address)
  chain.runtime.setAccount({ address, account: { ...account, ...by?.(account) } })
}

function accountAt(chain: EscrowChain, address: string): AccountState {
  const account = chain.runtime.account(address)
  if (!account) throw new Error(`There is nothing at ${address}.`)
  return account
}

function withByte(data: Uint8Array, { at, byte }: { at: number; byte: number }): Uint8Array {
  const changed = Uint8Array.from(data)
  changed[at] = byte
  return changed
}

/** Keys are random: a certain byte would be the right one once in 256 runs. */
function withOtherKey(data: Uint8Array, { at }: { at: number }): Uint8Array {
  return withByte(data, { at, byte: 255 - (data[at] ?? 0) })
}

/** A mint's data with Token-2022's close authority extension, the authority unset. */
function extended(data: Uint8Array): Uint8Array {
  const gap = new Uint8Array(accountTypeAt - mintBytes)
  return Uint8Array.from([...data, ...gap, 1, 3, 0, 32, 0, ...new Uint8Array(32)])
}

function getFill({ chain, order, place }: OrderHarness) {
  const demanded = {
    fillId: toHash(7),
    ordersHash: toHash(8),
    recipient: chain.address('recipient'),
    token: order.token,
    minimumAmount: 1_000n,
    fillDeadline: chain.now() + 300n,
    amount: 1_000n,
  }
  return buildFillInstruction(demanded, { ...place, solver: chain.address('solver') })
}
