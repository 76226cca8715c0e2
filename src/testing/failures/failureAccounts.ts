import { createWalletClient, encodeFunctionData, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import { encodeBatch } from '#chains/evm/operation/batch.ts'
import { buildDeployment } from '#chains/evm/account/predictAccount.ts'
import { packUserOperation, readUserOperation } from '#chains/evm/operation/userOperation.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { buildBundleCall, signAsOwner } from '#testing/devnet/account.ts'
import { mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { getAddress, quoteCrossing, type Made, shop, swapOnLagoon } from './failureQuotes.ts'
import type { FailureHarness, FaultCase } from './failures.ts'
import type { TestOwner } from '#testing/harness/kinds.ts'

const cosigner = privateKeyToAccount(devnetKeys.cosigner)
const thirdParty = privateKeyToAccount(`0x${'5b'.repeat(32)}`)
const elsewhere: EvmAddress = `0x${'e1'.repeat(20)}`
const { accountFactory, signers } = devnetAddresses
const million = 1_000_000n

/** The owner submits another operation with the same nonce. */
export async function nonceSpent(harness: FailureHarness): Promise<FaultCase> {
  const made = await swapOnLagoon(harness)
  const on = harness.asset('Lagoon', 'USDC')
  return { ...made, at: 'deposit', inject: () => spendNonce(harness, { ...made, on }) }
}

/** The same after the service signed its bundle, which lands a block too late. */
export async function bundleOvertaken(harness: FailureHarness): Promise<FaultCase> {
  const made = await quoteCrossing(harness, {})
  const on = harness.asset('Firth', 'USDC')
  const { client } = harness.nodeOf(on)
  async function overtake() {
    await spendNonce(harness, { ...made, on })
    // The worker's signed transaction lands a block later.
    const sql = 'select raw from transactions where quote_id = $1'
    const rows = await harness.database.storage.query<{ raw: string }>(sql, [made.quote.id])
    for (const { raw } of rows)
      await client.sendRawTransaction({ serializedTransaction: Hex.parse(raw) })
    await client.mine({ blocks: 1 })
  }
  return {
    ...made,
    at: 'deposit',
    when: 'after sign',
    inject: () => harness.withoutWorker(overtake),
  }
}

/** Uses the nonce of a quote's first operation for another operation of its owner. */
async function spendNonce(
  harness: FailureHarness,
  { owner, quote, on }: Made & { on: AssetType },
): Promise<void> {
  const chain = harness.nodeOf(on)
  const [operation] = quote.originChainsOperations.filter(isEvmOperation)
  if (!operation) throw new Error('There is no operation.')
  const wanted = readUserOperation(operation.userOp)
  const callData = encodeBatch([buildTransferCall(getAddress(on), { recipient: shop, amount: 1n })])
  await harness.give(wanted.sender, [[`${chain.chainId}/slip44:60`, 10n ** 17n]])
  await payGas(harness, on)
  const own = { ...packUserOperation({ ...wanted, callData }), paymasterAndData: '0x' } as const
  const signed = await signAsOwner(chain, own, owner.key)
  await mine(chain, { from: thirdParty, calls: [buildBundleCall(signed, thirdParty.address)] })
}

/** A third party deploys the account that an operation signed by its hash was to deploy. */
export async function deployedMeanwhile(harness: FailureHarness): Promise<FaultCase> {
  const made = await quoteCrossing(harness, { kind: 'basic', form: 'hash' })
  const on = harness.asset('Firth', 'USDC')
  const keys = { kind: 'basic', signer: made.owner.key.address } as const
  const { factoryData: data } = buildDeployment(keys, devnetAddresses)
  async function inject() {
    await payGas(harness, on)
    const calls = [{ to: accountFactory, data, value: 0n }]
    await mine(harness.nodeOf(on), { from: thirdParty, calls })
  }
  return { ...made, at: 'deposit', inject }
}

/** The owner's wallet sends a transaction of its own, which increments its nonce. */
export async function staleAuthorization(harness: FailureHarness): Promise<FaultCase> {
  const made = await quoteCrossing(harness, { kind: 'eip7702' })
  const on = harness.asset('Firth', 'USDC')
  const { key } = made.owner
  async function inject() {
    await harness.give(key.address, [[harness.asset('Firth', 'ETH'), 10n ** 18n]])
    await mine(harness.nodeOf(on), { from: key, calls: [{ to: shop, data: '0x', value: 0n }] })
  }
  return { ...made, at: 'deposit', inject }
}

/** The owner delegates the account to another contract. */
export async function delegatedElsewhere(harness: FailureHarness): Promise<FaultCase> {
  const made = await quoteCrossing(harness, { kind: 'eip7702' })
  return { ...made, at: 'deposit', inject: () => delegate(harness, { ...made, to: elsewhere }) }
}

/** The owner ends the account's delegation. */
export async function delegationEnded(harness: FailureHarness): Promise<FaultCase> {
  const owner = await harness.owner('eip7702', [[harness.asset('Firth', 'USDC'), 20n * million]])
  await delegate(harness, { owner, to: devnetAddresses.delegate })
  const made = await quoteCrossing(harness, { owner })
  return { ...made, at: 'deposit', inject: () => delegate(harness, { ...made, to: zeroAddress }) }
}

/** A third party submits an authorization of the owner on Firth. */
async function delegate(
  harness: FailureHarness,
  { owner: { key }, to }: { owner: TestOwner; to: EvmAddress },
): Promise<void> {
  const on = harness.asset('Firth', 'USDC')
  const { number, client, rpcUrl } = harness.nodeOf(on)
  await payGas(harness, on)
  const nonce = await client.getTransactionCount({ address: key.address })
  const signed = await key.signAuthorization({ chainId: number, contractAddress: to, nonce })
  const wallet = createWalletClient({ account: thirdParty, transport: http(rpcUrl) })
  const authorizationList = [signed]
  const hash = await wallet.sendTransaction({ chain: null, to: shop, authorizationList })
  await client.waitForTransactionReceipt({ hash })
}

/** The base fee exceeds what an operation signed by its hash pays. */
export async function dearGas(harness: FailureHarness): Promise<FaultCase> {
  const made = await quoteCrossing(harness, { kind: 'basic', form: 'hash' })
  const { client } = harness.nodeOf(harness.asset('Firth', 'USDC'))
  async function setBaseFee(baseFeePerGas: bigint) {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas })
    await client.mine({ blocks: 1 })
  }
  return {
    ...made,
    at: 'deposit',
    inject: () => setBaseFee(10n ** 15n),
    // The service caches gas prices for some blocks, so it is restarted before the next case.
    undo: () => harness.withoutWorker(() => setBaseFee(10n ** 7n)),
  }
}

/** The co-signer disables its key on Firth, for good. */
export async function cosignerDisabled(harness: FailureHarness): Promise<FaultCase> {
  const made = await quoteCrossing(harness, {})
  const on = harness.asset('Firth', 'USDC')
  const args = [cosigner.address] as const
  const data = encodeFunctionData({ abi: signersAbi, functionName: 'disable', args })
  async function inject() {
    await harness.give(cosigner.address, [[harness.asset('Firth', 'ETH'), 10n ** 18n]])
    await mine(harness.nodeOf(on), { from: cosigner, calls: [{ to: signers, data, value: 0n }] })
  }
  return { ...made, at: 'deposit', inject }
}

function payGas(harness: FailureHarness, on: AssetType): Promise<void> {
  const coins: AssetType = `${splitAssetType(on).chainId}/slip44:60`
  return harness.give(thirdParty.address, [[coins, 10n ** 18n]])
}
