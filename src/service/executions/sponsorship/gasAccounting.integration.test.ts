import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, numberToHex, toFunctionSelector } from 'viem/utils'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { readSponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { defaultRates } from '../../quotes/pricing/rates.ts'
import { PaymasterEmptyError } from '../transactions/executionErrors.ts'
import { signQuote } from '#testing/harness/composeServices.ts'
import { forgeQuotes } from '#testing/attacks/forgery.ts'
import { type FailureHarness, startFailureHarness } from '#testing/failures/failures.ts'
import { coin, execute, holdFee } from '#testing/failures/gas.ts'

const burner = '0x00000000000000000000000000000000000bad01'
const burnerLater = '0x00000000000000000000000000000000000bad02'
const burnerThere = '0x00000000000000000000000000000000000bad05'
const friend = '0x00000000000000000000000000000000000f00d1'

let harness: FailureHarness
let eth: AssetType
beforeAll(async () => {
  harness = await startFailureHarness()
  eth = harness.asset('Delta', 'ETH')
})
afterAll(() => harness.stop())

test('a transfer to a contract that burns gas pays for the gas that it takes', async () => {
  await burnGas(2_000_000)
  const before = await readPurse()
  expect(await execute(harness, await transferToBurner())).toMatchObject({ status: 'COMPLETED' })
  const after = await readPurse()
  const paid = after.fees - before.fees
  const borne = before.service - after.service
  // The base fee of a quiet devnet falls from block to block: what was quoted is enough.
  expect(borne).toBeGreaterThan(0n)
  expect(paid).toBeGreaterThanOrEqual(borne)
})

test('a quote that pays for the usual gas of a transfer is refused when its operation takes more', async () => {
  await burnGas(2_000_000)
  // An attacker with the quote key charges a tenth of the measured gas, about the usual amount.
  const rates = { ...defaultRates, gasMarkupBps: -9_000n }
  const forger = forgeQuotes(harness.network, { rates })
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const quote = await signQuote(
    await forger.quotes.quoteV3({
      from: { accounts: [owner.account], asset: { assetId: eth }, amount: (coin / 2n).toString() },
      to: { asset: { assetId: eth }, account: `${splitAssetType(eth).chainId}:${burner}` },
    }),
    owner.key,
  )
  await expect(execute(harness, quote)).rejects.toMatchObject({
    code: 'PRICE_UNAVAILABLE',
    message: expect.stringContaining('gas'),
  })
})

test('an operation that takes more gas than is sponsored is refused', async () => {
  await burnGas(2_700_000)
  await expect(transferToBurner()).rejects.toMatchObject({ code: 'GAS_LIMIT_EXCEEDED' })
})

test('a delivery to a contract that works when it is paid costs as much more', async () => {
  const to = harness.asset('Lagoon', 'ETH')
  const worker = '0x00000000000000000000000000000000000bad03'
  const plain = '0x00000000000000000000000000000000000bad04'
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const terms = { from: eth, amount: (coin / 1_000n).toString(), to }
  await burnGas(300_000, { at: worker, on: to })
  // In this order: what gas costs on a quiet devnet falls from block to block.
  const dear = await harness.swap(owner, { ...terms, recipient: worker })
  const cheap = await harness.swap(owner, { ...terms, recipient: plain })
  expect(getFee(dear)).toBeGreaterThan(getFee(cheap) * 1.5)
  await burnGas(450_000, { at: burnerThere, on: to })
  await expect(harness.swap(owner, { ...terms, recipient: burnerThere })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  })
})

/** What a quote for a thousandth of a coin charges beside the solver's spread of 5 bps, US dollars. */
function getFee({ fees }: Quote): number {
  return Number(fees?.cumulativeUSD) - 3 * 0.0005
}

test('a delivery that takes more gas than it paid for counts against who asked for it', async () => {
  const to = harness.asset('Lagoon', 'ETH')
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const account = toAddressKey(owner.account.accountAddress)
  const terms = { from: eth, amount: (coin / 100n).toString(), to, recipient: burnerLater } as const
  await holdFee(harness, [eth, to], 10n ** 9n)
  const quote = await harness.swap(owner, terms)
  async function strike(): Promise<void> {
    await burnGas(400_000, { at: burnerLater, on: to })
  }
  const { record } = await harness.end({ owner, quote, at: 'fill', inject: strike })
  expect(record.status).toBe('COMPLETED')
  const { accountUsd, totalUsd } = await readSponsorLosses(harness.database.storage, { account })
  expect(totalUsd).toBe(accountUsd)
  const [delivery] = record.destinationChainOperations
  const hash = Hash.parse(delivery?.hash)
  const receipt = await harness.nodeOf(to).client.getTransactionReceipt({ hash })
  const coinUsd = 3_000n * 10n ** 8n
  const deliveryUsd = (receipt.gasUsed * receipt.effectiveGasPrice * coinUsd) / coin
  const feeUsd = BigInt(Math.ceil(Number(quote.fees?.cumulativeUSD) * 1e8))
  expect(receipt.gasUsed).toBeGreaterThan(400_000n)
  expect(accountUsd).toBeGreaterThan(deliveryUsd - feeUsd)
})

/** Reverts with MaxTransferSizeExceeded(), an error that elsewhere says that the solver has too little. */
const pretender = '0x00000000000000000000000000000000000bad06'

