import {
  BaseError,
  createPublicClient,
  createWalletClient,
  formatEther,
  http,
  keccak256,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devnetChains } from '#networks/devnet/devnet.ts'
import { mirrorChains } from '#networks/mirror/mirrorChains.ts'
import { type ChainId, type EvmAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { deployEstuary, type EstuarySetup } from './deployEstuary.ts'
import { planEstuary } from '../plan/estuaryPlan.ts'
import { handOverOwner, type OwnedContract, readOwners } from './handOverOwner.ts'
import { rejectPublishedKeys } from '../plan/keys.ts'
import type { LabelledCall } from './sendCalls.ts'

/** Options of a deployment; the same options give the same addresses on every chain. */
export type DeploymentOptions = Omit<EstuarySetup, 'plan' | 'deployer'> & {
  rpcUrl: string
  /** Pays, and owns `Signers` and the paymaster until they are handed over. */
  deployerKey: Hash
  /** Final owner of both, a cold address; the deployer by default. */
  owner: EvmAddress | undefined
  salt: Hex
  /** Seconds between announcing and installing other keys. */
  delaySeconds: bigint
}

/** The deployed contracts, and how many transactions were sent. */
export type DeploymentResult = {
  chainId: ChainId
  contracts: DeployedContract[]
  owned: readonly OwnedContract[]
  sent: number
}

/** A deployed contract. */
export type DeployedContract = {
  /** Its key in `DEPLOYMENT`. */
  key: string
  name: string
  address: EvmAddress
  codeHash: Hex
}

/**
 * Deploys our contracts on any EVM chain with the deployment proxy, waiting for each transaction,
 * and offers ownership to the final owner. Skips what exists, so a second call sends nothing.
 *
 * @throws Error that names the failed step, the role whose key is published, the owner of a
 *   contract that the deployer can no longer configure, or a chain that no network serves.
 */
export async function deployToChain(order: DeploymentOptions): Promise<DeploymentResult> {
  try {
    return await deployAll(order)
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    // The whole message carries the call, tens of kilobytes of bytecode.
    throw new Error(`${cause.shortMessage} ${cause.details}`.trim(), { cause })
  }
}

async function deployAll(order: DeploymentOptions): Promise<DeploymentResult> {
  const transport = http(order.rpcUrl)
  const client = createPublicClient({ transport, pollingInterval: 500 })
  const account = privateKeyToAccount(order.deployerKey)
  const { owner, cosigner, paymasterSigner, attestors, executors } = order
  const chainNumber = await client.getChainId()
  checkServed(chainNumber)
  const isDevnet = devnetChains.some(({ number }) => number === chainNumber)
  rejectPublishedKeys(
    { name: `chain ${chainNumber}`, isDevnet },
    {
      deployer: [account.address],
      owner: owner === undefined ? [] : [owner],
      cosigner: [cosigner],
      'paymaster signer': [paymasterSigner],
      attestor: attestors,
      executor: executors,
    },
  )
  const wallet = createWalletClient({ account, transport })
  const plan = planEstuary({ ...order, owner: account.address })
  let sent = 0
  async function send(calls: readonly LabelledCall[]): Promise<void> {
    for (const { label, ...call } of calls) {
      const hash = await wallet.sendTransaction({ ...call, chain: null }).catch(describeUnsent)
      sent += 1
      const { status } = await client.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`"${label}" reverted (${hash}).`)
    }
  }
  async function describeUnsent(cause: unknown): Promise<never> {
    const balance = await client.getBalance({ address: account.address })
    const [reason] = (cause instanceof BaseError ? cause.shortMessage : String(cause)).split('\n')
    throw new Error(
      `Sending failed on chain ${chainNumber} after ${sent} transactions: ${reason} The deployer ${account.address} has ${formatEther(balance)} coins there; fund it and call this again.`,
      { cause },
    )
  }
  const target = { client, send }
  await deployEstuary(target, { ...order, plan, deployer: account.address })
  const owned = owner
    ? await handOverOwner(target, { plan, from: account.address, to: owner })
    : await readOwners(target, plan)
  const contracts = await Promise.all(
    Object.entries(plan).map(async ([key, { name, address }]) => {
      const code = await client.getCode({ address })
      return { key, name, address, codeHash: keccak256(code ?? '0x') }
    }),
  )
  return { chainId: toEvmChainId(chainNumber), contracts, owned, sent }
}

/** @throws Error for a chain on which the contracts would be of no use; nothing has been sent then. */
function checkServed(chainNumber: number): void {
  const served = [...mirrorChains, ...devnetChains].map(({ number }) => number)
  if (!served.includes(chainNumber))
    throw new Error(
      `No network of this version serves the chain ${chainNumber}, so nothing was sent. It serves ${served.join(', ')}; a chain is added in src/networks.`,
    )
}
