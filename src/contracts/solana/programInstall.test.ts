import { PublicKey } from '@solana/web3.js'
import { beforeAll, describe, expect, test } from 'vitest'

import { buildSetAuthorityInstruction } from '#chains/solana/deploy/loaderInstructions.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { buildInstallInstruction } from '#chains/solana/program/signersInstructions.ts'
import { hashChain } from '#protocol/orders/solanaOrder.ts'

import {
  chainId,
  createEscrowChain,
  deploy,
  type EscrowChain,
  fromWebInstruction,
} from '#testing/contracts/escrow.ts'
import { changeAccount } from '#testing/contracts/instructions.ts'

const noKey = '11111111111111111111111111111111'
const maxDelay = 30n * 24n * 3_600n
const at = { delay: 65, threshold: 73, count: 74 }
/** Includes a second deployed program that has no attestors yet. */
let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
  await deploy(base, { program: 'thirdAttestor' })
  base.pass(1)
})

describe('the first attestors of a program', () => {
  test('are installed, with any delay up to the longest', () => {
    for (const delay of [0n, 1n, maxDelay]) {
      const chain = base.fork()
      expect(chain.do([install(chain, { delay })], ['authority']).error).toBeUndefined()
    }
  })

  test.each([
    ['a delay below zero', { delay: -1n }],
    ['a delay beyond the longest', { delay: maxDelay + 1n }],
    ['nobody as their authority', { authority: noKey }],
    ['no threshold', { threshold: 0 }],
    ['a threshold that they cannot reach', { threshold: 2 }],
    ['fewer keys than are counted', { count: 2 }],
    ['a key behind the last', { count: 0 }],
  ])('are refused with %s', (_, wrong) => {
    const chain = base.fork()
    expect(chain.refuse([install(chain, wrong)], ['authority'])).toBe('UNUSABLE_KEYS')
  })

  test('stand at their own address, made by the System program', () => {
    const chain = base.fork()
    const stranger = { address: chain.address('stranger') }
    const elsewhere = changeAccount(install(chain), 2, stranger)
    expect(chain.refuse([elsewhere], ['authority'])).toBe('WRONG_ADDRESS')
    const system = changeAccount(install(chain), 4, stranger)
    expect(chain.refuse([system], ['authority'])).toBe('WRONG_PROGRAM')
  })

  test('are not named by who may replace another program', () => {
    const chain = base.fork()
    const other = install(chain, { upgradeAuthority: 'stranger' })
    expect(chain.refuse([other], ['stranger'])).toBe('NOT_AUTHORITY')
  })

  test('are named by nobody once the program is final: the loader leaves the former key in its place', () => {
    const chain = base.fork()
    const [program, authority] = [key(chain, 'thirdAttestor'), key(chain, 'authority')]
    chain.do(
      [fromWebInstruction(buildSetAuthorityInstruction({ program, authority }, undefined))],
      ['authority'],
    )
    expect(chain.refuse([install(chain)], ['authority'])).toBe('NOT_AUTHORITY')
  })

  test('are named by who got the program, no more by who had it', () => {
    const chain = base.fork()
    const [program, authority] = [key(chain, 'thirdAttestor'), key(chain, 'authority')]
    const handed = buildSetAuthorityInstruction({ program, authority }, key(chain, 'stranger'))
    chain.do([fromWebInstruction(handed)], ['authority'])
    expect(chain.refuse([install(chain)], ['authority'])).toBe('NOT_AUTHORITY')
    const next = install(chain, { upgradeAuthority: 'stranger' })
    expect(chain.do([next], ['stranger']).error).toBeUndefined()
  })
})

type Changes = {
  delay?: bigint
  authority?: string
  threshold?: number
  count?: number
  upgradeAuthority?: 'authority' | 'stranger'
}

/** Installs one attestor for the second program; `changes` replace fields of the data. */
function install(chain: EscrowChain, changes: Changes = {}): SolanaInstruction {
  const { upgradeAuthority = 'authority', delay = 60n, threshold, count } = changes
  const instruction = buildInstallInstruction(
    {
      chain: hashChain(chainId),
      authority: changes.authority ?? chain.address('authority'),
      delay: 0n,
      attestors: { keys: [chain.address('attestor')], threshold: 1 },
    },
    {
      program: chain.address('thirdAttestor'),
      upgradeAuthority: chain.address(upgradeAuthority),
      rentPayer: chain.address('service'),
    },
  )
  const data = Buffer.from(instruction.data)
  data.writeBigInt64LE(delay, at.delay)
  if (threshold !== undefined) data[at.threshold] = threshold
  if (count !== undefined) data[at.count] = count
  return { ...instruction, data }
}

function key(chain: EscrowChain, name: 'thirdAttestor' | 'authority' | 'stranger'): PublicKey {
  return new PublicKey(chain.address(name))
}
