import { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { getRuns } from '#testing/campaign.ts'
import { decodeMessage, encodeMessage, type SolanaMessage } from './message.ts'
import { findPayoutError, type SolanaPayout } from '../settlement/payout.ts'
import { getAssociatedTokenAddress, programs } from '../program/addresses.ts'
import { buildComputeBudgetInstructions } from '../program/computeBudget.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import {
  buildOpenInstruction,
  buildRefundInstruction,
  buildReleaseInstruction,
} from '../program/orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { buildTransferInstruction } from '../program/transferInstructions.ts'
import { readTerms } from '../operation/readTerms.ts'
import { getAlterations, alterBytes, encodeMessageHex } from '#testing/solana/alterations.ts'
import { toAsset, buildOrder, type SolanaTestAsset } from '#testing/solana/intents.ts'
import { reef } from '#testing/solana/settlement.ts'
import { writeOperation } from './writeOperation.ts'

const { program, roles, genesisHash: blockhash } = devnetSolana
const { executor } = roles
const user = Keypair.generate()
const from = user.publicKey.toBase58()
const attacker = Keypair.generate().publicKey.toBase58()
const recipient = Keypair.generate().publicKey.toBase58()
const alterers = { executor, attacker, token: { ...solanaTokens.usdc, decimals: 6 } }
const units = 3_000_000_000n
const assets = ['sol', 'usdc', 'token2022'] as const
const operations = assets.flatMap((asset) => [
  { name: `deposit of ${asset}`, asset, ...getDeposit(asset) },
  { name: `transfer of ${asset}`, asset, message: getTransfer(asset), amount: units },
])
const payouts = assets.flatMap((asset) =>
  (['release', 'refund'] as const).map((kind) => ({ name: `${kind} of ${asset}`, asset, kind })),
)

