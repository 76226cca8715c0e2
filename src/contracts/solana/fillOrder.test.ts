import { beforeAll, describe, expect, test } from 'vitest'

import {
  getAssociatedTokenAddress,
  getFillAddress,
  getSignersAddress,
} from '#chains/solana/program/addresses.ts'
import {
  buildCancelInstruction,
  buildCloseFillInstruction,
  buildFillInstruction,
} from '#chains/solana/program/fillInstructions.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { accountBytes, decodeFill, type FillRecord } from '#chains/solana/program/state.ts'
import { hashSolanaFill, type SolanaFill } from '#protocol/orders/solanaOrder.ts'

import {
  chainId,
  createEscrowChain,
  type EscrowChain,
  sendCoins,
} from '#testing/contracts/escrow.ts'
import { changeAccount, giveAccountAway } from '#testing/contracts/instructions.ts'
import {
  assets,
  createOrderHarness,
  toHash,
  type OrderHarness,
  startUnits,
} from '#testing/contracts/order.ts'

let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

type FillHarness = OrderHarness & {
  filled: SolanaFill & { amount: bigint }
  fill: (changes?: Partial<SolanaFill & { amount: bigint }>) => SolanaInstruction
  cancel: () => SolanaInstruction
  close: () => SolanaInstruction
  record: () => FillRecord | undefined
  recordAt: string
}

const tokenAssets = ['SPL tokens', 'Token-2022 tokens'] as const
const closableAfter = 2 * 3_600 + 15 * 60

