import { beforeAll, describe, expect, test } from 'vitest'

import {
  getOrderAddress,
  getSignersAddress,
  getVaultAddress,
} from '#chains/solana/program/addresses.ts'
import {
  buildCloseOrderInstruction,
  buildOpenInstruction,
  buildRefundInstruction,
} from '#chains/solana/program/orderInstructions.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { accountBytes } from '#chains/solana/program/state.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'

import { createEscrowChain, type EscrowChain, sendCoins } from '#testing/contracts/escrow.ts'
import {
  changeAccount,
  closeTokenAccount,
  giveAccountAway,
  sendTokens,
} from '#testing/contracts/instructions.ts'
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

const tokenAssets = ['SPL tokens', 'Token-2022 tokens'] as const
const untilRefund = 900
const wrongCount = 'WRONG_ACCOUNT_COUNT'

describe.each(assets)('releasing %s', (asset) => {
  test('pays payee and fee receiver exactly and closes the vault', () => {
    const { chain, order, release, held, units } = createOpenedOrder(asset)
    const before = { payee: units('payee'), fee: units('feeReceiver') }
    chain.do([release()], ['attestor'])
    expect(units('payee') - before.payee).toBe(order.amount)
    expect(units('feeReceiver') - before.fee).toBe(order.fee)
    expect(held()?.state).toBe('released')
    expect(chain.lamports(getVault({ chain, order }))).toBe(0n)
  })

  test('still works after the clock allows a refund, unless it was refunded', () => {
    const { chain, release, held } = createOpenedOrder(asset)
    chain.pass(untilRefund)
    chain.do([release()], ['attestor'])
    expect(held()?.state).toBe('released')
  })

  test('needs the attestor as signer: nobody, a third party or the attestor unsigned will not do', () => {
    const { chain, release } = createOpenedOrder(asset)
    const unsigned = changeAccount(release(), release().accounts.length - 1, { isSigner: false })
    const refusals = [
      chain.refuse([release([])]),
      chain.refuse([release(['stranger'])], ['stranger']),
      chain.refuse([release(['attestor', 'attestor'])], ['attestor']),
      chain.refuse([release(['attestor', 'stranger'])], ['attestor', 'stranger']),
      chain.refuse([unsigned]),
    ]
    expect(refusals).toEqual(refusals.map(() => 'NOT_ATTESTED'))
  })

  test('happens once, and not after a refund', () => {
    const { chain, release, refund } = createOpenedOrder(asset)
    const fork = chain.fork()
    chain.do([release()], ['attestor'])
    expect(chain.refuse([release()], ['attestor'])).toBe('ORDER_NOT_HELD')
    expect(chain.refuse([refund(['attestor'])], ['attestor'])).toBe('ORDER_NOT_HELD')
    fork.do([refund(['attestor'])], ['attestor'])
    expect(fork.refuse([release()], ['attestor'])).toBe('ORDER_NOT_HELD')
    fork.pass(untilRefund)
    expect(fork.refuse([refund()])).toBe('ORDER_NOT_HELD')
  })

  test('pays nobody but the named: accounts of others are refused', () => {
    const { chain, release, accountOf } = createOpenedOrder(asset)
    const attacker = { address: accountOf('solver') }
    const error = 'WRONG_ADDRESS'
    expect(chain.refuse([changeAccount(release(), 2, attacker)], ['attestor'])).toBe(error)
    expect(chain.refuse([changeAccount(release(), 3, attacker)], ['attestor'])).toBe(error)
  })

  test('of another fill than the order was made for is refused', () => {
    const { chain, release } = createOpenedOrder(asset)
    const data = Uint8Array.from([...release().data.slice(0, -1), 9])
    expect(chain.refuse([{ ...release(), data }], ['attestor'])).toBe('WRONG_FILL_HASH')
  })

  test('of one order leaves another one of the same fill alone', () => {
    const { chain, open, release, order, place } = createOpenedOrder(asset)
    chain.do([open({ amount: 6_000_000n })], ['depositor'])
    const other = { ...order, amount: 6_000_000n }
    chain.do([release()], ['attestor'])
    chain.pass(untilRefund)
    const refunded = buildRefundInstruction(other, { ...place, attestors: [] })
    expect(chain.do([refunded]).error).toBeUndefined()
  })

  test('reads signers and order from accounts of the program only', () => {
    const { chain, release, order } = createOpenedOrder(asset)
    const orderAt = getOrderAddress(order, chain.program)
    const signersAt = getSignersAddress(chain.program)
    forge(chain, { from: orderAt, to: chain.address('stranger') })
    forge(chain, { from: signersAt, to: chain.address('recipient') })
    const wrong = [
      changeAccount(release(), 0, { address: chain.address('recipient') }),
      changeAccount(release(), 0, { address: orderAt }),
      changeAccount(release(), 1, { address: chain.address('stranger') }),
      changeAccount(release(), 1, { address: signersAt }),
    ].map((instruction) => chain.refuse([instruction], ['attestor']))
    expect(wrong).toEqual(wrong.map(() => 'WRONG_OWNER'))
  })
})

