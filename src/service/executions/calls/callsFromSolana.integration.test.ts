import { encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { beforeAll, expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Call, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { CallQuotes } from '../../quotes/calls/callQuotes.ts'
import { findCallQuote } from '../../storage/tables/preparedCalls.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { composeCalls, signCall } from '#testing/harness/calls.ts'
import { closing, familyCases } from '#testing/failures/failureFamilies.ts'
import { getGains } from '#testing/harness/ledger.ts'
import { signOnSolana } from '#testing/harness/solana.ts'
import {
  carryOut,
  readTokens,
  readUnits,
  setUpSolanaHarness,
} from '#testing/harness/solanaHarness.ts'

const { vault, originEscrow, destinationSettler } = devnetAddresses
const units = 20_000_000n

const harness = setUpSolanaHarness({ roles: 'all' })
const { asset } = harness
let calls: CallQuotes

beforeAll(() => {
  const { services, devnet, database } = harness
  calls = composeCalls(services, { network: devnet.network, storage: database.storage })
})

test.each(['USDC', 'SOL'])(
  '%s of a Solana account pays for what an EVM account calls, and what moves is what the quote says',
  async (symbol) => {
    const from = asset('Reef', symbol)
    const quote = await readQuote({ from, calls: [vaultDeposit()], isAllowed: true })
    const [deposit, ...others] = quote.originChainsOperations
    expect([deposit?.assetType, ...others]).toEqual([from])
    const before = await everything()
    const record = await carryOut(harness, quote)
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.originChainOperations).toHaveLength(1)
    expect(record.destinationChainOperations).toHaveLength(1)
    const amount = BigInt(deposit?.amount ?? 0)
    const fee = BigInt(quote.fees?.assets[from] ?? 0)
    expect(getGains(before, await everything())).toEqual({
      [`wallet ${from}`]: -amount - fee,
      [`payee ${from}`]: amount,
      [`feeReceiver ${from}`]: fee,
      [`solver ${asset('Lagoon', 'USDC')}`]: -units,
      [`vault ${asset('Lagoon', 'USDC')}`]: units,
      'account shares': units,
    })
  },
)

test.each(['USDC', 'SOL'])(
  'a call that reverts gives the %s back to the Solana account, all of it and nothing more',
  async (symbol) => {
    const { client } = getDevnetChain(harness.devnet, 'Lagoon')
    const shop = EvmAddress.parse(`0x${symbol === 'SOL' ? '51' : '52'}${'ab'.repeat(19)}`)
    // It works until it is closed, between quote and execution.
    await client.setCode({ address: shop, bytecode: closing(familyCases.MINT_NOT_ACTIVE.data) })
    const from = asset('Reef', symbol)
    const purchase = { to: shop, data: '0x', value: '0x0' } as const
    const quote = await readQuote({ from, calls: [payment(shop), purchase] })
    const [index, value] = [numberToHex(0, { size: 32 }), numberToHex(1, { size: 32 })]
    await client.setStorageAt({ address: shop, index, value })
    const before = await everything()
    const record = await carryOut(harness, quote)
    expect(record).toMatchObject({
      status: 'REFUNDED',
      failReason: 'MINT_NOT_ACTIVE',
      destinationChainOperations: [],
    })
    expect(record.originChainOperations).toHaveLength(1)
    expect(record.refundOperations).toHaveLength(1)
    expect(getGains(before, await everything())).toEqual({})
    expect(await canonicalUnits()).toBe(before.get(`wallet ${asset('Reef', 'USDC')}`))
  },
)

test('deposits that pay for one call stand for no other, as alike as they may be', async () => {
  const request = { from: asset('Reef', 'USDC'), calls: [vaultDeposit()], isAllowed: true }
  const [quote, other] = [await readQuote(request), await readQuote(request)]
  const row = await findCallQuote(harness.database.storage, quote.id)
  const { network } = harness.devnet
  const parts = { network, chains: harness.services.chains, call: QuotedCall.parse(row?.call) }
  expect(parseExecutionPlan(quote, parts).legs).toHaveLength(1)
  const { originChainsOperations } = other
  expect(() => parseExecutionPlan({ ...quote, originChainsOperations }, parts)).toThrow(
    'The orders do not name this delivery.',
  )
})

/** Prepares, signs and quotes calls on Lagoon, with the money on Solana, and signs the deposits. */
async function readQuote(
  request: { from: AssetType; isAllowed?: boolean } & Pick<PrepareCallQuoteRequest, 'calls'>,
): Promise<Quote> {
  const { services, owner, user, onEvm, onSolana } = harness
  for (const { accountAddress } of [onEvm, onSolana])
    services.service.balances.forget(accountAddress)
  const needed = { assetType: asset('Lagoon', 'USDC'), amount: units.toString() }
  const { quote } = await signCall(
    {
      accounts: [onEvm, onSolana],
      targetChain: splitAssetType(needed.assetType).chainId,
      fromAssetId: request.from,
      tokensRequired: [needed],
      allowanceRequirements: request.isAllowed === true ? [{ ...needed, spender: vault }] : [],
      calls: request.calls,
    },
    { calls, services, signer: owner },
  )
  return signOnSolana(quote, user)
}

function vaultDeposit(): Call {
  const args = [units, harness.onEvm.accountAddress] as const
  const data = encodeFunctionData({ abi: vault4626Abi, functionName: 'deposit', args })
  return { to: vault, data, value: '0x0' }
}

function payment(recipient: EvmAddress): Call {
  const args = [recipient, units] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { to: getToken(asset('Lagoon', 'USDC')), data, value: '0x0' }
}

function getToken(assetType: AssetType): EvmAddress {
  return EvmAddress.parse(splitAssetType(assetType).reference)
}

/**
 * What everybody holds on both sides, as the nodes say; but for the SOL of solver and executor, who pay
 * the cluster's fees.
 */
async function everything(): Promise<Map<string, bigint>> {
  const { devnet, roles, onEvm, onSolana } = harness
  const found = new Map<string, bigint>()
  async function look(assetType: AssetType, holders: Record<string, string>): Promise<void> {
    for (const [name, holder] of Object.entries(holders))
      found.set(`${name} ${assetType}`, await readUnits(harness, { holder, assetType }))
  }
  const { payee, feeReceiver, solver } = roles
  const wallets = { wallet: onSolana.accountAddress, payee, feeReceiver }
  await look(asset('Reef', 'SOL'), wallets)
  await look(asset('Reef', 'USDC'), { ...wallets, solver })
  const account = onEvm.accountAddress
  const contracts = { vault, escrow: originEscrow, settler: destinationSettler }
  const evmRoles = devnet.network.roles
  for (const chain of ['Firth', 'Lagoon'])
    await look(asset(chain, 'USDC'), { account, ...evmRoles, ...contracts })
  const shares = await getDevnetChain(devnet, 'Lagoon').client.readContract({
    address: vault,
    abi: vault4626Abi,
    functionName: 'balanceOf',
    args: [account],
  })
  return found.set('account shares', shares)
}

/** In the wallet's own canonical account. */
function canonicalUnits(): Promise<bigint> {
  return readTokens(harness, { wallet: harness.onSolana.accountAddress, token: 'usdc' })
}