test('a call that names the solver as the cause of its failure counts against who asked for it', async () => {
  const usdc = harness.asset('Lagoon', 'USDC')
  const from = harness.asset('Firth', 'USDC')
  const owner = await harness.owner('roleBased', [[from, 20_000_000n]])
  const { quote } = await harness.call(owner, {
    on: usdc,
    fromAssetId: from,
    tokensRequired: [{ assetType: usdc, amount: '1000000' }],
    calls: [{ to: pretender, data: '0x', value: '0x0' }],
  })
  async function strike(): Promise<void> {
    const bytecode =
      `0x63${toFunctionSelector('MaxTransferSizeExceeded()').slice(2)}5f526004601cfd` as const
    await harness.nodeOf(usdc).client.setCode({ address: pretender, bytecode })
  }
  const { record } = await harness.end({ owner, quote, at: 'fill', inject: strike })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  const account = toAddressKey(owner.account.accountAddress)
  const { accountUsd } = await readSponsorLosses(harness.database.storage, { account })
  const [{ usd } = { usd: 0n }] = await harness.database.storage.query<{ usd: bigint }>(
    `select sum(ceil((s.detail->>'gasWei')::numeric * (e.coin_rates->>s.chain)::numeric / 1e18))::numeric(78, 0) as usd
     from steps s join executions e using (quote_id) where quote_id = $1`,
    [quote.id],
  )
  expect(usd).toBeGreaterThan(0n)
  // Each part is rounded up by itself.
  expect(accountUsd).toBeGreaterThanOrEqual(usd - 10n)
})

test('what a paymaster without a deposit leaves undone is charged to nobody, and told', async () => {
  const usdc = harness.asset('Lagoon', 'USDC')
  const from = harness.asset('Firth', 'USDC')
  const owner = await harness.owner('roleBased', [[from, 20_000_000n]])
  const { quote } = await harness.call(owner, {
    on: usdc,
    fromAssetId: from,
    tokensRequired: [{ assetType: usdc, amount: '1000000' }],
    calls: [{ to: friend, data: '0x', value: '0x0' }],
  })
  const account = toAddressKey(owner.account.accountAddress)
  const { totalUsd: before } = await readSponsorLosses(harness.database.storage, { account })
  const taken = await takeDeposit(usdc)
  const services = harness.services()
  const { record, lost } = await harness.end({
    owner,
    quote,
    at: 'fill',
    inject: () => taken.take(),
    undo: () => taken.giveBack(),
  })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  expect(lost).toEqual({})
  const { accountUsd, totalUsd } = await readSponsorLosses(harness.database.storage, { account })
  expect(accountUsd).toBe(0n)
  expect(totalUsd).toBeGreaterThan(before)
  expect(services.errors.some((error) => error instanceof PaymasterEmptyError)).toBe(true)
})

/** Takes the paymaster's deposit of a chain away, and gives it back. */
async function takeDeposit(on: AssetType) {
  const { client } = harness.nodeOf(on)
  const { entryPoint, paymaster } = devnetAddresses
  const deployer = privateKeyToAccount(devnetKeys.deployer)
  const amount = await client.readContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [paymaster],
  })
  function mine(data: Hex, value = 0n) {
    const call = { label: 'deposit', to: paymaster, data, value, gas: 200_000n }
    return mineCalls(client, { from: deployer, calls: [call] })
  }
  return {
    take: () =>
      mine(
        encodeFunctionData({
          abi: sponsorPaymasterAbi,
          functionName: 'withdraw',
          args: [deployer.address, amount],
        }),
      ),
    giveBack: () =>
      mine(encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: 'deposit' }), amount),
  }
}

test('a call with 50 KB of data is made, and pays for its bytes', async () => {
  const on = harness.asset('Firth', 'ETH')
  const owner = await harness.owner('roleBased', [[on, coin]])
  const call = { to: friend, data: `0x${'ff'.repeat(50_000)}`, value: '0x0' } as const
  const { quote } = await harness.call(owner, { on, calls: [call] })
  const before = await readPurse(on)
  expect(await execute(harness, quote)).toMatchObject({ status: 'COMPLETED' })
  const after = await readPurse(on)
  expect(after.fees - before.fees).toBeGreaterThanOrEqual(before.service - after.service)
})

async function transferToBurner(): Promise<Quote> {
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const terms = { from: eth, amount: (coin / 2n).toString(), to: eth, recipient: burner } as const
  return harness.swap(owner, terms)
}

/** Makes payments to the burner use this much gas, in a loop of 26 gas per iteration. */
async function burnGas(
  gas: number,
  { at = burner, on = eth }: { at?: EvmAddress; on?: AssetType } = {},
): Promise<void> {
  const turns = numberToHex(Math.round(gas / 26), { size: 3 }).slice(2)
  const { client } = harness.nodeOf(on)
  await client.setCode({ address: at, bytecode: `0x62${turns}5b600190038060045700` })
}

/** What the service pays gas with on that chain, and what it was paid in fees, wei. */
async function readPurse(on = eth): Promise<{ service: bigint; fees: bigint }> {
  const { client } = harness.nodeOf(on)
  const { executor, solver, feeReceiver } = harness.network.roles
  const deposit = await client.readContract({
    address: devnetAddresses.entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [devnetAddresses.paymaster],
  })
  const [ofExecutor, ofSolver, fees] = await Promise.all(
    [executor, solver, feeReceiver].map((address: EvmAddress) => client.getBalance({ address })),
  )
  return { service: deposit + (ofExecutor ?? 0n) + (ofSolver ?? 0n), fees: fees ?? 0n }
}