describe.each(assets)('refunding %s', (asset) => {
  test('before the clock allows it needs the attestor, and gives all back at once', () => {
    const { chain, refund, held, units } = createOpenedOrder(asset)
    chain.pass(untilRefund - 1)
    expect(chain.refuse([refund()])).toBe('NOT_ATTESTED')
    expect(chain.refuse([refund(['stranger'])], ['stranger'])).toBe('NOT_ATTESTED')
    chain.do([refund(['attestor'])], ['attestor'])
    expect(units('depositor')).toBe(startUnits)
    expect(held()?.state).toBe('refunded')
  })

  test('works for anybody, without a signature of anyone named, once the time has come', () => {
    const { chain, refund, units } = createOpenedOrder(asset)
    chain.pass(untilRefund)
    chain.do([refund()])
    expect(units('depositor')).toBe(startUnits)
  })

  test('pays nobody but the depositor', () => {
    const { chain, refund, accountOf } = createOpenedOrder(asset)
    chain.pass(untilRefund)
    const at = asset === 'native coins' ? 2 : 3
    const attacker = { address: accountOf('solver') }
    expect(chain.refuse([changeAccount(refund(), at, attacker)])).toBe('WRONG_ADDRESS')
    const named = changeAccount(refund(), 2, { address: chain.address('solver') })
    expect(chain.refuse([named])).toBe('WRONG_ADDRESS')
  })

  test('works although somebody sent more into the escrow', () => {
    const { chain, refund, units, order } = createOpenedOrder(asset)
    const [from, to] = [chain.address('stranger'), getOrderAddress(order, chain.program)]
    chain.do([sendCoins({ from, to, lamports: 1_000n })], ['stranger'])
    chain.do(
      [sendCoins({ from, to: getVault({ chain, order }), lamports: 890_880n })],
      ['stranger'],
    )
    chain.pass(untilRefund)
    chain.do([refund()])
    expect(units('depositor')).toBe(startUnits)
  })
})

describe.each(assets)('closing an order in %s', (asset) => {
  test('gives all rent back to who paid it, when settled and after its time, to nobody else', () => {
    const { chain, release, order } = createOpenedOrder(asset)
    const at = getOrderAddress(order, chain.program)
    const service = chain.address('service')
    const close = buildCloseOrderInstruction({
      program: chain.program,
      order: at,
      rentPayer: service,
    })
    chain.do([release()], ['attestor'])
    chain.pass(untilRefund - 1)
    expect(chain.refuse([close])).toBe('STILL_NEEDED')
    chain.pass(1)
    const attacker = changeAccount(close, 1, { address: chain.address('stranger') })
    expect(chain.refuse([attacker])).toBe('WRONG_ADDRESS')
    const before = chain.lamports(service)
    const { feeLamports } = chain.do([close])
    expect(chain.lamports(service) - before).toBe(
      chain.runtime.minimumBalance(accountBytes.order) - feeLamports,
    )
    expect(chain.lamports(at)).toBe(0n)
  })

  test('is refused while it holds its deposit, however late', () => {
    const { chain, order } = createOpenedOrder(asset)
    chain.pass(100 * untilRefund)
    const at = getOrderAddress(order, chain.program)
    const rentPayer = chain.address('service')
    const close = buildCloseOrderInstruction({ program: chain.program, order: at, rentPayer })
    expect(chain.refuse([close])).toBe('STILL_NEEDED')
  })

  test('for good: it cannot be opened again, nor revived in the same transaction', () => {
    const { chain, open, refund, order, held } = createOpenedOrder(asset)
    chain.pass(untilRefund)
    chain.do([refund()])
    const at = getOrderAddress(order, chain.program)
    const rentPayer = chain.address('service')
    const close = buildCloseOrderInstruction({ program: chain.program, order: at, rentPayer })
    const revive = sendCoins({ from: chain.address('stranger'), to: at, lamports: 10_000_000n })
    chain.do([close, revive], ['stranger'])
    expect(held()).toBeUndefined()
    expect(chain.data(at)).toHaveLength(0)
    expect(chain.refuse([open()], ['depositor'])).toBe('DEPOSIT_EXPIRED')
    expect(chain.refuse([refund()])).toBe('WRONG_OWNER')
  })
})

