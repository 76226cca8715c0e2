import { Keypair } from '@solana/web3.js'
import { beforeAll, describe, expect, test } from 'vitest'

import { programs, getSignersAddress } from '#chains/solana/program/addresses.ts'
import {
  buildInstallInstruction,
  type SignersChange,
  buildSignersInstruction,
} from '#chains/solana/program/signersInstructions.ts'
import { decodeSigners, type SolanaSigners } from '#chains/solana/program/state.ts'
import { hashChain } from '#protocol/orders/solanaOrder.ts'

import {
  chainId,
  createEscrowChain,
  delaySeconds,
  type EscrowChain,
  type KeyName,
} from '#testing/contracts/escrow.ts'
import { changeAccount } from '#testing/contracts/instructions.ts'
import { createOrderHarness } from '#testing/contracts/order.ts'

let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

const three = ['attestor', 'secondAttestor', 'thirdAttestor'] as const

describe('the first attestors', () => {
  test('are those installed, and can be installed once only', () => {
    const chain = base.fork()
    expect(getSigners(chain)).toEqual({
      chain: hashChain(chainId),
      authority: chain.address('authority'),
      offeredAuthority: undefined,
      delay: delaySeconds,
      installed: { keys: [chain.address('attestor')], threshold: 1 },
      proposed: undefined,
      disabled: [],
    })
    expect(chain.refuse([install(chain)], ['authority'])).toBe('ALREADY_INITIALISED')
  })

  test('are named by who may upgrade the program, by nobody else', () => {
    const chain = base.fork()
    const stranger = changeAccount(install(chain), 0, { address: chain.address('stranger') })
    expect(chain.refuse([stranger], ['stranger'])).toBe('NOT_AUTHORITY')
    const unsigned = changeAccount(install(chain), 0, { isSigner: false })
    expect(chain.refuse([unsigned])).toBe('SIGNATURE_MISSING')
    const data = changeAccount(install(chain), 3, { address: chain.program })
    expect(chain.refuse([data], ['authority'])).toBe('WRONG_ADDRESS')
  })

  test.each([
    ['none', { keys: [] as const, threshold: 0 }, 'UNUSABLE_KEYS'],
    ['fewer than must sign', { keys: ['attestor'] as const, threshold: 2 }, 'UNUSABLE_KEYS'],
    ['with no threshold', { keys: ['attestor'] as const, threshold: 0 }, 'UNUSABLE_KEYS'],
    [
      'the same one twice',
      { keys: ['attestor', 'attestor'] as const, threshold: 2 },
      'REPEATED_KEY',
    ],
  ])('%s are refused', (_, { keys, threshold }, error) => {
    const chain = base.fork()
    expect(change(chain, { propose: keys, threshold })).toBe(error)
  })
})

