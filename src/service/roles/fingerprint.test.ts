import { zeroHash } from 'viem'
import { expect, test, vi } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { buildDeploymentRecord, planMirror } from '#devnet/plan/mirrorPlan.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { buildMirrorNetwork } from '#networks/mirror/mirror.ts'
import { noteFingerprint } from './fingerprint.ts'

const plan = planMirror({ keys: devnetKeys, quoteKey: zeroHash, apiKey: 'a', salt: zeroHash }, [1])
const network = buildMirrorNetwork(buildDeploymentRecord(plan))

/** Starts with a database that answers with the fingerprint of the last start. */
function start(of: Parameters<typeof noteFingerprint>[0], last?: string) {
  const log = vi.fn()
  const query = vi.fn().mockResolvedValue(last === undefined ? [] : [{ before: last }])
  return { log, query, noted: noteFingerprint(of, { storage: { query }, log }) }
}

test('a start with another fingerprint than the last logs both', async () => {
  const { log, noted } = start({ network, keys: { quote: zeroHash } }, 'f00d')
  const fingerprint = await noted
  if (!fingerprint) throw new Error('A mirror has a fingerprint.')
  expect(fingerprint).toEqual({ now: expect.stringMatching(/^([\da-f]{4} ?){6}$/), before: 'f00d' })
  const logged = { fingerprint: fingerprint.now, before: 'f00d' }
  expect(log.mock.calls).toEqual([['fingerprint_changed', logged]])
})

test('the first start, and one that changed nothing, log nothing', async () => {
  const { log, noted } = start({ network, keys: { quote: zeroHash } })
  expect(await noted).toEqual({ now: expect.any(String), before: undefined })
  expect(log).not.toHaveBeenCalled()
})

test('the devnet, and a process without the quote key, have no fingerprint', async () => {
  for (const of of [
    { network: devnet, keys: { quote: zeroHash } },
    { network, keys: {} },
  ]) {
    const { query, noted } = start(of)
    // oxlint-disable-next-line no-await-in-loop -- two of them
    expect(await noted).toBeUndefined()
    expect(query).not.toHaveBeenCalled()
  }
})
