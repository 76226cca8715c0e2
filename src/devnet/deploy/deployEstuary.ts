import { encodeFunctionData, type PublicClient } from 'viem'

import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { buildCreation, type PlannedContract } from '../plan/create2.ts'
import type { EstuaryPlan } from '../plan/estuaryPlan.ts'
import type { LabelledCall } from './sendCalls.ts'

/** A chain to deploy on: how to read it, and how to send the owner's transactions. */
export type DeployTarget = {
  client: Pick<PublicClient, 'getCode' | 'readContract'>
  /** Sends transactions in order; resolves when all are mined, throws when one reverts. */
  send: (calls: readonly LabelledCall[]) => Promise<unknown>
}

/** Configuration of our contracts after their creation. */
export type EstuarySetup = {
  plan: EstuaryPlan
  /** Sends the transactions; owns the contracts until they are handed over. */
  deployer: EvmAddress
  cosigner: EvmAddress
  paymasterSigner: EvmAddress
  attestors: readonly EvmAddress[]
  /** Number of attestors that must sign. */
  attestorThreshold: number
  executors: readonly EvmAddress[]
  /** The paymaster's deposit at EntryPoint, wei; topped up to this when less than half is left. */
  paymasterDeposit: bigint
}

/**
 * Creates and configures our contracts and EntryPoint where missing; a second call does nothing.
 * Works on any EVM chain with the deterministic deployment proxy.
 *
 * @throws Error that names the failed step.
 */
export async function deployEstuary(target: DeployTarget, setup: EstuarySetup): Promise<void> {
  await deployMissing(target, Object.values(setup.plan))
  const steps = await Promise.all([
    installKeys(target, setup),
    ...setup.executors.map((executor) => registerExecutor(target, { ...setup, executor })),
    fundPaymaster(target, setup),
  ])
  await target.send(steps.filter((step) => step !== undefined))
}

/** Creates the contracts of a plan that have no code yet, in the plan's order. */
export async function deployMissing(
  { client, send }: DeployTarget,
  deployments: readonly PlannedContract[],
): Promise<void> {
  const codes = await Promise.all(deployments.map(({ address }) => client.getCode({ address })))
  const missing = deployments.filter((_, index) => codes[index] === undefined)
  if (missing.length === 0) return
  await send(missing.map((one) => ({ label: `create ${one.name}`, ...buildCreation(one) })))
  const created = await Promise.all(missing.map(({ address }) => client.getCode({ address })))
  missing.forEach(({ name, address }, index) => {
    if (created[index] === undefined) throw new Error(`${name} has no code at ${address}.`)
  })
}

async function installKeys(
  { client }: DeployTarget,
  setup: EstuarySetup,
): Promise<LabelledCall | undefined> {
  const address = setup.plan.signers.address
  const isDone = await client.readContract({
    address,
    abi: signersAbi,
    functionName: 'isInstalled',
  })
  if (isDone) return undefined
  const { cosigner, paymasterSigner, attestors, attestorThreshold } = setup
  const data = encodeFunctionData({
    abi: signersAbi,
    functionName: 'install',
    args: [cosigner, paymasterSigner, attestors, attestorThreshold],
  })
  return { label: 'install the first keys', to: address, data, gas: 600_000n }
}

async function registerExecutor(
  { client }: DeployTarget,
  { plan, deployer, executor }: EstuarySetup & { executor: EvmAddress },
): Promise<LabelledCall | undefined> {
  const address = plan.paymaster.address
  const isDone = await client.readContract({
    address,
    abi: sponsorPaymasterAbi,
    functionName: 'isExecutor',
    args: [executor],
  })
  if (isDone) return undefined
  const owner = await client.readContract({
    address,
    abi: sponsorPaymasterAbi,
    functionName: 'owner',
  })
  if (!isSameAddress(owner, deployer))
    throw new Error(
      `SponsorPaymaster belongs to ${owner}, who has to register the executor ${executor}.`,
    )
  const data = encodeFunctionData({
    abi: sponsorPaymasterAbi,
    functionName: 'setExecutor',
    args: [executor, true],
  })
  return { label: `register the executor ${executor}`, to: address, data, gas: 120_000n }
}

async function fundPaymaster(
  { client }: DeployTarget,
  { plan, paymasterDeposit }: EstuarySetup,
): Promise<LabelledCall | undefined> {
  const held = await client.readContract({
    address: plan.entryPoint.address,
    abi: entryPointAbi,
    functionName: 'balanceOf',
    args: [plan.paymaster.address],
  })
  if (held * 2n >= paymasterDeposit) return undefined
  const to = plan.paymaster.address
  const data = encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: 'deposit' })
  const value = paymasterDeposit - held
  return { label: 'fund the paymaster', to, data, value, gas: 150_000n }
}