describe.each(assets)('delivering %s', (asset) => {
  test('moves the amount to the recipient and keeps the hash of what was demanded', () => {
    const { chain, fill, filled, record, units } = createFillHarness(asset)
    const before = { recipient: units('recipient'), solver: units('solver') }
    chain.do([fill()], ['solver'])
    expect(units('recipient') - before.recipient).toBe(filled.amount)
    expect(before.solver - units('solver')).toBe(filled.amount)
    const [program, solver] = [chain.program, chain.address('solver')]
    expect(record()).toEqual({
      solver,
      fillId: filled.fillId,
      fillHash: hashSolanaFill(filled, { chainId, program, solver }),
      amount: filled.amount,
      closableAt: chain.now() + BigInt(closableAfter),
      rentPayer: chain.address('service'),
    })
  })

  test('works although somebody sent coins to the record before', () => {
    const { chain, fill, recordAt, record } = createFillHarness(asset)
    chain.prefund(recordAt, 900_000n)
    chain.do([fill()], ['solver'])
    expect(record()).toBeDefined()
  })

  test('needs the solver to sign, and can be done in its own name only', () => {
    const { chain, fill } = createFillHarness(asset)
    expect(chain.refuse([changeAccount(fill(), 0, { isSigner: false })])).toBe('SIGNATURE_MISSING')
    const stranger = changeAccount(fill(), 0, { address: chain.address('stranger') })
    expect(chain.refuse([stranger], ['stranger'])).toBe('WRONG_ADDRESS')
  })

  test('less than demanded is refused, also one unit less', () => {
    const { chain, fill, filled, record } = createFillHarness(asset)
    const less = { amount: filled.minimumAmount - 1n }
    expect(chain.refuse([fill(less)], ['solver'])).toBe('TOO_LITTLE_DELIVERED')
    expect(record()).toBeUndefined()
  })

  test('to the solver itself is refused: its balance does not rise', () => {
    const { chain, fill } = createFillHarness(asset)
    const itself = fill({ recipient: chain.address('solver') })
    expect(chain.refuse([itself], ['solver'])).toBe('TOO_LITTLE_DELIVERED')
  })

  test('works until the deadline, not a second later', () => {
    const { chain, fill, filled } = createFillHarness(asset)
    chain.pass(Number(filled.fillDeadline - chain.now()))
    const fork = chain.fork()
    fork.pass(1)
    expect(fork.refuse([fill()], ['solver'])).toBe('FILL_EXPIRED')
    expect(chain.do([fill()], ['solver']).error).toBeUndefined()
  })

  test('with a deadline beyond the longest lock is refused', () => {
    const { chain, fill } = createFillHarness(asset)
    const error = 'FILL_DEADLINE_OUT_OF_RANGE'
    const late = [chain.now() + 7_201n, 2n ** 63n - 1n]
    for (const fillDeadline of late) {
      expect(chain.refuse([fill({ fillDeadline })], ['solver'])).toBe(error)
    }
    const longest = fill({ fillDeadline: chain.now() + 7_200n })
    expect(chain.do([longest], ['solver']).error).toBeUndefined()
  })

  test('happens once: neither another fill nor a cancel of the same id follows', () => {
    const { chain, fill, cancel } = createFillHarness(asset)
    chain.do([fill()], ['solver'])
    expect(chain.refuse([fill()], ['solver'])).toBe('FILL_KNOWN')
    expect(chain.refuse([fill({ amount: 2_000_000n })], ['solver'])).toBe('FILL_KNOWN')
    expect(chain.refuse([cancel()], ['solver'])).toBe('FILL_KNOWN')
  })

  test('after a cancel is refused, in the same transaction too', () => {
    const { chain, fill, cancel, record } = createFillHarness(asset)
    expect(chain.refuse([cancel(), fill()], ['solver'])).toBe('FILL_KNOWN')
    chain.do([cancel()], ['solver'])
    expect(record()).toMatchObject({ fillHash: undefined, amount: 0n })
    expect(chain.refuse([fill()], ['solver'])).toBe('FILL_KNOWN')
    expect(chain.refuse([cancel()], ['solver'])).toBe('FILL_KNOWN')
  })

  test('is too late once the record of its cancel could be closed', () => {
    const { chain, fill, cancel, close, record } = createFillHarness(asset)
    chain.do([cancel()], ['solver'])
    chain.pass(closableAfter - 1)
    expect(chain.refuse([close()])).toBe('STILL_NEEDED')
    chain.pass(1)
    chain.do([close()])
    expect(record()).toBeUndefined()
    expect(chain.refuse([fill()], ['solver'])).toBe('FILL_EXPIRED')
  })

  test('is kept apart by solver: a third party who cancels the id changes nothing', () => {
    const { chain, fill, filled } = createFillHarness(asset)
    const [program, solver] = [chain.program, chain.address('stranger')]
    const place = { program, solver, rentPayer: chain.address('service') }
    chain.do([buildCancelInstruction(filled.fillId, place)], ['stranger'])
    expect(chain.do([fill()], ['solver']).error).toBeUndefined()
  })

  test('and closing its record: only late, to who paid, and no fill comes after', () => {
    const { chain, fill, close, record } = createFillHarness(asset)
    chain.do([fill()], ['solver'])
    chain.pass(closableAfter - 1)
    expect(chain.refuse([close()])).toBe('STILL_NEEDED')
    chain.pass(1)
    const attacker = changeAccount(close(), 1, { address: chain.address('stranger') })
    expect(chain.refuse([attacker])).toBe('WRONG_ADDRESS')
    const before = chain.lamports(chain.address('service'))
    const { feeLamports } = chain.do([close()])
    const gained = chain.lamports(chain.address('service')) - before
    expect(gained).toBe(chain.runtime.minimumBalance(accountBytes.fill) - feeLamports)
    expect(record()).toBeUndefined()
    expect(chain.refuse([fill()], ['solver'])).toBe('FILL_EXPIRED')
  })

  test('a closed record cannot be revived within the transaction', () => {
    const { chain, cancel, close, recordAt } = createFillHarness(asset)
    chain.do([cancel()], ['solver'])
    chain.pass(closableAfter)
    const from = chain.address('stranger')
    chain.do([close(), sendCoins({ from, to: recordAt, lamports: 5_000_000n })], ['stranger'])
    expect(chain.data(recordAt)).toHaveLength(0)
  })

  test('is refused with record, System program or signers of another kind', () => {
    const { chain, fill, recordAt } = createFillHarness(asset)
    const stranger = { address: chain.address('stranger') }
    const wrong = [
      changeAccount(fill(), 2, stranger),
      changeAccount(fill(), 3, stranger),
      changeAccount(fill(), 4, stranger),
      changeAccount(fill(), 4, { address: recordAt }),
    ].map((instruction) => chain.refuse([instruction], ['solver']))
    expect(wrong).toEqual(['WRONG_ADDRESS', 'WRONG_PROGRAM', 'WRONG_OWNER', 'WRONG_OWNER'])
  })

  test('is refused with one account or byte more or less', () => {
    const { chain, fill, cancel } = createFillHarness(asset)
    for (const right of [fill(), cancel()]) {
      const wrong = [
        { ...right, accounts: [...right.accounts, ...right.accounts.slice(0, 1)] },
        { ...right, data: right.data.slice(0, -1) },
        { ...right, data: Uint8Array.from([...right.data, 0]) },
      ].map((instruction) => chain.refuse([instruction], ['solver']))
      expect(wrong).toEqual(['WRONG_ACCOUNT_COUNT', 'WRONG_DATA_LENGTH', 'WRONG_DATA_LENGTH'])
    }
  })

  test('to nobody, the program or the record itself is refused', () => {
    const { chain, fill, recordAt } = createFillHarness(asset)
    const recipients = ['11111111111111111111111111111111', chain.program, recordAt]
    for (const recipient of recipients) {
      expect(chain.refuse([fill({ recipient })], ['solver'])).toBe('BAD_RECIPIENT')
    }
  })
})

