import { Keypair, PublicKey } from '@solana/web3.js'
import { beforeAll, expect, test } from 'vitest'

import { orderRentLamports } from '#chains/solana/assets/costs.ts'
import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { signBytes } from '#chains/solana/settlement/keys/solanaKey.ts'
import {
  prepareOwnRefund,
  readRefundStatus,
  sendOwnRefund,
} from '#chains/solana/orders/ownRefund.ts'
import { readTerms } from '#chains/solana/operation/readTerms.ts'
import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import {
  toSignerAccount,
  toWritableAccount,
  toWebInstruction,
} from '#chains/solana/program/instruction.ts'
import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { readHeldByAccount, readHeldValue } from '../../storage/tables/heldValue.ts'
import {
  readGasUsd,
  readSponsorHeld,
  readSponsorLosses,
} from '../../storage/tables/sponsorBudgets.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { getSeed } from '#testing/harness/solana.ts'
import {
  requestQuote,
  carryOut,
  findSignedTransaction,
  readTokens,
  setUpSolanaHarness,
} from '#testing/harness/solanaHarness.ts'
import { readPhase } from '#testing/harness/rows.ts'

/** Rent that is paid out by an execution and comes back later: of an order, and of a cancel's record. */
const lockedLamports = 2_951_040 + 1_948_800
/** Three transactions with two signatures each, and what is offered for priority. */
const maxFees = 60_000
const harness = setUpSolanaHarness({ networkOf: withEmptyFeeReceiver })
const { asset, createServices } = harness
let wallet: string

beforeAll(() => {
  wallet = harness.onSolana.accountAddress
})

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
  const { services, devnet, user, onSolana } = harness
  await devnet.solana.give(user.publicKey, [{ asset: 'usdt', units: 1n }])
  const units = await getUsdc()
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    to: asset('Reef', 'USDT'),
    amount: units.toString(),
  })
  await services.executions.accept(quote, { receivedBody: quote })
  await close('usdt', { burn: 1n })
  await services.worker.start()
  await expect.poll(getUsdc).toBe(0n)
  await close('usdc', { burn: 0n })
  await expect.poll(() => readPhase(harness.database, quote)).toBe('refunding')
  services.attestor.start()
  return { quote, units }
}

test('a delivery that coins pay for is paid out although the fee receiver holds nothing', async () => {
  const { services, onSolana, onEvm, roles } = harness
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'SOL'),
    to: asset('Lagoon', 'ETH'),
    amount: '100000000',
    recipient: onEvm.accountAddress,
  })
  const { order } = orderIn(quote)
  expect(order.feeReceiver).toBe(roles.feeReceiver)
  expect(order.fee > 0n && order.fee < 890_880n, 'less than keeps a wallet alive').toBe(true)
  const before = await getLamports(roles.payee)
  await services.start()
  expect(await carryOut(harness, quote)).toMatchObject({ status: 'COMPLETED' })
  await services.stop()
  expect((await getLamports(roles.payee)) - before).toBe(Number(order.amount + order.fee))
  expect(await getLamports(roles.feeReceiver)).toBe(0)
})

test('a depositor who closed its account gets no other of the service, and its deposit once it has one', async () => {
  const { devnet, user } = harness
  const services = replaceServices()
  const before = await getLamports(harness.roles.executor)
  const { quote, units } = await executeAndClose()
  // Longer than the interval after which an attestation is requested again.
  const slot = await slotNow()
  await expect.poll(slotNow).toBeGreaterThan(slot + 15)
  expect(await services.executions.status(quote.id)).toMatchObject({ status: 'IN_PROGRESS' })
  expect(await getAccount()).toBeNull()
  // It fills the limit of its own account, not that of everybody.
  const { storage } = harness.database
  expect(await readHeldByAccount(storage, wallet)).toBeGreaterThan(0n)
  expect((await readHeldValue(storage)).totalUsd).toBe(0n)
  await devnet.solana.give(user.publicKey, [{ asset: 'usdc', units: 1n }])
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
  })
  expect(await getUsdc()).toBe(units + 1n)
  expect(
    await findSignedTransaction(harness, { quoteId: quote.id, action: 'refund' }),
  ).toHaveLength(1)
  expect(before - (await getLamports(harness.roles.executor)) - lockedLamports).toBeLessThan(
    maxFees,
  )
})

