import { randomBytes, randomInt } from 'node:crypto'
import { bytesToHex, hashTypedData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hashUserOperation, packUserOperation } from '#chains/evm/operation/userOperation.ts'
import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { roleAccountAbi } from '#contracts/abi/roleAccount.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import {
  type Fill,
  hashFill,
  hashOrder,
  hashOrders,
  type Leg,
  type Order,
} from '#protocol/orders/order.ts'
import type { DevnetChain } from './startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  buildCreateCall,
  executor,
  getOperationHash,
  buildSponsoredOperation,
  createTestAccount,
  getApprovalHash,
} from '#testing/devnet/account.ts'
import { mine, generateHash } from '#testing/devnet/settlement.ts'

/** Random orders per number of decimals. */
const rounds = 8
const decimals = [6, 8, 18]
const { originEscrow, destinationSettler, entryPoint } = devnetAddresses
const account = createTestAccount({
  session: `0x${'51'.repeat(32)}`,
  admin: `0x${'ad'.repeat(32)}`,
})

let devnet: TestDevnet

beforeAll(async () => {
  devnet = await startTestDevnet()
  await mineAccount()
})
afterAll(() => devnet.stop())

async function mineAccount(): Promise<void> {
  for (const chain of devnet.chains)
    await mine(chain, { from: executor, calls: [buildCreateCall(account)] })
}

test.each(decimals)(
  'an order over %i decimals hashes as the escrow of each chain says',
  async (d) => {
    for (const chain of devnet.chains)
      for (const order of some(() => randomOrder(d))) {
        const at = { chainNumber: chain.number, escrow: originEscrow }
        const args = [order] as const
        const read = {
          address: originEscrow,
          abi: originEscrowAbi,
          functionName: 'hashOrder',
        } as const
        expect(hashOrder(order, at), shown(order)).toBe(
          await chain.client.readContract({ ...read, args }),
        )
      }
  },
)

test.each(decimals)('a fill of orders over %i decimals hashes as each settler says', async (d) => {
  for (const chain of devnet.chains)
    for (const fill of some(() => randomFill(d))) {
      const solver = randomAddress()
      const at = { chainNumber: chain.number, settler: destinationSettler, solver }
      const hash = await chain.client.readContract({
        address: destinationSettler,
        abi: destinationSettlerAbi,
        functionName: 'fillHash',
        args: [solver, fill],
      })
      expect(hashFill(fill, at), shown(fill)).toBe(hash)
    }
})

test('what an owner approves is what the account of each chain checks', async () => {
  for (const chain of devnet.chains)
    for (const { callData, nonce } of some(randomOperation)) {
      const typedData = getApprovalHash(chain, { sender: account.address, callData, nonce })
      const digest = await chain.client.readContract({
        address: account.address,
        abi: roleAccountAbi,
        functionName: 'approvalDigest',
        args: [callData, nonce],
      })
      expect(hashTypedData(typedData), shown({ callData, nonce })).toBe(digest)
    }
})

test('a user operation hashes as the EntryPoint of each chain says', async () => {
  for (const chain of devnet.chains)
    for (const { callData } of some(randomOperation)) {
      const op = await randomSponsored(chain, callData)
      const at = { chainNumber: chain.number, entryPoint }
      expect(hashUserOperation(op, at), shown(op)).toBe(
        await getOperationHash(chain, packUserOperation(op)),
      )
    }
})

function some<Value>(make: () => Value): Value[] {
  return Array.from({ length: rounds }, make)
}

async function randomSponsored(chain: DevnetChain, callData: `0x${string}`) {
  const op = await buildSponsoredOperation(chain, { account, callData })
  return { ...op, callGasLimit: BigInt(randomInt(2 ** 40)), maxFeePerGas: randomUnits(18) }
}

function randomOperation() {
  return { callData: bytesToHex(randomBytes(randomInt(300))), nonce: BigInt(generateHash()) }
}

function randomOrder(units: number): Order {
  return {
    fillId: generateHash(),
    depositor: randomAddress(),
    token: randomAddress(),
    amount: randomUnits(units),
    fee: randomUnits(units) / 1_000n,
    feeReceiver: randomAddress(),
    payee: randomAddress(),
    depositDeadline: BigInt(randomInt(2 ** 47)),
    refundAfter: BigInt(randomInt(2 ** 47)),
    fillHash: generateHash(),
  }
}

/** A random fill that releases one to three legs. */
function randomFill(units: number): Fill {
  const legs = devnet.chains
    .slice(0, randomInt(1, 4))
    .map(({ chainId }): Leg => ({ ...randomOrder(units), chainId, escrow: originEscrow }))
  return {
    fillId: generateHash(),
    ordersHash: hashOrders(legs),
    recipient: randomAddress(),
    token: randomAddress(),
    minimumAmount: randomUnits(units),
    fillDeadline: BigInt(randomInt(2 ** 47)),
  }
}

/** A random amount of up to a million tokens, in smallest units. */
function randomUnits(units: number): bigint {
  return BigInt(generateHash()) % 10n ** BigInt(units + 6)
}

function randomAddress(): EvmAddress {
  return bytesToHex(randomBytes(20))
}

function shown(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part))
}
