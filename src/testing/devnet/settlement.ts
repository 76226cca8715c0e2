import { randomBytes } from 'node:crypto'
import { bytesToHex, decodeErrorResult } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { signEvmAttestation, type AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import { findRevertData } from '#chains/evm/rpc/nodeErrors.ts'
import type { TransactionCall } from '#chains/evm/rpc/transaction.ts'
import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { roleAccountAbi } from '#contracts/abi/roleAccount.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import { validityGuardAbi } from '#contracts/abi/validityGuard.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { type Fill, hashOrder, type Order } from '#protocol/orders/order.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import type { TestDevnet } from './startTestDevnet.ts'

const errors = [
  ...devTokenAbi,
  ...originEscrowAbi,
  ...destinationSettlerAbi,
  ...validityGuardAbi,
  ...roleAccountAbi,
  ...signersAbi,
  ...sponsorPaymasterAbi,
  ...entryPointAbi,
]

/** 32 random bytes. */
export function generateHash(): Hash {
  return bytesToHex(randomBytes(32))
}

/** A test devnet's chain by name. */
export function getDevnetChain(
  { chains }: Pick<TestDevnet, 'chains'>,
  name: 'Firth' | 'Delta' | 'Lagoon',
): DevnetChain {
  const chain = chains.find((candidate) => candidate.name === name)
  if (!chain) throw new Error(`There is no chain ${name}.`)
  return chain
}

/** The latest block's time, Unix seconds. */
export async function readTime({ client }: DevnetChain): Promise<bigint> {
  const { timestamp } = await client.getBlock()
  return timestamp
}

/** An order that the chain's escrow accepts now, unless `terms` make it invalid. */
export async function buildOrder(
  chain: DevnetChain,
  terms: Pick<Order, 'depositor' | 'token' | 'payee' | 'feeReceiver'> & Partial<Order>,
): Promise<Order> {
  const now = await readTime(chain)
  return {
    fillId: generateHash(),
    amount: 990_001n,
    fee: 9_999n,
    depositDeadline: now + 120n,
    refundAfter: now + 900n,
    fillHash: generateHash(),
    ...terms,
  }
}

/** A fill that the chain's settler accepts now, unless `terms` make it invalid. */
export async function buildFill(
  chain: DevnetChain,
  terms: Pick<Fill, 'recipient' | 'token'> & Partial<Fill>,
): Promise<Fill> {
  return {
    fillId: generateHash(),
    ordersHash: generateHash(),
    minimumAmount: 989_000n,
    fillDeadline: (await readTime(chain)) + 300n,
    ...terms,
  }
}

/** Signs an attestation about an order, with the devnet's attestor key by default. */
export function signAttestation(
  chain: DevnetChain,
  {
    order,
    verdict,
    key = devnetKeys.attestor,
  }: { order: Order; verdict: AttestedState; key?: Hash },
): Promise<Hex> {
  const at = { chainNumber: chain.number, escrow: devnetAddresses.originEscrow }
  const { fillHash } = order
  return signEvmAttestation(verdict, { ...at, key, orderHash: hashOrder(order, at), fillHash })
}

/** Sends calls as transactions. @returns Gas cost in wei. @throws Error when one reverts. */
export async function mine(
  { client }: Pick<DevnetChain, 'client'>,
  options: { from: PrivateKeyAccount; calls: readonly TransactionCall[] },
): Promise<bigint> {
  const hashes = await mineCalls(client, {
    from: options.from,
    calls: options.calls.map((call) => ({
      ...call,
      label: call.data.slice(0, 10),
      gas: 6_000_000n,
    })),
  })
  const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })))
  return receipts.reduce(
    (sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice,
    0n,
  )
}

/**
 * Why a call reverts, by `eth_call`: the custom error's name, the EntryPoint's reason, or that with
 * the inner error ("AA23 reverted: UnguardedBatch"); "taken" when it succeeds.
 */
export async function getRevertName(
  { client }: DevnetChain,
  { from, ...call }: TransactionCall & { from: EvmAddress },
): Promise<string> {
  try {
    await client.call({ ...call, account: from })
  } catch (error) {
    const data = findRevertData(error)
    if (data === undefined) throw error
    return getName(data)
  }
  return 'taken'
}

function getName(data: Hex): string {
  const error = decodeErrorResult({ abi: errors, data })
  if (error.errorName === 'FailedOp') return error.args[1]
  if (error.errorName === 'FailedOpWithRevert') return `${error.args[1]}: ${getName(error.args[2])}`
  return error.errorName
}

/** Balances of the holders in a token or the native coin, smallest unit. */
export async function readHoldings<Holder extends string>(
  { client }: DevnetChain,
  options: { token: EvmAddress; holders: Record<Holder, EvmAddress> },
): Promise<Record<string, bigint>> {
  const { token, holders } = options
  const entries = await Promise.all(
    Object.entries<EvmAddress>(holders).map(async ([name, address]) => {
      if (token === nativeToken) return [name, await client.getBalance({ address })] as const
      const read = { address: token, abi: devTokenAbi, functionName: 'balanceOf' } as const
      return [name, await client.readContract({ ...read, args: [address] })] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** Difference of each holder's balance. */
export function getChanges(
  before: Record<string, bigint>,
  after: Record<string, bigint>,
): Record<string, bigint> {
  return Object.fromEntries(
    Object.entries(after).map(([name, units]) => [name, units - (before[name] ?? 0n)]),
  )
}
