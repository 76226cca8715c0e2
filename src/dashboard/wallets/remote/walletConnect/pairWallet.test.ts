import { expect, test, vi } from 'vitest'

import { getPairing } from '../pairing.ts'
import { pairWallet } from './pairWallet.ts'

type Client = Parameters<typeof pairWallet>[0]
const asked = {}
const uri = `wc:${'0a'.repeat(32)}@2?relay-protocol=irn`

/** A client whose codes are answered one after the other; `never` is a relay that does not answer. */
function createClient(answers: readonly ('never' | 'expired' | 'session')[]) {
  const left = [...answers]
  const disconnect = vi.fn(async () => undefined)
  const client = {
    async connect() {
      const answer = left.shift()
      if (answer === 'never') return new Promise(() => undefined)
      return {
        uri,
        async approval() {
          if (answer === 'session') return { topic: 'session' }
          throw new Error('Proposal expired')
        },
      }
    },
    core: { pairing: { disconnect } },
    disconnect,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what pairing uses of a client
  return client as unknown as Client
}

async function seesState(state: string): Promise<void> {
  await vi.waitFor(() => expect(getPairing()?.state).toBe(state))
}

test('a relay that does not answer and a code that expired are said, and tried again when asked', async () => {
  const client = createClient(['never', 'expired', 'session'])
  const paired = pairWallet(client, { asked, relayMs: 10 })
  await seesState('unreachable')
  getPairing()?.renew()
  await seesState('expired')
  getPairing()?.renew()
  expect(await paired).toEqual({ topic: 'session' })
  expect(getPairing()).toBeUndefined()
})

test('who closes the dialog while it waits is asked for nothing more', async () => {
  for (const answers of [['never'], ['expired']] as const) {
    const paired = pairWallet(createClient(answers), { asked, relayMs: 10 })
    // oxlint-disable-next-line no-await-in-loop -- one dialog after the other
    await seesState(answers[0] === 'never' ? 'unreachable' : 'expired')
    getPairing()?.cancel()
    // oxlint-disable-next-line no-await-in-loop -- see above
    await expect(paired).rejects.toMatchObject({ code: 'REJECTED' })
    expect(getPairing()).toBeUndefined()
  }
})