describe('delivering native coins', () => {
  test('needs the recipient writable', () => {
    const { chain, fill } = createFillHarness('native coins')
    const readOnly = changeAccount(fill(), 5, { isWritable: false })
    expect(chain.refuse([readOnly], ['solver'])).toBe('NOT_WRITABLE')
  })

  test('below the rent exemption to an empty wallet is refused by the runtime', () => {
    const { chain, fill } = createFillHarness('native coins')
    const small = { minimumAmount: 1n, amount: 1_000n }
    expect(chain.refuse([fill(small)], ['solver'])).toContain('InsufficientFundsForRent')
  })

  test('that the solver does not have leaves no record behind', () => {
    const { chain, fill, recordAt } = createFillHarness('native coins')
    chain.refuse([fill({ amount: startUnits * 2n })], ['solver'])
    expect(chain.lamports(recordAt)).toBe(0n)
  })
})

describe.each(tokenAssets)('delivering %s', (asset) => {
  test("goes to the recipient's canonical account only", () => {
    const { chain, fill, accountOf } = createFillHarness(asset)
    const attacker = changeAccount(fill(), 8, { address: accountOf('payee') })
    expect(chain.refuse([attacker], ['solver'])).toBe('WRONG_ADDRESS')
  })

  test("is not done from another's account, nor in another mint", () => {
    const { chain, fill, accountOf } = createFillHarness(asset)
    const others = changeAccount(fill(), 7, { address: accountOf('depositor') })
    expect(chain.refuse([others], ['solver'])).toBe('WRONG_TOKEN_ACCOUNT')
    const mint = changeAccount(fill(), 6, { address: accountOf('depositor') })
    expect(chain.refuse([mint], ['solver'])).toBe('WRONG_MINT')
    const program = changeAccount(fill(), 9, { address: chain.address('stranger') })
    expect(chain.refuse([program], ['solver'])).toBe('WRONG_PROGRAM')
  })

  test('is refused while the recipient has no account for it', () => {
    const { chain, fill, filled, tokenProgram = '' } = createFillHarness(asset)
    const recipient = chain.address('stranger')
    const at = getAssociatedTokenAddress(recipient, { mint: filled.token, tokenProgram })
    expect(chain.lamports(at)).toBe(0n)
    expect(chain.refuse([fill({ recipient })], ['solver'])).toBe('WRONG_TOKEN_ACCOUNT')
  })
})

test('nothing is delivered to a canonical account that was given away', () => {
  const { chain, fill, accountOf, tokenProgram = '' } = createFillHarness('SPL tokens')
  const [account, owner] = [accountOf('recipient'), chain.address('recipient')]
  const newOwner = chain.address('stranger')
  chain.do([giveAccountAway({ tokenProgram, account, owner, newOwner })], ['recipient'])
  expect(chain.refuse([fill()], ['solver'])).toBe('WRONG_TOKEN_ACCOUNT')
})

function createFillHarness(asset: (typeof assets)[number]): FillHarness {
  const harness = createOrderHarness(base, asset)
  const { chain, order, tokenProgram } = harness
  const filled = {
    fillId: toHash(7),
    ordersHash: toHash(8),
    recipient: chain.address('recipient'),
    token: order.token,
    minimumAmount: 990_000n,
    fillDeadline: chain.now() + 300n,
    amount: 1_000_000n,
  }
  const [program, solver] = [chain.program, chain.address('solver')]
  const place = { program, solver, rentPayer: chain.address('service') }
  const recordAt = getFillAddress({ solver, fillId: filled.fillId }, program)
  expect(chain.lamports(getSignersAddress(program))).toBeGreaterThan(0n)
  return {
    ...harness,
    filled,
    recordAt,
    fill: (changes = {}) =>
      buildFillInstruction(
        { ...filled, ...changes },
        { ...place, ...(tokenProgram === undefined ? {} : { tokenProgram }) },
      ),
    cancel: () => buildCancelInstruction(filled.fillId, place),
    close: () =>
      buildCloseFillInstruction({ program, record: recordAt, rentPayer: chain.address('service') }),
    record: () => decodeFill(chain.data(recordAt) ?? new Uint8Array()),
  }
}
