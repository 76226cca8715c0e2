import { beforeAll, describe, expect, test } from 'vitest'

import {
  getAssociatedTokenAddress,
  getOrderAddress,
  programs,
  getVaultAddress,
} from '#chains/solana/program/addresses.ts'
import { buildOpenInstruction } from '#chains/solana/program/orderInstructions.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'

import { createEscrowChain, type EscrowChain } from '#testing/contracts/escrow.ts'
import { changeAccount } from '#testing/contracts/instructions.ts'
import {
  assets,
  createOrderHarness,
  giveTokens,
  makeMint,
  startUnits,
} from '#testing/contracts/order.ts'

let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

describe.each(assets)('a deposit of %s', (asset) => {
  test('takes exactly amount and fee from the depositor, and rent from the service only', () => {
    const { chain, open, held, order, units } = createOrderHarness(base, asset)
    const coins = chain.lamports(chain.address('depositor'))
    chain.do([open()], ['depositor'])
    expect(held()).toMatchObject({ ...order, state: 'held', rentPayer: chain.address('service') })
    expect(units('depositor')).toBe(startUnits - order.amount - order.fee)
    const spent = asset === 'native coins' ? order.amount + order.fee : 0n
    expect(chain.lamports(chain.address('depositor'))).toBe(coins - spent)
  })

  test('is taken although somebody sent coins to each derived address before', () => {
    const { chain, open, held, order } = createOrderHarness(base, asset)
    const at = getOrderAddress(order, chain.program)
    chain.prefund(at, 1n)
    chain.prefund(getVaultAddress(at, chain.program), 3_000_000n)
    chain.do([open()], ['depositor'])
    expect(held()?.state).toBe('held')
  })

  test('needs the signatures of depositor and rent payer', () => {
    const { chain, open } = createOrderHarness(base, asset)
    expect(chain.refuse([changeAccount(open(), 0, { isSigner: false })])).toBe('SIGNATURE_MISSING')
    const stranger = { address: chain.address('stranger'), isSigner: false }
    const unpaid = changeAccount(open(), 1, stranger)
    expect(chain.refuse([unpaid], ['depositor'])).toBe('SIGNATURE_MISSING')
  })

  test('cannot be made twice, nor by the depositor of another order', () => {
    const { chain, open } = createOrderHarness(base, asset)
    chain.do([open()], ['depositor'])
    expect(chain.refuse([open()], ['depositor'])).toBe('ALREADY_INITIALISED')
    const other = changeAccount(open(), 0, { address: chain.address('solver') })
    expect(chain.refuse([other], ['solver'])).toBe('WRONG_ADDRESS')
  })

  test('cannot be made again once it was released or refunded, while there is still time', () => {
    const { chain, open, release, refund, held } = createOrderHarness(base, asset)
    chain.do([open()], ['depositor'])
    const fork = chain.fork()
    chain.do([release()], ['attestor'])
    fork.do([refund(['attestor'])], ['attestor'])
    for (const one of [chain, fork])
      expect(one.refuse([open()], ['depositor'])).toBe('ALREADY_INITIALISED')
    expect(held()?.state).toBe('released')
  })

  test.each<[string, (now: bigint) => Partial<SolanaOrder>, string]>([
    ['at its deadline', (now) => ({ depositDeadline: now }), 'DEPOSIT_EXPIRED'],
    ['after its deadline', (now) => ({ depositDeadline: now - 1n }), 'DEPOSIT_EXPIRED'],
    [
      'refundable at the deposit deadline',
      (now) => ({ depositDeadline: now + 60n, refundAfter: now + 60n }),
      'REFUND_TIME_OUT_OF_RANGE',
    ],
    [
      'locked longer than two hours',
      (now) => ({ refundAfter: now + 7_201n }),
      'REFUND_TIME_OUT_OF_RANGE',
    ],
    ['locked for ever', () => ({ refundAfter: 2n ** 63n - 1n }), 'REFUND_TIME_OUT_OF_RANGE'],
    ['without an amount', () => ({ amount: 0n }), 'EMPTY_ORDER'],
    ['without a payee', () => ({ payee: programs.system }), 'EMPTY_ORDER'],
    ['with a fee for nobody', () => ({ feeReceiver: programs.system }), 'EMPTY_ORDER'],
    ['whose sum overflows', () => ({ amount: 2n ** 64n - 1n, fee: 2n }), 'AMOUNT_OVERFLOW'],
  ])('is refused %s', (_, changes, error) => {
    const { chain, open } = createOrderHarness(base, asset)
    expect(chain.refuse([open(changes(chain.now()))], ['depositor'])).toBe(error)
  })

  test('is taken one second before its deadline, locked for two hours', () => {
    const { chain, open } = createOrderHarness(base, asset)
    const changes = { depositDeadline: chain.now() + 1n, refundAfter: chain.now() + 7_200n }
    expect(chain.do([open(changes)], ['depositor']).error).toBeUndefined()
  })

  test('is refused with one account or one byte more or less', () => {
    const { chain, open } = createOrderHarness(base, asset)
    const right = open()
    const [first] = right.accounts
    const accounts = first ? [...right.accounts, first] : []
    const wrong = [
      { ...right, accounts },
      { ...right, accounts: right.accounts.slice(0, -1) },
      { ...right, data: Uint8Array.from([...right.data, 0]) },
      { ...right, data: right.data.slice(0, -1) },
    ].map((instruction) => chain.refuse([instruction], ['depositor']))
    expect(wrong).toEqual([
      'WRONG_ACCOUNT_COUNT',
      'WRONG_ACCOUNT_COUNT',
      'WRONG_DATA_LENGTH',
      'WRONG_DATA_LENGTH',
    ])
  })

  test('is refused when order or System program are others', () => {
    const { chain, open, order } = createOrderHarness(base, asset)
    const other = getOrderAddress({ ...order, fee: 1n }, chain.program)
    const elsewhere = changeAccount(open(), 2, { address: other })
    expect(chain.refuse([elsewhere], ['depositor'])).toBe('WRONG_ADDRESS')
    const system = changeAccount(open(), 3, { address: programs.token })
    expect(chain.refuse([system], ['depositor'])).toBe('WRONG_PROGRAM')
  })

  test('is refused when the depositor has too little', () => {
    const { chain, open, held } = createOrderHarness(base, asset)
    const reason = chain.refuse([open({ amount: startUnits + 1n })], ['depositor'])
    expect(reason).toBe('Custom(1)')
    expect(held()).toBeUndefined()
  })
})

