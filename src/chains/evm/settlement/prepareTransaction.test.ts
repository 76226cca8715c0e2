import { createClient, custom, numberToHex } from 'viem'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { nativeToken } from '../operation/accountCalls.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type PrepareContext, prepareTransaction } from './prepareTransaction.ts'

const word = `0x${'ab'.repeat(32)}` as const

/** A chain on which every transaction uses this much gas and every sender holds this balance. */
function chainThatTakes(gas: number, heldWei: bigint): EvmClient {
  async function request({ method }: { method: string }): Promise<unknown> {
    if (method === 'eth_getBalance') return numberToHex(heldWei)
    if (method === 'eth_estimateGas' && heldWei === 0n) throw new Error('no funds, so to speak')
    if (method === 'eth_estimateGas' && gas > 2_000_000)
      throw new Error('Out of gas: gas required exceeds allowance: 2000000')
    if (method === 'eth_estimateGas') return numberToHex(gas)
    if (method === 'eth_getBlockByNumber')
      return { number: '0x1', timestamp: '0x1', miner: devnet.roles.solver }
    // Block number, block time, and one failed read.
    if (method === 'eth_call') return `0x${'0'.repeat(3 * 64)}00`
    if (method === 'eth_simulateV1') return [{ calls: [{ status: '0x1', returnData: '0x' }] }]
    return {
      oldestBlock: '0x1',
      baseFeePerGas: ['0x1', '0x1'],
      gasUsedRatio: [0],
      reward: [['0x1']],
    }
  }
  const rpc = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  return { chainId: 'eip155:71117001', chainNumber: 71_117_001, rpc, trials: rpc }
}

async function prepareFill(gas: number, heldWei = 10n ** 18n) {
  const { solver } = devnet.roles
  const fill = {
    fillId: word,
    ordersHash: word,
    recipient: solver,
    token: nativeToken,
    minimumAmount: 1n,
    fillDeadline: 1n,
  } as const
  return prepareTransaction({ kind: 'fill', fill, amount: 1n }, partsWith(gas, heldWei))
}

function partsWith(gas: number, heldWei = 10n ** 18n): PrepareContext {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has no chain.')
  const { executor, solver } = devnet.roles
  const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
  const senders = { executor, solver }
  return { client: chainThatTakes(gas, heldWei), chain, keys, senders, tokens: [] }
}

test('a refund gives its depositor the gas to take coins with, which nobody pays, and no more', async () => {
  const { solver } = devnet.roles
  const order = {
    fillId: word,
    depositor: solver,
    token: nativeToken,
    amount: 1n,
    fee: 0n,
    feeReceiver: solver,
    payee: solver,
    depositDeadline: 1n,
    refundAfter: 2n,
    fillHash: word,
  } as const
  const refund = { kind: 'refund', order, attestation: undefined } as const
  expect(await prepareTransaction(refund, partsWith(190_000))).toMatchObject({ sender: 'solver' })
  expect(await prepareTransaction(refund, partsWith(210_000))).toMatchObject({
    refused: 'SWAP_USES_TOO_MUCH_GAS',
  })
})

test('a delivery to a recipient that runs on the solver\u2019s gas is not signed', async () => {
  expect(await prepareFill(25_000_000)).toEqual({
    refused: 'SWAP_USES_TOO_MUCH_GAS',
    revertData: '0x',
  })
  expect(await prepareFill(1_900_000)).toMatchObject({ refused: 'SWAP_USES_TOO_MUCH_GAS' })
  expect(await prepareFill(120_000)).toMatchObject({ sender: 'solver' })
})

test.each([
  ['what it delivers', 0n],
  ['the gas beside it', 1n],
])('a solver without the coins for %s is short of capacity', async (_, heldWei) => {
  expect(await prepareFill(120_000, heldWei)).toEqual({
    refused: 'SOLVER_CAPACITY_EXCEEDED',
    revertData: '0x',
  })
})
