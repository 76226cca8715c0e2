import { expect, test } from 'vitest'

import { endTransfer, findActiveTransfer, storeTransfer } from './inventoryTransfers.ts'
import { readReservedUnits } from './reservations.ts'
import { raiseNonce } from './signerNonces.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

test('a sweep under way is spoken for, and taken off until the balance shows it', async () => {
  const holding = { chain: 'eip155:1', owner: '0xD00d', asset: 'eip155:1/slip44:60' }
  const key = { chain: holding.chain, signer: '0xd00d' }
  await raiseNonce(database.storage, { ...key, chainNonce: 7n })
  const move = {
    holding,
    kind: 'sweep' as const,
    amount: 60n,
    free: { units: 100n, atBlock: 5n },
    sign: async (nonce: bigint) => ({ hash: `0xmove${nonce}`, raw: '0x02' }),
  }
  const stored = await Promise.all([1, 2].map(() => storeTransfer(database.storage, move)))
  expect(stored.filter(Boolean)).toMatchObject([{ hash: '0xmove7' }])
  expect(await readReservedUnits(database.storage, { ...holding, atBlock: 5n })).toBe(60n)
  await endTransfer(database.storage, { hash: '0xmove7', spentBlock: 6n })
  expect(await readReservedUnits(database.storage, { ...holding, atBlock: 5n })).toBe(60n)
  expect(await readReservedUnits(database.storage, { ...holding, atBlock: 6n })).toBe(0n)
  // Swept funds are no longer free: the old balance backs no second transfer.
  expect(await storeTransfer(database.storage, move)).toBeUndefined()
  expect(await findActiveTransfer(database.storage, holding)).toBeUndefined()
})