describe.each(operations)('an altered $name', ({ asset, message, amount }) => {
  test('is not taken, but for what costs the executor nothing', () => {
    expect(getTerms(message)).toBeDefined()
    const altered = alterBytes(message, alterers)
    expect(altered.length).toBeGreaterThan(80)
    const taken = altered.filter((one) => getTerms(one.message) !== undefined)
    for (const { message: one } of taken)
      expect(isWithin(getPlaces(one), getPlaces(message))).toBe(true)
    expect(taken.map(({ name }) => name).filter((name) => !isHarmless(name))).toEqual([])
  })

  test('is not taken in any way in which the executor signs for more', () => {
    const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(picks, (picked) => {
        let last: SolanaMessage = message
        for (const pick of picked) {
          const altered = getAlterations(last, alterers)
          last = altered[pick % altered.length]?.message ?? last
        }
        return !getTerms(last) || isWithin(getPlaces(last), getPlaces(message))
      }),
      getRuns({ test: 5, campaign: 20 }),
    )
  })

  function getTerms(one: SolanaMessage) {
    if (encodeMessageHex(one) === undefined) return undefined
    return readTerms(writeOperation(one, { assetType: toAsset(asset), amount }), reef)
  }

  /**
   * Changes a user may make without affecting us: lifetime, compute budget within bounds, a fee
   * that the quote's signature covers, decimals that the token program checks, the recipient of
   * SOL, and omitting the creation of the recipient's token account.
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
    const { message, amount } = getDeposit(asset)
    const names = { assetType: toAsset(asset), amount }
    const others = [
      getDeposit(asset, { payee: attacker }).message,
      getDeposit(asset, { feeReceiver: attacker }).message,
      getDeposit(asset, { depositor: roles.solver }).message,
    ]
    for (const other of others)
      expect(readTerms(writeOperation(other, names), reef)).toBeUndefined()
    const wrong = [
      { ...names, amount: amount + 1n },
      { ...names, assetType: toAsset('usdt') },
      { ...names, assetType: `${reef.chainId}/slip44:60` as const },
    ]
    for (const name of wrong) expect(readTerms(writeOperation(message, name), reef)).toBeUndefined()
    const paid = { assetType: toAsset(asset), amount: units }
    expect(readTerms(writeOperation(getTransfer(asset), paid), reef)).toBeDefined()
    const stolen = getTransfer(asset, attacker)
    expect(readTerms(writeOperation(stolen, paid), reef)).toBeUndefined()
  },
)

describe.each(payouts)('an altered $name', ({ asset, kind }) => {
  const order = { ...buildOrder(user, asset), fee: 5n }
  const payout: SolanaPayout = { kind, order, attestors: [roles.attestor] }
  const message = getPayout(payout, asset)

  test('is at fault, but for how long it lives and what it offers within bounds', () => {
    expect(getError(message)).toBeUndefined()
    const altered = alterBytes(message, alterers)
    const taken = altered.filter((one) => !getError(one.message))
    const creations = asset !== 'sol' && kind === 'release' ? ['2: left out', '3: left out'] : []
    // A release may offer a higher price than others, so that it cannot be outbid.
    const open = kind === 'release' ? [...creations, '1: byte 4'] : creations
    expect(taken.map(({ name }) => name).filter((name) => !isOpen(name, open))).toEqual([])
    for (const { message: one } of taken) {
      expect(isWithin(getPlaces(one), getPlaces(message))).toBe(true)
    }
  })

  test('is at fault for every other order, verdict and attestor', () => {
    const others: SolanaPayout[] = [
      { ...payout, kind: kind === 'release' ? 'refund' : 'release' },
      { ...payout, attestors: [] },
      { ...payout, attestors: [attacker] },
      ...(['amount', 'fee', 'depositDeadline', 'refundAfter'] as const).map((name) => ({
        ...payout,
        order: { ...order, [name]: order[name] + 1n },
      })),
      ...(['payee', 'feeReceiver', 'depositor', 'token'] as const).map((name) => ({
        ...payout,
        order: { ...order, [name]: attacker },
      })),
      ...(['fillId', 'fillHash'] as const).map((name) => ({
        ...payout,
        order: { ...order, [name]: buildOrder(user, asset).fillId },
      })),
    ]
    for (const other of others)
      expect(
        findPayoutError(encodeMessageHex(message) ?? '0x', { payout: other, chain: reef }),
      ).toBeDefined()
  })

  function getError(one: SolanaMessage): string | undefined {
    return findPayoutError(encodeMessageHex(one) ?? '0x', { payout, chain: reef })
  }
})

test.each(['usdc', 'token2022'] as const)(
  'a refund that makes the account which its depositor closed is at fault: %s',
  (asset) => {
    const payout: SolanaPayout = {
      kind: 'refund',
      order: buildOrder(user, asset),
      attestors: [roles.attestor],
    }
    const { instructions, ...message } = getPayout(payout, asset)
    const refund = instructions.at(-1)
    if (!refund) throw new Error('There is no refund.')
    const withCreation = [...instructions.slice(0, -1), buildCreation(from, asset), refund]
    const errors = [instructions, withCreation].map((those) =>
      findPayoutError(encodeMessageHex({ ...message, instructions: those }) ?? '0x', {
        payout,
        chain: reef,
      }),
    )
    expect(errors).toEqual([undefined, 'The message is not the refund of this order.'])
  },
)

/** Also which missing accounts are created, and who gets the vault's rent (the program checks). */
function isOpen(name: string, open: readonly string[]): boolean {
  const isBudget = /^[01]: byte [123]$/.test(name)
  return name === 'blockhash' || isBudget || open.includes(name) || /: account 4 is/.test(name)
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.length <= all.length && some.every((one) => all.includes(one))
}

function getDeposit(
  asset: SolanaTestAsset,
  changes: Partial<SolanaOrder> = {},
): { message: SolanaMessage; amount: bigint } {
  const order = { ...buildOrder(user, asset), ...changes }
  const tokens = asset === 'sol' ? {} : { tokenProgram: solanaTokens[asset].tokenProgram }
  const open = buildOpenInstruction(order, { program, rentPayer: executor, ...tokens })
  return { message: getMessage([open]), amount: order.amount }
}

function getTransfer(
  asset: SolanaTestAsset,
  feeReceiver: SolanaAddress = roles.feeReceiver,
): SolanaMessage {
  const paid = { from, units }
  const fee = { to: feeReceiver, units: 2_000n }
  if (asset === 'sol')
    return getMessage([
      buildTransferInstruction({ ...paid, to: recipient }),
      buildTransferInstruction({ ...paid, ...fee }),
    ])
  const token = { ...solanaTokens[asset], decimals: 6 }
  return getMessage(
    [{ to: recipient, units }, fee].flatMap((payment) => [
      buildCreateTokenAccountInstruction({ owner: payment.to, ...token }, { payer: executor }),
      buildTransferInstruction({
        ...payment,
        from,
        token,
        to: getAssociatedTokenAddress(payment.to, token),
      }),
    ]),
  )
}

function getPayout(
  { kind, order, attestors }: SolanaPayout,
  asset: SolanaTestAsset,
): SolanaMessage {
  const token = asset === 'sol' ? undefined : solanaTokens[asset]
  const tokens = token && { tokenProgram: token.tokenProgram }
  const place = { program, rentPayer: recipient, attestors, ...tokens }
  const owners = kind === 'refund' ? [] : [order.payee, order.feeReceiver]
  return getMessage([
    ...(token ? owners : []).map((owner) => buildCreation(owner, asset)),
    kind === 'release'
      ? buildReleaseInstruction(order, place)
      : buildRefundInstruction(order, place),
  ])
}

/** Instruction that creates a wallet's token account at the executor's cost. */
function buildCreation(owner: SolanaAddress, asset: SolanaTestAsset): SolanaInstruction {
  if (asset === 'sol') throw new Error('Coins need no account.')
  return buildCreateTokenAccountInstruction({ owner, ...solanaTokens[asset] }, { payer: executor })
}

function getMessage(instructions: readonly SolanaInstruction[]): SolanaMessage {
  const budget = buildComputeBudgetInstructions({ units: 60_000, microLamports: 1_000n })
  const message = { feePayer: executor, blockhash, instructions: [...budget, ...instructions] }
  return decodeMessage(encodeMessage(message)) ?? message
}

/** Uses of the executor's signature in a message, except those that only pay the executor. */
function getPlaces({ instructions }: SolanaMessage): readonly string[] {
  const paid = new Set([`${programs.system} 2 1`, `${program} 1 4`, `${program} 2 4`])
  return instructions
    .flatMap(({ programId, accounts, data }) =>
      accounts.flatMap(({ address }, index) =>
        address === executor ? [`${programId} ${data[0]} ${index}`] : [],
      ),
    )
    .filter((place) => !paid.has(place))
}
