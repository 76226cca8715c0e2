import fc from 'fast-check'
import { expect, test } from 'vitest'

import { EvmAddress } from '#protocol/ids/caip.ts'
import { createEvmClient } from './client.ts'
import { prepareReads, type Read, encodeReads, readMany } from './readMany.ts'
import { buildBalanceRead } from '../assets/readBalances.ts'

const token = 'eip155:5/erc20:0x83b2483c479E0613DDa2f9FC1A949a4C42BC2E15'

test('reads prepared before the account is known ask for the same as reads encoded with it', async () => {
  const { client, asked } = recording()
  const prepared = prepareReads(getReads)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 20, maxLength: 20 }), async (bytes) => {
      const account = EvmAddress.parse(`0x${Buffer.from(bytes).toString('hex')}`)
      asked.length = 0
      await prepared(client, account)
      await readMany(client, getReads(account))
      expect(asked).toHaveLength(2)
      expect(asked[0]).toEqual(asked[1])
      expect(JSON.stringify(asked[0])).toContain(account.slice(2))
    }),
    { numRuns: 50 },
  )
})

test('as many reads as one answer holds go in several programs, each short enough to be run', () => {
  const codes = encodeReads(
    Array.from({ length: 600 }, (_, index) => buildBalanceRead(token, addressAt(index))),
  )
  // Init code is limited to 49,152 bytes (EIP-3860), and offsets take two bytes.
  for (const { code } of codes) expect(code.length / 2 - 1).toBeLessThanOrEqual(49_152)
  expect(codes).toHaveLength(2)
})

function addressAt(index: number): EvmAddress {
  return EvmAddress.parse(`0x${(index + 1).toString(16).padStart(40, '0')}`)
}

function getReads(account: EvmAddress): readonly Read[] {
  return [
    { kind: 'code', of: account },
    buildBalanceRead('eip155:5/slip44:60', account),
    buildBalanceRead(token, account),
  ]
}

/** A client whose node returns zeros, and the parameters of its requests. */
function recording() {
  const asked: unknown[] = []
  const zeros = `0x${'00'.repeat(5 * 32 + 3)}`
  const client = createEvmClient('eip155:5', { rpcUrl: 'http://127.0.0.1:1', post: () => post })
  return { client, asked }

  async function post(body: string) {
    const { id, params }: { id: number; params: unknown } = JSON.parse(body)
    asked.push(params)
    return { status: 200, text: JSON.stringify({ id, result: zeros }) }
  }
}
