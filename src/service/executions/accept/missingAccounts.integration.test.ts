import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { orderRentLamports } from '#chains/solana/assets/costs.ts'
import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { signBytes } from '#chains/solana/settlement/key.ts'
import {
  prepareOwnRefund,
  readRefundStanding,
  sendOwnRefund,
} from '#chains/solana/orders/ownRefund.ts'
import { readTerms } from '#chains/solana/operation/readTerms.ts'
import { associatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { signs, writes } from '#chains/solana/program/instruction.ts'
import { toWebInstruction } from '#chains/solana/deploy/webInstruction.ts'
import { sendSigned } from '#devnet/solana/deploy/sendSigned.ts'
import { solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { solanaChains } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { heldByAccount, heldValue } from '../../storage/tables/heldValue.ts'
import { gasUsd, sponsorHeld, sponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { assetOf, composeDesk, untilTerminal } from '#testing/harness/desk.ts'
import { keysWithSolana, seedOf } from '#testing/harness/solana.ts'
import {
  askScene,
  carryOut,
  type SolanaScene,
  signedFor,
  startSolanaScene,
  stopSolanaScene,
  tokensOf,
} from '#testing/harness/solanaScene.ts'

/** Rent that is paid out by an execution and comes back later: of an order, and of a cancel's record. */
const lockedLamports = 2_951_040 + 1_948_800
/** Three transactions with two signatures each, and what is offered for priority. */
const mostFees = 60_000
let scene: SolanaScene
let wallet: string

beforeAll(async () => {
  scene = await startSolanaScene({ networkOf: withEmptyFeeReceiver })
  wallet = scene.onSolana.accountAddress
})

afterAll(() => stopSolanaScene(scene))

/** A network whose fees on Solana go to a wallet that holds nothing. */
function withEmptyFeeReceiver(network: Network): Network {
  const feeReceiver = Keypair.generate().publicKey.toBase58()
  return {
    ...network,
    chains: network.chains.map((chain) =>
      chain.kind === 'solana' ? { ...chain, roles: { ...chain.roles, feeReceiver } } : chain,
    ),
  }
}

/**
 * Gives all USDC of the user's for USDT, and closes both accounts: the one that is delivered to, so
 * that it is given up, and the emptied one, so that there is nowhere to give it back to.
 */
async function executeAndClose(): Promise<{ quote: Quote; units: bigint }> {
  const { desk, devnet, user, onSolana } = scene
  await devnet.solana.give(user.publicKey, [{ asset: 'usdt', units: 1n }])
  const units = await usdcOf()
  const quote = await askScene(scene, {
    accounts: [onSolana],
    from: assetOf(devnet.network, { chain: 'Reef', symbol: 'USDC' }),
    to: assetOf(devnet.network, { chain: 'Reef', symbol: 'USDT' }),
    amount: units.toString(),
  })
  await desk.executions.accept(quote, { receivedBody: quote })
  await close('usdt', { burn: 1n })
  await desk.worker.start()
  await expect.poll(usdcOf).toBe(0n)
  await close('usdc', { burn: 0n })
  await expect.poll(() => phaseOf(quote)).toBe('refunding')
  desk.attestor.start()
  return { quote, units }
}

test('a delivery that coins pay for is paid out although the fee receiver holds nothing', async () => {
  const { desk, devnet, onSolana, onEvm, roles } = scene
  const quote = await askScene(scene, {
    accounts: [onSolana],
    from: assetOf(devnet.network, { chain: 'Reef', symbol: 'SOL' }),
    to: assetOf(devnet.network, { chain: 'Lagoon', symbol: 'ETH' }),
    amount: '100000000',
    recipient: onEvm.accountAddress,
  })
  const { order } = orderIn(quote)
  expect(order.feeReceiver).toBe(roles.feeReceiver)
  expect(order.fee > 0n && order.fee < 890_880n, 'less than keeps a wallet alive').toBe(true)
  const before = await lamportsOf(roles.payee)
  await desk.start()
  expect(await carryOut(scene, quote)).toMatchObject({ status: 'COMPLETED' })
  await desk.stop()
  expect((await lamportsOf(roles.payee)) - before).toBe(Number(order.amount + order.fee))
  expect(await lamportsOf(roles.feeReceiver)).toBe(0)
})

test('a depositor who closed its account gets no other of the service, and its deposit once it has one', async () => {
  const { devnet, user } = scene
  const desk = newDesk()
  const before = await lamportsOf(scene.roles.executor)
  const { quote, units } = await executeAndClose()
  // Longer than after what an attestation is asked for anew.
  const slot = await slotNow()
  await expect.poll(slotNow).toBeGreaterThan(slot + 15)
  expect(await desk.executions.status(quote.id)).toMatchObject({ status: 'IN_PROGRESS' })
  expect(await accountOf()).toBeNull()
  // It fills the limit of its own account, not that of everybody.
  const { storage } = scene.database
  expect(await heldByAccount(storage, wallet)).toBeGreaterThan(0n)
  expect((await heldValue(storage)).totalUsd).toBe(0n)
  await devnet.solana.give(user.publicKey, [{ asset: 'usdc', units: 1n }])
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
  })
  expect(await usdcOf()).toBe(units + 1n)
  expect(await signedFor(scene, { quoteId: quote.id, action: 'refund' })).toHaveLength(1)
  expect(before - (await lamportsOf(scene.roles.executor)) - lockedLamports).toBeLessThan(mostFees)
})

test('without one the execution ends when the deposit can be taken back, by its owner and at its cost', async () => {
  const { devnet } = scene
  await scene.desk.stop()
  const desk = newDesk()
  const before = await lamportsOf(scene.roles.executor)
  const { quote, units } = await executeAndClose()
  const { storage } = scene.database
  const rent = { quoteId: quote.id, chain: scene.solanaId, wei: orderRentLamports }
  const rentUsd = await gasUsd(storage, rent)
  expect(rentUsd).toBeGreaterThan(0n)
  // Lent, it counts like gas that may be lost; and as lost once it may stay there for good.
  expect((await sponsorHeld(storage, { account: wallet })).accountUsd).toBeGreaterThan(rentUsd)
  const lost = (await sponsorLosses(storage, { account: wallet })).accountUsd
  await devnet.solana.increaseTime(7_200)
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record).toMatchObject({
    status: 'FAILED',
    failReason: 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
  })
  const { accountUsd } = await sponsorLosses(storage, { account: wallet })
  expect(accountUsd - lost).toBeGreaterThanOrEqual(rentUsd)
  expect(await signedFor(scene, { quoteId: quote.id, action: 'refund' })).toEqual([])
  expect(await accountOf()).toBeNull()
  await takeBack(quote)
  expect(await usdcOf()).toBe(units)
  expect(before - (await lamportsOf(scene.roles.executor)) - lockedLamports).toBeLessThan(mostFees)
})