describe('new attestors', () => {
  test('count only after the delay, and replace the old ones', () => {
    const { chain, open, release } = createOrderHarness(base, 'native coins')
    chain.do([open()], ['depositor'])
    expect(change(chain, { propose: ['secondAttestor', 'thirdAttestor'], threshold: 2 })).toBe('')
    chain.pass(Number(delaySeconds) - 1)
    expect(change(chain, { name: 'accept' })).toBe('TOO_EARLY')
    const both = ['secondAttestor', 'thirdAttestor'] as const
    expect(chain.refuse([release(both)], both)).toBe('NOT_ATTESTED')
    chain.pass(1)
    expect(change(chain, { name: 'accept' })).toBe('')
    expect(chain.refuse([release()], ['attestor'])).toBe('NOT_ATTESTED')
    expect(chain.refuse([release(['secondAttestor'])], ['secondAttestor'])).toBe('NOT_ATTESTED')
    const twice = ['secondAttestor', 'secondAttestor'] as const
    expect(chain.refuse([release(twice)], twice)).toBe('NOT_ATTESTED')
    expect(chain.do([release(both)], both).error).toBeUndefined()
  })

  test('are installed once, and leave nothing announced', () => {
    const chain = base.fork()
    rotate(chain, { propose: ['secondAttestor'], threshold: 1 })
    expect(getSigners(chain)).toMatchObject({ proposed: undefined })
    expect(change(chain, { name: 'accept' })).toBe('NOTHING_PROPOSED')
  })

  test('are all of those announced last, and none of those announced before', () => {
    const { chain, open, release } = createOrderHarness(base, 'native coins')
    chain.do([open()], ['depositor'])
    change(chain, { propose: three, threshold: 1 })
    rotate(chain, { propose: ['secondAttestor'], threshold: 1 })
    const keys = [chain.address('secondAttestor')]
    expect(getSigners(chain)).toMatchObject({ installed: { keys, threshold: 1 } })
    for (const former of ['attestor', 'thirdAttestor'] as const)
      expect(chain.refuse([release([former])], [former])).toBe('NOT_ATTESTED')
    expect(chain.do([release(['secondAttestor'])], ['secondAttestor']).error).toBeUndefined()
  })

  test('sign as many as must: one more than the threshold is as wrong as one fewer', () => {
    const rotated = base.fork()
    rotate(rotated, { propose: three, threshold: 1 })
    const { chain, open, release, refund } = createOrderHarness(rotated, 'native coins')
    chain.do([open()], ['depositor'])
    const two = three.slice(0, 2)
    expect(chain.refuse([release(two)], two)).toBe('NOT_ATTESTED')
    expect(chain.refuse([refund(two)], two)).toBe('NOT_ATTESTED')
    expect(chain.do([release(['thirdAttestor'])], ['thirdAttestor']).error).toBeUndefined()
  })

  test('can be called off, and are announced by the authority only', () => {
    const chain = base.fork()
    expect(change(chain, { propose: ['secondAttestor'], threshold: 1 }, 'stranger')).toBe(
      'NOT_AUTHORITY',
    )
    expect(change(chain, { propose: ['secondAttestor'], threshold: 1 })).toBe('')
    expect(change(chain, { name: 'withdraw' }, 'stranger')).toBe('NOT_AUTHORITY')
    expect(change(chain, { name: 'withdraw' })).toBe('')
    chain.pass(Number(delaySeconds))
    expect(change(chain, { name: 'accept' })).toBe('NOTHING_PROPOSED')
    expect(change(chain, { name: 'withdraw' })).toBe('NOTHING_PROPOSED')
  })

  test('wait again when others are announced meanwhile', () => {
    const chain = base.fork()
    change(chain, { propose: ['secondAttestor'], threshold: 1 })
    chain.pass(Number(delaySeconds) - 1)
    change(chain, { propose: ['thirdAttestor'], threshold: 1 })
    chain.pass(1)
    expect(change(chain, { name: 'accept' })).toBe('TOO_EARLY')
  })

  test('of whom any two of three sign, in any order', () => {
    for (const pair of [three.slice(0, 2), three.slice(1), [three[2], three[0]]]) {
      const rotated = base.fork()
      rotate(rotated, { propose: three, threshold: 2 })
      const { chain, open, release } = createOrderHarness(rotated, 'native coins')
      chain.do([open()], ['depositor'])
      expect(chain.do([release(pair)], pair).error).toBeUndefined()
    }
  })
})