describe('a deposit of native coins', () => {
  test('is refused below the rent exemption that an empty payee would need', () => {
    const { chain, open } = createOrderHarness(base, 'native coins')
    const minLamports = chain.runtime.minimumBalance(0)
    expect(chain.refuse([open({ amount: minLamports - 1n })], ['depositor'])).toBe(
      'BELOW_RENT_EXEMPTION',
    )
    expect(chain.do([open({ amount: minLamports })], ['depositor']).error).toBeUndefined()
  })
})

describe.each(['SPL tokens', 'Token-2022 tokens'] as const)('a deposit of %s', (asset) => {
  test("is not taken from another's account, another mint's account, or the vault itself", () => {
    const { chain, open, accountOf, order } = createOrderHarness(base, asset)
    const vault = getVaultAddress(getOrderAddress(order, chain.program), chain.program)
    const others = [accountOf('solver'), vault, chain.address('mint'), chain.address('stranger')]
    const refusals = others.map((address) =>
      chain.refuse([changeAccount(open(), 5, { address })], ['depositor']),
    )
    expect(refusals).toEqual(refusals.map(() => 'WRONG_TOKEN_ACCOUNT'))
  })

  test('is refused when mint, vault or token program are others', () => {
    const { chain, open, accountOf, tokenProgram } = createOrderHarness(base, asset)
    const other = tokenProgram === programs.token ? programs.token2022 : programs.token
    const wrong = [
      changeAccount(open(), 4, { address: accountOf('solver') }),
      changeAccount(open(), 4, { address: chain.address('stranger') }),
      changeAccount(open(), 6, { address: accountOf('payee') }),
      changeAccount(open(), 7, { address: other }),
      changeAccount(open(), 7, { address: programs.system }),
    ].map((instruction) => chain.refuse([instruction], ['depositor']))
    expect(wrong).toEqual([
      'WRONG_MINT',
      'WRONG_MINT',
      'WRONG_ADDRESS',
      'WRONG_MINT',
      'WRONG_PROGRAM',
    ])
  })

  test('of a mint that another token program owns is refused', () => {
    const { chain, order, place } = createOrderHarness(base, 'native coins')
    const program = asset === 'SPL tokens' ? programs.token : programs.token2022
    const other = asset === 'SPL tokens' ? programs.token2022 : programs.token
    makeMint(chain, program)
    giveTokens(chain, program, ['depositor'])
    const mint = chain.address('mint')
    const source = getAssociatedTokenAddress(order.depositor, { mint, tokenProgram: program })
    const foreign = { ...place, tokenProgram: other, source }
    const opened = buildOpenInstruction({ ...order, token: mint }, foreign)
    expect(chain.refuse([opened], ['depositor'])).toBe('WRONG_MINT')
  })
})
