import { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'
import { encodeMessage, type SolanaMessage } from './message.ts'
import { getAssociatedTokenAddress, programs } from '../program/addresses.ts'
import { buildComputeBudgetInstructions } from '../program/computeBudget.ts'
import {
  toReadonlyAccount,
  type SolanaInstruction,
  toSignerAccount,
} from '../program/instruction.ts'
import { buildOpenInstruction } from '../program/orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { buildTransferInstruction } from '../program/transferInstructions.ts'
import { readOperation } from './readOperation.ts'
import { toAsset, buildOrder, type SolanaTestAsset } from '#testing/solana/intents.ts'
import { writeOperation } from './writeOperation.ts'

const { program, roles } = devnetSolana
const { executor } = roles
const blockhash = devnetSolana.genesisHash
const user = Keypair.generate()
const from = user.publicKey.toBase58()
const recipient = newAddress()
const usdc = { ...solanaTokens.usdc, decimals: 6 }
const budget = buildComputeBudgetInstructions({ units: 60_000, microLamports: 1_000n })

describe.each(['usdc', 'token2022', 'sol'] as const)('a deposit of %s', (asset) => {
  test('is read as the order, whoever the user is', () => {
    const order = buildOrder(user, asset)
    const tokenProgram = asset === 'sol' ? undefined : solanaTokens[asset].tokenProgram
    expect(read(getDeposit(asset))).toMatchObject({
      user: from,
      budget: { units: 60_000, microLamports: 1_000n },
      action: { kind: 'deposit', order: { depositor: from, token: order.token }, tokenProgram },
    })
  })
})

test('a transfer to a token account that is there names it in place of its wallet', () => {
  const to = getAssociatedTokenAddress(recipient, usdc)
  const fee = { to: newAddress(), units: 2n }
  const straight = payTo({ to: recipient, units: 5n }, usdc).slice(1)
  expect(read([...straight, ...payTo(fee, usdc)])).toMatchObject({
    user: from,
    action: { kind: 'transfer', token: usdc.mint, payments: [{ to, units: 5n }, fee] },
  })
})

test('transfers of one asset to one, two or three wallets are read, with any units', () => {
  const units = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const paid = fc.record({
    token: fc.constantFrom(undefined, usdc),
    amounts: fc.array(units, { maxLength: 4 }),
  })
  fc.assert(
    fc.property(paid, ({ token, amounts }) => {
      const payments = amounts.map((amount) => ({ to: newAddress(), units: amount }))
      const result = read(payments.flatMap((payment) => payTo(payment, token)))
      const isTransfer = payments.length >= 1 && payments.length <= 3
      const tokenProgram = token?.tokenProgram
      const action = { kind: 'transfer', token: token?.mint ?? nativeMint, tokenProgram, payments }
      const error = amounts.length === 0 ? 'signers' : 'instructions'
      expect(result).toMatchObject(isTransfer ? { action } : { error })
    }),
    { numRuns: 30 },
  )
})

describe('an operation is refused', () => {
  const good = getOperation(payTo({ to: recipient, units: 5n }, usdc))

  test('by nothing when it is whole', () => {
    expect(getOperationError(good)).toBeUndefined()
    expect(getOperationError({ ...good, signature: 'anything' })).toBeUndefined()
  })

  test.each<[string, Partial<SolanaChainOperation>]>([
    ['another fee payer', { feePayer: recipient }],
    ['another blockhash', { recentBlockHash: recipient }],
    ['an instruction less', { instructions: good.instructions.slice(0, -1) }],
    ['all instructions twice', { instructions: [...good.instructions, ...good.instructions] }],
    ['another order', { instructions: good.instructions.toReversed() }],
    ['other data', { instructions: changed((one) => ({ ...one, data: `${one.data}00` })) }],
    ['another program', { instructions: changed((one) => ({ ...one, programId: recipient })) }],
    ['no accounts', { instructions: changed((one) => ({ ...one, keys: [] })) }],
    ['other rights', { instructions: changed((one) => ({ ...one, keys: withRights(one) })) }],
    ['another account', { instructions: changed((one) => ({ ...one, keys: renamed(one) })) }],
  ])('that says something else than its message: %s', (_, change) => {
    expect(getOperationError({ ...good, ...change })).toBe('mirror')
  })

  test('that has lookup tables', () => {
    expect(getOperationError({ ...good, addressLookupTableAddresses: [recipient] })).toBe(
      'lookup tables',
    )
    const bytes = Buffer.from(good.dataToSign, 'base64')
    const table = Buffer.concat([bytes.subarray(0, -1), Buffer.from([1]), Buffer.alloc(34)])
    expect(getOperationError({ ...good, dataToSign: table.toString('base64') })).toBe('message')
  })

  test.each([
    ['no base64', '%%%'],
    ['nothing', ''],
    ['another message', Buffer.from(encodeMessage(getMessage([])).slice(1)).toString('base64')],
  ])('whose bytes are %s', (_, dataToSign) => {
    expect(getOperationError({ ...good, dataToSign })).toBe('message')
  })

  test('that another key than the executor pays for', () => {
    const message = { ...getMessage(payTo({ to: recipient, units: 5n })), feePayer: from }
    expect(getOperationError(writeOperation(message, asset()))).toBe('fee payer')
  })

  test('that nobody signs beside the executor, or that more than one do', () => {
    const own = buildTransferInstruction({ from: executor, to: recipient, units: 5n })
    expect(getOperationError(getOperation([own]))).toBe('signers')
    const [first] = payTo({ to: recipient, units: 5n })
    const more = first && { ...first, accounts: [...first.accounts, toSignerAccount(newAddress())] }
    expect(getOperationError(getOperation(more ? [more] : []))).toBe('signers')
  })

  test('that does not begin with its budget, or says it again', () => {
    const pay = payTo({ to: recipient, units: 5n })
    const without = { ...getMessage(pay), instructions: pay }
    expect(getOperationError(writeOperation(without, asset()))).toBe('compute budget')
    expect(getOperationError(getOperation([...pay, ...budget.slice(1)]))).toBe('compute budget')
  })

  test.each<[string, readonly SolanaInstruction[]]>([
    ['does nothing of the user', [signedNothing()]],
    ['calls an unknown program', [...payTo({ to: recipient, units: 5n }), signedNothing()]],
    ['takes from the executor', [...payTo({ to: recipient, units: 5n }), takenFromExecutor()]],
    ['makes an account at the cost of the user', paidByUser()],
    [
      'pays a second token account of nobody named',
      [
        ...payTo({ to: recipient, units: 5n }, usdc),
        ...payTo({ to: newAddress(), units: 5n }, usdc).slice(1),
      ],
    ],
    [
      'pays four wallets',
      [1n, 2n, 3n, 4n].flatMap((units) => payTo({ to: newAddress(), units }, usdc)),
    ],
    ['makes the account of another than it pays', paidAside()],
    [
      'pays in two assets',
      [...payTo({ to: recipient, units: 5n }), ...payTo({ to: recipient, units: 5n }, usdc)],
    ],
    ['deposits and pays', [...getDeposit('sol'), ...payTo({ to: recipient, units: 5n })]],
    ['deposits with rent of the user', getDeposit('usdc', from)],
    ['deposits from another account', depositFrom(newAddress())],
  ])('that %s', (_, instructions) => {
    expect(getOperationError(getOperation(instructions))).toBe('instructions')
  })

  function changed(
    change: (
      one: SolanaChainOperation['instructions'][number],
    ) => SolanaChainOperation['instructions'][number],
  ) {
    return good.instructions.map((one, index) => (index === 2 ? change(one) : one))
  }
})

function withRights({ keys }: SolanaChainOperation['instructions'][number]) {
  return keys.map((key) => ({ ...key, isWritable: !key.isWritable }))
}

function renamed({ keys }: SolanaChainOperation['instructions'][number]) {
  return keys.map((key) => ({ ...key, pubkey: recipient }))
}

function getDeposit(name: SolanaTestAsset, rentPayer: string = executor) {
  const tokenProgram = name === 'sol' ? {} : { tokenProgram: solanaTokens[name].tokenProgram }
  return [buildOpenInstruction(buildOrder(user, name), { program, rentPayer, ...tokenProgram })]
}

function depositFrom(source: string): SolanaInstruction[] {
  const place = { program, rentPayer: executor, tokenProgram: programs.token, source }
  return [buildOpenInstruction(buildOrder(user, 'usdc'), place)]
}

function payTo(
  { to, units }: { to: string; units: bigint },
  token?: typeof usdc,
): readonly SolanaInstruction[] {
  if (!token) return [buildTransferInstruction({ from, to, units })]
  return [
    buildCreateTokenAccountInstruction({ owner: to, ...token }, { payer: executor }),
    buildTransferInstruction({ from, to: getAssociatedTokenAddress(to, token), units, token }),
  ]
}

function takenFromExecutor(): SolanaInstruction {
  return buildTransferInstruction({ from: executor, to: recipient, units: 5n })
}

function paidByUser(): readonly SolanaInstruction[] {
  const [, transfer] = payTo({ to: recipient, units: 5n }, usdc)
  const creation = buildCreateTokenAccountInstruction(
    { owner: recipient, ...usdc },
    { payer: from },
  )
  return transfer ? [creation, transfer] : []
}

function paidAside(): readonly SolanaInstruction[] {
  const [creation] = payTo({ to: newAddress(), units: 5n }, usdc)
  const [, transfer] = payTo({ to: recipient, units: 5n }, usdc)
  return creation && transfer ? [creation, transfer] : []
}

function signedNothing(): SolanaInstruction {
  return {
    programId: newAddress(),
    accounts: [toSignerAccount(from), toReadonlyAccount(recipient)],
    data: Uint8Array.of(1),
  }
}

function getMessage(instructions: readonly SolanaInstruction[]): SolanaMessage {
  return { feePayer: executor, blockhash, instructions: [...budget, ...instructions] }
}

function getOperation(instructions: readonly SolanaInstruction[]): SolanaChainOperation {
  return writeOperation(getMessage(instructions), asset())
}

function asset() {
  return { assetType: toAsset('usdc'), amount: 5n }
}

function read(instructions: readonly SolanaInstruction[]) {
  return readOperation(getOperation(instructions), { program, executor })
}

function getOperationError(operation: SolanaChainOperation): string | undefined {
  const result = readOperation(operation, { program, executor })
  return 'error' in result ? result.error : undefined
}

function newAddress(): string {
  return Keypair.generate().publicKey.toBase58()
}