describe('an attestor that is shut off', () => {
  test('counts no more at once; refunds by the clock stay open', () => {
    const { chain, open, release, refund } = createOrderHarness(base, 'SPL tokens')
    chain.do([open()], ['depositor'])
    expect(change(chain, { name: 'disable', key: chain.address('attestor') })).toBe('')
    expect(chain.refuse([release()], ['attestor'])).toBe('NOT_ATTESTED')
    expect(chain.refuse([refund(['attestor'])], ['attestor'])).toBe('NOT_ATTESTED')
    expect(chain.refuse([refund()])).toBe('NOT_ATTESTED')
    chain.pass(900)
    expect(chain.do([refund()]).error).toBeUndefined()
  })

  test('leaves the others: two of the remaining two still attest', () => {
    const rotated = base.fork()
    rotate(rotated, { propose: three, threshold: 2 })
    const { chain, open, release } = createOrderHarness(rotated, 'native coins')
    chain.do([open()], ['depositor'])
    change(chain, { name: 'disable', key: chain.address('attestor') })
    expect(chain.refuse([release(three.slice(0, 2))], three.slice(0, 2))).toBe('NOT_ATTESTED')
    expect(chain.do([release(three.slice(1))], three.slice(1)).error).toBeUndefined()
  })

  test('may be so by itself, not by a third party, and only if it is one', () => {
    const chain = base.fork()
    const key = chain.address('attestor')
    expect(change(chain, { name: 'disable', key }, 'stranger')).toBe('NOT_AUTHORITY')
    const other = chain.address('stranger')
    expect(change(chain, { name: 'disable', key: other }, 'stranger')).toBe('UNUSABLE_KEYS')
    expect(change(chain, { name: 'disable', key: programs.system })).toBe('UNUSABLE_KEYS')
    expect(change(chain, { name: 'disable', key }, 'attestor')).toBe('')
    expect(change(chain, { name: 'disable', key })).toBe('KEY_DISABLED')
    expect(getSigners(chain)).toMatchObject({ installed: { keys: [] }, disabled: [key] })
  })

  test('never comes back, not even when it was announced before', () => {
    const chain = base.fork()
    const key = chain.address('attestor')
    change(chain, { propose: ['attestor', 'secondAttestor'], threshold: 1 })
    change(chain, { name: 'disable', key })
    chain.pass(Number(delaySeconds))
    expect(change(chain, { name: 'accept' })).toBe('KEY_DISABLED')
    expect(change(chain, { propose: ['attestor'], threshold: 1 })).toBe('KEY_DISABLED')
  })

  test('may be one that is only announced: it is never installed', () => {
    const chain = base.fork()
    const key = chain.address('secondAttestor')
    change(chain, { propose: ['secondAttestor'], threshold: 1 })
    expect(change(chain, { name: 'disable', key })).toBe('')
    chain.pass(Number(delaySeconds))
    expect(change(chain, { name: 'accept' })).toBe('KEY_DISABLED')
    const installed = { keys: [chain.address('attestor')], threshold: 1 }
    expect(getSigners(chain)).toMatchObject({ installed, disabled: [key] })
  })

  test('always finds room in the list: a set that could not be shut off is not announced', () => {
    const chain = base.fork()
    for (let count = 0; count < 15; count++) {
      const { key, propose } = announce(chain)
      chain.do([propose], ['authority'])
      chain.pass(Number(delaySeconds))
      change(chain, { name: 'accept' })
      expect(change(chain, { name: 'disable', key })).toBe('')
    }
    expect(getSigners(chain)?.disabled).toHaveLength(15)
    expect(chain.refuse([announce(chain).propose], ['authority'])).toBe('NO_ROOM_TO_DISABLE')
  })
})

describe('the authority', () => {
  test('passes to a key that takes it, to no other, and is gone then', () => {
    const chain = base.fork()
    const key = chain.address('stranger')
    expect(change(chain, { name: 'acceptAuthority' }, 'stranger')).toBe('NOT_AUTHORITY')
    expect(change(chain, { name: 'offerAuthority', key }, 'stranger')).toBe('NOT_AUTHORITY')
    expect(change(chain, { name: 'offerAuthority', key })).toBe('')
    expect(change(chain, { name: 'acceptAuthority' }, 'solver')).toBe('NOT_AUTHORITY')
    expect(change(chain, { name: 'acceptAuthority' }, 'stranger')).toBe('')
    expect(getSigners(chain)).toMatchObject({ authority: key, offeredAuthority: undefined })
    expect(change(chain, { name: 'withdraw' })).toBe('NOT_AUTHORITY')
  })

  test('must sign itself', () => {
    const chain = base.fork()
    const at = { program: chain.program, caller: chain.address('authority') }
    const instruction = buildSignersInstruction({ name: 'withdraw' }, at)
    const unsigned = changeAccount(instruction, 0, { isSigner: false })
    expect(chain.refuse([unsigned])).toBe('SIGNATURE_MISSING')
  })
})

test('attestors are refused that are more than fit, missing, or stand behind the last one', () => {
  const chain = base.fork()
  const at = { program: chain.program, caller: chain.address('authority') }
  const keys = three.slice(0, 2).map(chain.address)
  const right = buildSignersInstruction({ name: 'propose', attestors: { keys, threshold: 1 } }, at)
  const refusals = [4, 255, 3, 1].map((count) => {
    const data = Uint8Array.from(right.data)
    data[2] = count
    return chain.refuse([{ ...right, data }], ['authority'])
  })
  expect(refusals).toEqual(refusals.map(() => 'UNUSABLE_KEYS'))
})

