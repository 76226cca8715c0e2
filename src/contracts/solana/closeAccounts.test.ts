import { beforeAll, describe, expect, test } from 'vitest'

import {
  getFillAddress,
  getOrderAddress,
  programs,
  getSignersAddress,
} from '#chains/solana/program/addresses.ts'
import {
  buildCancelInstruction,
  buildCloseFillInstruction,
} from '#chains/solana/program/fillInstructions.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import {
  buildCloseOrderInstruction,
  buildOpenInstruction,
} from '#chains/solana/program/orderInstructions.ts'

import {
  createEscrowChain,
  type EscrowChain,
  type KeyName,
  sendCoins,
} from '#testing/contracts/escrow.ts'
import { changeAccount } from '#testing/contracts/instructions.ts'
import { createOrderHarness } from '#testing/contracts/order.ts'

let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

const longAfter = 3 * 3_600

describe.each(['order', 'fill record'] as const)('closing an %s', (kind) => {
  test('closes no account of another kind, and none that the program does not own', () => {
    const { chain, close, others } = createClosable(kind)
    const copy = chain.address('stranger')
    const account = chain.runtime.account(close.accounts[0]?.address ?? '')
    if (!account) throw new Error('There is nothing to close.')
    chain.runtime.setAccount({ address: copy, account: { ...account, owner: copy } })
    const wrong = [...others, copy].map((address) =>
      chain.refuse([changeAccount(close, 0, { address })]),
    )
    expect(wrong).toEqual(wrong.map(() => 'WRONG_OWNER'))
    expect(chain.do([close]).error).toBeUndefined()
  })

  test('needs both accounts writable, and nothing more', () => {
    const { chain, close } = createClosable(kind)
    const [first] = close.accounts
    const wrong: SolanaInstruction[] = [
      changeAccount(close, 0, { isWritable: false }),
      changeAccount(close, 1, { isWritable: false, address: chain.address('payee') }),
      { ...close, accounts: first ? [...close.accounts, first] : [] },
      { ...close, accounts: close.accounts.slice(0, 1) },
      { ...close, data: Uint8Array.from([...close.data, 0]) },
    ]
    expect(wrong.map((instruction) => chain.refuse([instruction]))).toEqual([
      'NOT_WRITABLE',
      'WRONG_ADDRESS',
      'WRONG_ACCOUNT_COUNT',
      'WRONG_ACCOUNT_COUNT',
      'WRONG_DATA_LENGTH',
    ])
  })

  test('needs the one who gets the rent writable', () => {
    const { chain, close } = createClosable(kind, 'stranger')
    const readOnly = changeAccount(close, 1, { isWritable: false })
    expect(chain.refuse([readOnly])).toBe('NOT_WRITABLE')
    expect(chain.do([close]).error).toBeUndefined()
  })

  test('leaves its address to the System program, also where somebody sends coins at once', () => {
    const { chain, close } = createClosable(kind)
    const [from, to] = [chain.address('stranger'), close.accounts[0]?.address ?? '']
    chain.do([close, sendCoins({ from, to, lamports: 10_000_000n })], ['stranger'])
    expect(chain.runtime.account(to)).toMatchObject({
      owner: programs.system,
      data: new Uint8Array(),
    })
  })

  test('happens once', () => {
    const { chain, close } = createClosable(kind)
    chain.do([close])
    expect(chain.refuse([close])).toBe('WRONG_OWNER')
  })
})

/** A settled order or a cancelled fill from long ago; `payer` gets its rent. */
function createClosable(kind: 'order' | 'fill record', payer: KeyName = 'service') {
  const { chain, release, order } = createOrderHarness(base, 'native coins')
  const { program } = chain
  const [solver, rentPayer] = [chain.address('solver'), chain.address(payer)]
  const opened = buildOpenInstruction(order, { program, rentPayer })
  chain.do([opened], ['depositor', payer])
  chain.do([release()], ['attestor'])
  chain.do(
    [buildCancelInstruction(order.fillId, { program, solver, rentPayer })],
    ['solver', payer],
  )
  chain.pass(longAfter)
  const orderAt = getOrderAddress(order, program)
  const record = getFillAddress({ solver, fillId: order.fillId }, program)
  const signers = getSignersAddress(program)
  return kind === 'order'
    ? {
        chain,
        close: buildCloseOrderInstruction({ program, order: orderAt, rentPayer }),
        others: [record, signers],
      }
    : {
        chain,
        close: buildCloseFillInstruction({ program, record, rentPayer }),
        others: [orderAt, signers],
      }
}