describe('an order of native coins without a fee', () => {
  test('is released whatever stands in place of the fee receiver', () => {
    const { chain, open, release, order, units } = createOrderHarness(base, 'native coins')
    const free = { fee: 0n, feeReceiver: '11111111111111111111111111111111' }
    chain.do([open(free)], ['depositor'])
    const at = getOrderAddress({ ...order, ...free }, chain.program)
    const before = units('payee')
    chain.do([changeAccount(release(), 1, { address: at })], ['attestor'])
    expect(units('payee') - before).toBe(order.amount)
  })
})

describe.each(tokenAssets)('an order in %s', (asset) => {
  test('is refunded although the depositor closed its account, which is made first', () => {
    const { chain, refund, tokenProgram = '', accountOf, order, units } = createOpenedOrder(asset)
    emptyDepositor({ chain, tokenProgram, accountOf, order })
    const [owner, account] = [order.depositor, accountOf('depositor')]
    chain.do([closeTokenAccount({ tokenProgram, account, owner })], ['depositor'])
    chain.pass(untilRefund)
    expect(chain.refuse([refund()])).toBe('WRONG_TOKEN_ACCOUNT')
    const made = buildCreateTokenAccountInstruction(
      { owner, mint: order.token, tokenProgram },
      { payer: chain.address('service') },
    )
    chain.do([made, refund()])
    expect(units('depositor')).toBe(order.amount + order.fee)
  })

  test('is settled although a third party sent tokens into its vault; the paid one gets them', () => {
    const {
      chain,
      release,
      refund,
      units,
      order,
      accountOf,
      tokenProgram = '',
    } = createOpenedOrder(asset)
    const mint = order.token
    const to = getVault({ chain, order })
    const from = accountOf('solver')
    const dust = { tokenProgram, mint, from, to, owner: chain.address('solver'), units: 3n }
    chain.do([sendTokens(dust)], ['solver'])
    const fork = chain.fork()
    const before = units('payee')
    chain.do([release()], ['attestor'])
    expect(units('payee') - before).toBe(order.amount + 3n)
    expect(chain.lamports(to)).toBe(0n)
    fork.do([refund(['attestor'])], ['attestor'])
    expect(fork.lamports(to)).toBe(0n)
  })

  test('is refused with vault, mint, token program or rent payer of another', () => {
    const { chain, release, accountOf } = createOpenedOrder(asset)
    const others = [4, 5, 6, 7].map((index) =>
      chain.refuse(
        [changeAccount(release(), index, { address: accountOf('solver') })],
        ['attestor'],
      ),
    )
    expect(others).toEqual(['WRONG_ADDRESS', 'WRONG_ADDRESS', 'WRONG_ADDRESS', 'WRONG_PROGRAM'])
  })

  test('needs the one who gets the rent writable', () => {
    const { chain, open, release, order, place } = createOrderHarness(base, asset)
    const rentPayer = chain.address('stranger')
    chain.do([buildOpenInstruction(order, { ...place, rentPayer })], ['depositor', 'stranger'])
    expect(open().accounts[1]?.address).not.toBe(rentPayer)
    const readOnly = { address: rentPayer, isWritable: false }
    expect(chain.refuse([changeAccount(release(), 4, readOnly)], ['attestor'])).toBe('NOT_WRITABLE')
  })

  test('gives the rent of the vault to who paid it', () => {
    const { chain, release } = createOpenedOrder(asset)
    const before = chain.lamports(chain.address('service'))
    const { feeLamports } = chain.do([release()], ['attestor'])
    const gained = chain.lamports(chain.address('service')) - before
    expect(gained).toBe(chain.runtime.minimumBalance(accountBytes.vault) - feeLamports)
  })
})

