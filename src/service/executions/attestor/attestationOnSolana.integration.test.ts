import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import { expect, test } from 'vitest'

import type { Hex } from '#protocol/ids/hex.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import {
  findAttestationRequest,
  findAttestations,
} from '../../storage/executions/attestationRows.ts'
import { type PlanLeg, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { requestQuote, readTokens, setUpSolanaHarness } from '#testing/harness/solanaHarness.ts'

const { roles } = devnetSolana
const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e7')
const harness = setUpSolanaHarness({ roles: 'worker' })
const { asset, createServices } = harness
let first: Delivered
let second: Delivered

type Delivered = {
  quote: Quote
  leg: PlanLeg
  orderHash: string
  request: object
  signing: { message: Hex; attestors: string[] }
}

/** Executes a swap until it is filled and only the attestation is missing. */
async function deliver(amount: string): Promise<Delivered> {
  const { services, onSolana, devnet, database } = harness
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount,
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  await services.executions.accept(quote, { receivedBody: quote })
  await expect
    .poll(() => services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  const [leg] = parseExecutionPlan(quote, { network: devnet.network, chains: services.chains }).legs
  if (!leg?.orderHash) throw new Error('Nothing was deposited.')
  const { orderHash } = leg
  await expect
    .poll(() => findAttestationRequest(database.storage, orderHash))
    .toMatchObject({ signing: { attestors: [roles.attestor] } })
  const request = Object(await findAttestationRequest(database.storage, orderHash))
  return { quote, leg, orderHash, request, signing: request.signing }
}

async function draft({ leg }: Delivered, kind: 'release' | 'refund'): Promise<Hex> {
  const { attested } = getSettlement(harness.services.chains, harness.solanaId)
  if (!attested || !leg.order) throw new Error('Nothing is attested here.')
  return attested.draft({ kind, order: leg.order, attestors: first.signing.attestors })
}

async function ask(verdict: AttestedState, signing: unknown) {
  const { orderHash, request } = first
  return harness.services.attestor.attest({ orderHash, verdict, request: { ...request, signing } })
}

test('what was delivered waits for the attestor, with the transaction that it is to sign', async () => {
  first = await deliver('12000000')
  second = await deliver('13000000')
  await harness.services.worker.stop()
  expect(first.signing.message).not.toBe(second.signing.message)
})

test('the attestor signs no other transaction than the payout of the order that it judged', async () => {
  const { message, attestors } = first.signing
  const altered = `${message.slice(0, -2)}${message.endsWith('00') ? '01' : '00'}`
  const bad = [
    undefined,
    { message },
    { message, attestors: [] },
    { message, attestors: [harness.onSolana.accountAddress] },
    { message: altered, attestors },
    { message: second.signing.message, attestors },
    { message: await draft(first, 'refund'), attestors },
  ]
  for (const signing of bad) expect(await ask('Filled', signing)).toMatchObject({ kind: 'refused' })
  expect(await findAttestations(harness.database.storage, [first.orderHash])).toEqual([])
})

test('the attestor signs no refund of what was delivered', async () => {
  const signing = { ...first.signing, message: await draft(first, 'refund') }
  expect(await ask('Cancelled', signing)).toMatchObject({ kind: 'wait' })
})

test('what was signed too long ago is signed anew, for another message, and pays once', async () => {
  const { storage } = harness.database
  expect(await ask('Filled', first.signing)).toMatchObject({ kind: 'signed' })
  const [signed] = await findAttestations(storage, [first.orderHash])
  await storage.query(
    `update attestations set signed_at = signed_at - interval '31 s' where order_hash = $1`,
    [first.orderHash],
  )
  const before = await readTokens(harness, { wallet: harness.roles.payee, token: 'usdc' })
  const services = createServices()
  harness.services = services
  await services.start()
  for (const { quote } of [first, second])
    expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
      status: 'COMPLETED',
    })
  const [renewed] = await findAttestations(storage, [first.orderHash])
  expect(renewed?.signature).not.toBe(signed?.signature)
  expect(renewed?.verdict).toBe('Filled')
  const paid = (await readTokens(harness, { wallet: harness.roles.payee, token: 'usdc' })) - before
  expect(paid).toBe((first.leg.order?.amount ?? 0n) + (second.leg.order?.amount ?? 0n))
})