test('instructions about signers with a byte or an account more or less are refused', () => {
  const chain = base.fork()
  const at = { program: chain.program, caller: chain.address('authority') }
  const key = chain.address('attestor')
  const attestors = { keys: [key], threshold: 1 }
  const rights = [
    install(chain),
    buildSignersInstruction({ name: 'propose', attestors }, at),
    buildSignersInstruction({ name: 'withdraw' }, at),
    buildSignersInstruction({ name: 'disable', key }, at),
  ]
  for (const right of rights) {
    const wrong = [
      { ...right, data: right.data.slice(0, -1) },
      { ...right, data: Uint8Array.from([...right.data, 0]) },
      { ...right, accounts: [...right.accounts, ...right.accounts.slice(0, 1)] },
    ].map((instruction) => chain.refuse([instruction], ['authority']))
    const cut = right.data.length === 1 ? 'UNKNOWN_INSTRUCTION' : 'WRONG_DATA_LENGTH'
    expect(wrong).toEqual([cut, 'WRONG_DATA_LENGTH', 'WRONG_ACCOUNT_COUNT'])
  }
})

test('the account of the signers is changed only where it may be written, and no other is taken', () => {
  const chain = base.fork()
  const at = { program: chain.program, caller: chain.address('authority') }
  const right = buildSignersInstruction({ name: 'withdraw' }, at)
  const readOnly = changeAccount(right, 1, { isWritable: false })
  expect(chain.refuse([readOnly], ['authority'])).toBe('NOT_WRITABLE')
  const other = changeAccount(right, 1, { address: chain.address('stranger') })
  expect(chain.refuse([other], ['authority'])).toBe('WRONG_OWNER')
})

test('instructions that the program does not know are refused', () => {
  const chain = base.fork()
  const numbers = [14, 200, 255].map((number) => Uint8Array.of(number))
  for (const data of [...numbers, new Uint8Array()]) {
    const instruction = { programId: chain.program, accounts: [], data }
    expect(chain.refuse([instruction])).toBe('UNKNOWN_INSTRUCTION')
  }
})

type SignersRequest =
  | Exclude<SignersChange, { name: 'propose' }>
  | { propose: readonly KeyName[]; threshold: number }

/** Sends a change; returns its error, or nothing when it succeeded. */
function change(chain: EscrowChain, asked: SignersRequest, caller: KeyName = 'authority'): string {
  const at = { program: chain.program, caller: chain.address(caller) }
  const wanted: SignersChange =
    'propose' in asked
      ? {
          name: 'propose',
          attestors: { keys: asked.propose.map(chain.address), threshold: asked.threshold },
        }
      : asked
  const instruction = buildSignersInstruction(wanted, at)
  const fork = chain.fork()
  if (fork.run([instruction], [caller]).error) return chain.refuse([instruction], [caller])
  chain.do([instruction], [caller])
  return ''
}

function rotate(chain: EscrowChain, asked: Extract<SignersRequest, { propose: unknown }>): void {
  change(chain, asked)
  chain.pass(Number(delaySeconds))
  change(chain, { name: 'accept' })
}

function install(chain: EscrowChain) {
  const attestors = { keys: [chain.address('stranger')], threshold: 1 }
  const authority = chain.address('authority')
  const installation = { chain: hashChain(chainId), authority, delay: 0n, attestors }
  const rentPayer = chain.address('service')
  const at = { program: chain.program, upgradeAuthority: authority, rentPayer }
  return buildInstallInstruction(installation, at)
}

function getSigners(chain: EscrowChain): SolanaSigners | undefined {
  return decodeSigners(chain.data(getSignersAddress(chain.program)) ?? new Uint8Array())
}

/** Proposes an attestor of its own. */
function announce(chain: EscrowChain) {
  const key = Keypair.generate().publicKey.toBase58()
  const attestors = { keys: [key], threshold: 1 }
  const at = { program: chain.program, caller: chain.address('authority') }
  return { key, propose: buildSignersInstruction({ name: 'propose', attestors }, at) }
}