/** As its owner's wallet does it, without the service. */
async function takeBack(quote: Quote): Promise<void> {
  const { user } = scene
  const { order, chain } = orderIn(quote)
  const { chainId, rpcUrl, genesisHash } = chain
  const client = createSolanaClient(chainId, { rpcUrls: [rpcUrl], genesisHash })
  const draft = await prepareOwnRefund(client, { order, chain, payer: wallet })
  if ('fault' in draft) throw new Error(draft.fault)
  const { message, lastValidBlockHeight } = draft
  const signed = { message, payer: wallet, signature: signBytes(message, seedOf(user)) }
  const signature = await sendOwnRefund(client, signed)
  const sent = { signature, lastValidBlockHeight }
  await expect.poll(() => readRefundStanding(client, sent)).toBe('succeeded')
}

/** The deposit that a quote asks for, on Solana. */
function orderIn({ originChainsOperations: [operation] }: Quote) {
  const [chain] = solanaChains(scene.devnet.network)
  if (!chain || !operation || isEvmOperation(operation)) throw new Error('It is on another chain.')
  const order = readTerms(operation, chain)?.deposit?.order
  if (!order) throw new Error('Nothing is deposited.')
  return { order, chain }
}

function newDesk() {
  const { storage } = scene.database
  return (scene.desk = composeDesk(scene.devnet.network, { storage, keys: keysWithSolana }))
}

/** Burns what is left and takes the rent. */
async function close(token: 'usdc' | 'usdt', { burn }: { burn: bigint }): Promise<void> {
  const { connection } = scene.devnet.solana
  const { tokenProgram: programId, mint } = solanaTokens[token]
  const account = associatedTokenAddress(wallet, solanaTokens[token])
  const burning = { accounts: [writes(account), writes(mint), signs(wallet)], data: burnOf(burn) }
  const closing = {
    accounts: [writes(account), writes(wallet), signs(wallet)],
    data: Uint8Array.of(9),
  }
  const instructions = [burning, closing].map((one) => toWebInstruction({ programId, ...one }))
  await sendSigned(connection, { signers: [scene.user], instructions })
}

function burnOf(units: bigint): Uint8Array {
  return Uint8Array.of(8, Number(units), 0, 0, 0, 0, 0, 0, 0)
}

function usdcOf(): Promise<bigint> {
  return tokensOf(scene, { wallet, token: 'usdc' })
}

function accountOf() {
  const account = new PublicKey(associatedTokenAddress(wallet, solanaTokens.usdc))
  return scene.devnet.solana.connection.getAccountInfo(account)
}

function lamportsOf(address: string): Promise<number> {
  return scene.devnet.solana.connection.getBalance(new PublicKey(address))
}

function slotNow(): Promise<number> {
  return scene.devnet.solana.connection.getSlot()
}

async function phaseOf({ id }: Quote): Promise<unknown> {
  const query = 'select phase from executions where quote_id = $1'
  const [row] = await scene.database.storage.query<{ phase: string }>(query, [id])
  return row?.phase
}
