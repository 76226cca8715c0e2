import { beforeAll, describe, expect, test } from 'vitest'

import { escrowProgramBase64 } from './escrowProgram.ts'
import { createEscrowChain, deploy, type EscrowChain } from '#testing/contracts/escrow.ts'
import { createOrderHarness } from '#testing/contracts/order.ts'

const bytes = Buffer.from(escrowProgramBase64, 'base64')
let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

describe('deploying the program', () => {
  test('leaves what is there already, and costs nothing then', async () => {
    const chain = base.fork()
    const before = chain.lamports(chain.address('service'))
    expect(await deploy(chain)).toBe('there already')
    expect(chain.lamports(chain.address('service'))).toBe(before)
  })

  test('replaces another version, which then runs, with all accounts as they were', async () => {
    const { chain, open, release, held } = createOrderHarness(base, 'native coins')
    chain.do([open()], ['depositor'])
    expect(await deploy(chain, { bytes: withOtherText() })).toBe('replaced')
    chain.pass(1)
    const { logs } = chain.do([release()], ['attestor'])
    expect(logs.join('\n')).toContain('Program log: Rel3ase')
    expect(held()?.state).toBe('released')
  })

  test('is refused to any other key than the one it was deployed with', async () => {
    const chain = base.fork()
    const foreign = deploy(chain, { bytes: withOtherText(), authority: 'stranger' })
    await expect(foreign).rejects.toThrow(`obeys ${chain.address('authority')}: no other key`)
    expect(await deploy(chain)).toBe('there already')
  })
})

/** The same program with one letter of a log message changed. */
function withOtherText(): Uint8Array {
  const at = bytes.indexOf('Release')
  const changed = Uint8Array.from(bytes)
  changed[at + 3] = '3'.charCodeAt(0)
  return changed
}
