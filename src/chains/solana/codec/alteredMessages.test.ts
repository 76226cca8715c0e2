import { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { runsOf } from '#testing/campaign.ts'
import { decodeMessage, encodeMessage, type SolanaMessage } from './message.ts'
import { findPayoutFault, type Payout } from '../settlement/payout.ts'
import { associatedTokenAddress, programs } from '../program/addresses.ts'
import { computeBudgetInstructions } from '../program/computeBudget.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import {
  openInstruction,
  refundInstruction,
  releaseInstruction,
} from '../program/orderInstructions.ts'
import { createTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { transferInstruction } from '../program/transferInstructions.ts'
import { readTerms } from '../operation/readTerms.ts'
import { alterationsOf, alteredBytes, writtenOf } from '#testing/solana/alterations.ts'
import { assetOf, orderOf, type TestAsset } from '#testing/solana/intents.ts'
import { reef } from '#testing/solana/settlement.ts'
import { writeOperation } from './writeOperation.ts'

const { program, roles, genesisHash: blockhash } = devnetSolana
const { executor } = roles
const user = Keypair.generate()
const from = user.publicKey.toBase58()
const thief = Keypair.generate().publicKey.toBase58()
const recipient = Keypair.generate().publicKey.toBase58()
const alterers = { executor, thief, token: { ...solanaTokens.usdc, decimals: 6 } }
const units = 3_000_000_000n
const assets = ['sol', 'usdc', 'token2022'] as const
const operations = assets.flatMap((asset) => [
  { name: `deposit of ${asset}`, asset, ...depositOf(asset) },
  { name: `transfer of ${asset}`, asset, message: transferOf(asset), amount: units },
])
const payouts = assets.flatMap((asset) =>
  (['release', 'refund'] as const).map((kind) => ({ name: `${kind} of ${asset}`, asset, kind })),
)

describe.each(operations)('an altered $name', ({ asset, message, amount }) => {
  test('is not taken, but for what costs the executor nothing', () => {
    expect(termsOf(message)).toBeDefined()
    const altered = alteredBytes(message, alterers)
    expect(altered.length).toBeGreaterThan(80)
    const taken = altered.filter((one) => termsOf(one.message) !== undefined)
    for (const { message: one } of taken)
      expect(isWithin(placesOf(one), placesOf(message))).toBe(true)
    expect(taken.map(({ name }) => name).filter((name) => !isHarmless(name))).toEqual([])
  })

  test('is not taken in any way in which the executor signs for more', () => {
    const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(picks, (picked) => {
        let last: SolanaMessage = message
        for (const pick of picked) {
          const altered = alterationsOf(last, alterers)
          last = altered[pick % altered.length]?.message ?? last
        }
        return !termsOf(last) || isWithin(placesOf(last), placesOf(message))
      }),
      runsOf({ test: 5, campaign: 20 }),
    )
  })

  function termsOf(one: SolanaMessage) {
    if (writtenOf(one) === undefined) return undefined
    return readTerms(writeOperation(one, { assetType: assetOf(asset), amount }), reef)
  }

  /**
   * What a user is free to sign: how long, for how much within bounds, a fee that the quote's seal
   * holds, decimals that the token's program holds, to whom SOL goes, and that the recipient's token
   * account is not made.
   */
  function isHarmless(name: string): boolean {
    const isBudget = /^[01]: byte [123]$/.test(name)
    const ofCoins = /^2: account 1 is \w{32,44}$|^3: (byte ([4-9]|10|11)|left out)$/
    const ofTokens = /^5: byte [1-8]$|^[35]: byte 9$|^2: left out$/
    const isOwn = (asset === 'sol' ? ofCoins : ofTokens).test(name)
    return name === 'blockhash' || name.endsWith('isWritable') || isBudget || isOwn
  }
})

test.each(assets)(
  'what pays others than the service, or is called something else, is not taken: %s',
  (asset) => {
    const { message, amount } = depositOf(asset)
    const names = { assetType: assetOf(asset), amount }
    const others = [
      depositOf(asset, { payee: thief }).message,
      depositOf(asset, { feeReceiver: thief }).message,
      depositOf(asset, { depositor: roles.solver }).message,
    ]
    for (const other of others)
      expect(readTerms(writeOperation(other, names), reef)).toBeUndefined()
    const wrong = [
      { ...names, amount: amount + 1n },
      { ...names, assetType: assetOf('usdt') },
      { ...names, assetType: `${reef.chainId}/slip44:60` as const },
    ]
    for (const name of wrong) expect(readTerms(writeOperation(message, name), reef)).toBeUndefined()
    const paid = { assetType: assetOf(asset), amount: units }
    expect(readTerms(writeOperation(transferOf(asset), paid), reef)).toBeDefined()
    const stolen = transferOf(asset, thief)
    expect(readTerms(writeOperation(stolen, paid), reef)).toBeUndefined()
  },
)