test('without one the execution ends when the deposit can be taken back, by its owner and at its cost', async () => {
  const { devnet } = harness
  await harness.services.stop()
  const services = replaceServices()
  const before = await getLamports(harness.roles.executor)
  const { quote, units } = await executeAndClose()
  const { storage } = harness.database
  const rent = { quoteId: quote.id, chain: harness.solanaId, wei: orderRentLamports }
  const rentUsd = await readGasUsd(storage, rent)
  expect(rentUsd).toBeGreaterThan(0n)
  // Lent, it counts like gas that may be lost; and as lost once it may stay there for good.
  expect((await readSponsorHeld(storage, { account: wallet })).accountUsd).toBeGreaterThan(rentUsd)
  const lost = (await readSponsorLosses(storage, { account: wallet })).accountUsd
  await devnet.solana.increaseTime(7_200)
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({
    status: 'FAILED',
    failReason: 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
  })
  const { accountUsd } = await readSponsorLosses(storage, { account: wallet })
  expect(accountUsd - lost).toBeGreaterThanOrEqual(rentUsd)
  expect(await findSignedTransaction(harness, { quoteId: quote.id, action: 'refund' })).toEqual([])
  expect(await getAccount()).toBeNull()
  await takeBack(quote)
  expect(await getUsdc()).toBe(units)
  expect(before - (await getLamports(harness.roles.executor)) - lockedLamports).toBeLessThan(
    maxFees,
  )
})

/** Refunds the deposit with the owner's wallet, without the service. */
async function takeBack(quote: Quote): Promise<void> {
  const { user } = harness
  const { order, chain } = orderIn(quote)
  const { chainId, rpcUrl, genesisHash } = chain
  const client = createSolanaClient(chainId, { rpcUrls: [rpcUrl], genesisHash })
  const draft = await prepareOwnRefund(client, { order, chain, payer: wallet })
  if ('error' in draft) throw new Error(draft.error)
  const { message, lastValidBlockHeight } = draft
  const signed = { message, payer: wallet, signature: signBytes(message, getSeed(user)) }
  const signature = await sendOwnRefund(client, signed)
  const sent = { signature, lastValidBlockHeight }
  await expect.poll(() => readRefundStatus(client, sent)).toBe('succeeded')
}

/** The deposit that a quote asks for, on Solana. */
function orderIn({ originChainsOperations: [operation] }: Quote) {
  const [chain] = getSolanaChains(harness.devnet.network)
  if (!chain || !operation || isEvmOperation(operation)) throw new Error('It is on another chain.')
  const order = readTerms(operation, chain)?.deposit?.order
  if (!order) throw new Error('Nothing is deposited.')
  return { order, chain }
}

/** A service without memory of the one before. */
function replaceServices() {
  harness.services = createServices()
  return harness.services
}

/** Burns what is left and takes the rent. */
async function close(token: 'usdc' | 'usdt', { burn }: { burn: bigint }): Promise<void> {
  const { connection } = harness.devnet.solana
  const { tokenProgram: programId, mint } = solanaTokens[token]
  const account = getAssociatedTokenAddress(wallet, solanaTokens[token])
  const burning = {
    accounts: [toWritableAccount(account), toWritableAccount(mint), toSignerAccount(wallet)],
    data: getBurn(burn),
  }
  const closing = {
    accounts: [toWritableAccount(account), toWritableAccount(wallet), toSignerAccount(wallet)],
    data: Uint8Array.of(9),
  }
  const instructions = [burning, closing].map((one) => toWebInstruction({ programId, ...one }))
  await sendSigned(connection, { signers: [harness.user], instructions })
}

function getBurn(units: bigint): Uint8Array {
  return Uint8Array.of(8, Number(units), 0, 0, 0, 0, 0, 0, 0)
}

function getUsdc(): Promise<bigint> {
  return readTokens(harness, { wallet, token: 'usdc' })
}

function getAccount() {
  const account = new PublicKey(getAssociatedTokenAddress(wallet, solanaTokens.usdc))
  return harness.devnet.solana.connection.getAccountInfo(account)
}

function getLamports(address: string): Promise<number> {
  return harness.devnet.solana.connection.getBalance(new PublicKey(address))
}

function slotNow(): Promise<number> {
  return harness.devnet.solana.connection.getSlot()
}