describe.each(assets)('a settlement of %s', (asset) => {
  test('with one byte more or less, or without its accounts, is refused', () => {
    const { chain, release, refund } = createOpenedOrder(asset)
    for (const right of [release(), refund(['attestor'])]) {
      const { accounts, data } = right
      const wrong = [
        { ...right, data: data.slice(0, -1) },
        { ...right, data: Uint8Array.from([...data, 0]) },
        { ...right, accounts: accounts.slice(0, 1) },
        { ...right, accounts: accounts.slice(0, 3) },
      ].map((instruction) => chain.refuse([instruction], getSigners(instruction)))
      const last = right.data[0] === 2 && asset === 'native coins' ? 'NOT_ATTESTED' : wrongCount
      expect(wrong).toEqual(['WRONG_DATA_LENGTH', 'WRONG_DATA_LENGTH', wrongCount, last])
    }
  })

  test('needs the order, and whoever is paid, writable', () => {
    const { chain, release, refund } = createOpenedOrder(asset)
    const paidByRefund = asset === 'native coins' ? 2 : 3
    const readOnly = [
      changeAccount(release(), 1, { isWritable: false }),
      changeAccount(release(), 2, { isWritable: false }),
      changeAccount(release(), 3, { isWritable: false }),
      changeAccount(refund(['attestor']), paidByRefund, { isWritable: false }),
    ].map((instruction) => chain.refuse([instruction], ['attestor']))
    expect(readOnly).toEqual(readOnly.map(() => 'NOT_WRITABLE'))
  })
})

describe('a canonical account', () => {
  test('of SPL tokens that was given away is not refunded to; the depositor names another', () => {
    const harness = createOpenedOrder('SPL tokens')
    const { chain, refund, tokenProgram = '', accountOf, order, place } = harness
    const [owner, account] = [order.depositor, accountOf('depositor')]
    const newOwner = chain.address('stranger')
    chain.do([giveAccountAway({ tokenProgram, account, owner, newOwner })], ['depositor'])
    chain.pass(untilRefund)
    expect(chain.refuse([refund()])).toBe('WRONG_TOKEN_ACCOUNT')

    const [spare, solver] = [accountOf('solver'), chain.address('solver')]
    const spared = { tokenProgram, account: spare, owner: solver, newOwner: owner }
    chain.do([giveAccountAway(spared)], ['solver'])
    const named = buildRefundInstruction(order, { ...place, attestors: [], ownAccount: spare })
    expect(chain.refuse([changeAccount(named, 2, { isSigner: false })])).toBe('WRONG_ADDRESS')
    const foreign = buildRefundInstruction(order, { ...place, attestors: [], ownAccount: account })
    expect(chain.refuse([foreign], ['depositor'])).toBe('WRONG_TOKEN_ACCOUNT')
    expect(chain.do([named], ['depositor']).error).toBeUndefined()
  })

  test('of Token-2022 cannot be given away at all: its owner is immutable', () => {
    const { chain, tokenProgram = '', accountOf, order } = createOpenedOrder('Token-2022 tokens')
    const [owner, account] = [order.depositor, accountOf('depositor')]
    const newOwner = chain.address('stranger')
    const given = giveAccountAway({ tokenProgram, account, owner, newOwner })
    expect(chain.refuse([given], ['depositor'])).toBe('Custom(34)')
  })
})

describe('two orders in tokens of one fill', () => {
  test('are not mixed: the vault of one pays nothing for the other', () => {
    const { chain, open, release, order } = createOpenedOrder('SPL tokens')
    chain.do([open({ amount: 6_000_000n })], ['depositor'])
    const other = getOrderAddress({ ...order, amount: 6_000_000n }, chain.program)
    const mixed = changeAccount(release(), 1, { address: other })
    expect(chain.refuse([mixed], ['attestor'])).toBe('WRONG_ADDRESS')
  })
})

function createOpenedOrder(asset: (typeof assets)[number]): OrderHarness {
  const harness = createOrderHarness(base, asset)
  harness.chain.do([harness.open({ fillHash: toHash(2) })], ['depositor'])
  return harness
}

function getVault({ chain, order }: Pick<OrderHarness, 'chain' | 'order'>): string {
  return getVaultAddress(getOrderAddress(order, chain.program), chain.program)
}

/** Copies an account to an unused address, owned by the System program. */
function forge(chain: EscrowChain, { from, to }: { from: string; to: string }): void {
  const account = chain.runtime.account(from)
  if (!account) throw new Error('There is nothing to copy.')
  const owner = chain.address('stranger')
  chain.runtime.setAccount({ address: to, account: { ...account, owner } })
}

function emptyDepositor({
  chain,
  tokenProgram,
  accountOf,
  order,
}: Pick<OrderHarness, 'chain' | 'accountOf' | 'order'> & { tokenProgram: string }): void {
  const [from, to] = [accountOf('depositor'), accountOf('solver')]
  const units = startUnits - order.amount - order.fee
  const moved = { tokenProgram, mint: order.token, from, to, owner: order.depositor, units }
  chain.do([sendTokens(moved)], ['depositor'])
}

/** The attestor, if it still has to sign. */
function getSigners({ accounts }: SolanaInstruction): 'attestor'[] {
  return accounts.some(({ isSigner }) => isSigner) ? ['attestor'] : []
}