describe.each(payouts)('an altered $name', ({ asset, kind }) => {
  const order = { ...orderOf(user, asset), fee: 5n }
  const payout: Payout = { kind, order, attestors: [roles.attestor] }
  const message = payoutOf(payout, asset)

  test('is at fault, but for how long it lives and what it offers within bounds', () => {
    expect(faultOf(message)).toBeUndefined()
    const altered = alteredBytes(message, alterers)
    const taken = altered.filter((one) => !faultOf(one.message))
    const making = asset !== 'sol' && kind === 'release' ? ['2: left out', '3: left out'] : []
    // A release may offer more than others: nobody shall outbid it.
    const open = kind === 'release' ? [...making, '1: byte 4'] : making
    expect(taken.map(({ name }) => name).filter((name) => !isOpen(name, open))).toEqual([])
    for (const { message: one } of taken) {
      expect(isWithin(placesOf(one), placesOf(message))).toBe(true)
    }
  })

  test('is at fault for every other order, verdict and attestor', () => {
    const others: Payout[] = [
      { ...payout, kind: kind === 'release' ? 'refund' : 'release' },
      { ...payout, attestors: [] },
      { ...payout, attestors: [thief] },
      ...(['amount', 'fee', 'depositDeadline', 'refundAfter'] as const).map((name) => ({
        ...payout,
        order: { ...order, [name]: order[name] + 1n },
      })),
      ...(['payee', 'feeReceiver', 'depositor', 'token'] as const).map((name) => ({
        ...payout,
        order: { ...order, [name]: thief },
      })),
      ...(['fillId', 'fillHash'] as const).map((name) => ({
        ...payout,
        order: { ...order, [name]: orderOf(user, asset).fillId },
      })),
    ]
    for (const other of others)
      expect(
        findPayoutFault(writtenOf(message) ?? '0x', { payout: other, chain: reef }),
      ).toBeDefined()
  })

  function faultOf(one: SolanaMessage): string | undefined {
    return findPayoutFault(writtenOf(one) ?? '0x', { payout, chain: reef })
  }
})

test.each(['usdc', 'token2022'] as const)(
  'a refund that makes the account which its depositor closed is at fault: %s',
  (asset) => {
    const payout: Payout = {
      kind: 'refund',
      order: orderOf(user, asset),
      attestors: [roles.attestor],
    }
    const { instructions, ...message } = payoutOf(payout, asset)
    const refund = instructions.at(-1)
    if (!refund) throw new Error('There is no refund.')
    const making = [...instructions.slice(0, -1), makingFor(from, asset), refund]
    const faults = [instructions, making].map((those) =>
      findPayoutFault(writtenOf({ ...message, instructions: those }) ?? '0x', {
        payout,
        chain: reef,
      }),
    )
    expect(faults).toEqual([undefined, 'The message is not the refund of this order.'])
  },
)

/** Also which of the missing accounts are made, and to whom the vault's rent goes: the program knows. */
function isOpen(name: string, open: readonly string[]): boolean {
  const isBudget = /^[01]: byte [123]$/.test(name)
  return name === 'blockhash' || isBudget || open.includes(name) || /: account 4 is/.test(name)
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.length <= all.length && some.every((one) => all.includes(one))
}

function depositOf(
  asset: TestAsset,
  changes: Partial<SolanaOrder> = {},
): { message: SolanaMessage; amount: bigint } {
  const order = { ...orderOf(user, asset), ...changes }
  const tokens = asset === 'sol' ? {} : { tokenProgram: solanaTokens[asset].tokenProgram }
  const open = openInstruction(order, { program, rentPayer: executor, ...tokens })
  return { message: messageOf([open]), amount: order.amount }
}

function transferOf(
  asset: TestAsset,
  feeReceiver: SolanaAddress = roles.feeReceiver,
): SolanaMessage {
  const paid = { from, units }
  const fee = { to: feeReceiver, units: 2_000n }
  if (asset === 'sol')
    return messageOf([
      transferInstruction({ ...paid, to: recipient }),
      transferInstruction({ ...paid, ...fee }),
    ])
  const token = { ...solanaTokens[asset], decimals: 6 }
  return messageOf(
    [{ to: recipient, units }, fee].flatMap((payment) => [
      createTokenAccountInstruction({ owner: payment.to, ...token }, { payer: executor }),
      transferInstruction({
        ...payment,
        from,
        token,
        to: associatedTokenAddress(payment.to, token),
      }),
    ]),
  )
}

function payoutOf({ kind, order, attestors }: Payout, asset: TestAsset): SolanaMessage {
  const token = asset === 'sol' ? undefined : solanaTokens[asset]
  const tokens = token && { tokenProgram: token.tokenProgram }
  const place = { program, rentPayer: recipient, attestors, ...tokens }
  const owners = kind === 'refund' ? [] : [order.payee, order.feeReceiver]
  return messageOf([
    ...(token ? owners : []).map((owner) => makingFor(owner, asset)),
    kind === 'release' ? releaseInstruction(order, place) : refundInstruction(order, place),
  ])
}

/** Makes a wallet's account for a token at the executor's cost. */
function makingFor(owner: SolanaAddress, asset: TestAsset): SolanaInstruction {
  if (asset === 'sol') throw new Error('Coins need no account.')
  return createTokenAccountInstruction({ owner, ...solanaTokens[asset] }, { payer: executor })
}

function messageOf(instructions: readonly SolanaInstruction[]): SolanaMessage {
  const budget = computeBudgetInstructions({ units: 60_000, microLamports: 1_000n })
  const message = { feePayer: executor, blockhash, instructions: [...budget, ...instructions] }
  return decodeMessage(encodeMessage(message)) ?? message
}

/** Where the executor's signature is good for something in a message: not where it is only paid. */
function placesOf({ instructions }: SolanaMessage): readonly string[] {
  const paid = new Set([`${programs.system} 2 1`, `${program} 1 4`, `${program} 2 4`])
  return instructions
    .flatMap(({ programId, accounts, data }) =>
      accounts.flatMap(({ address }, index) =>
        address === executor ? [`${programId} ${data[0]} ${index}`] : [],
      ),
    )
    .filter((place) => !paid.has(place))
}
