import { type DeploymentOptions, deployToChain } from '#devnet/deploy/deployToChain.ts'
import { type DeployedOnSolana, deployToSolana } from '#devnet/solana/deploy/deployToSolana.ts'
import type { OwnedContract } from '#devnet/deploy/handOverOwner.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { createEnvironmentReader } from '#service/config/environment.ts'
import { readSolanaDeploymentOptions } from './solanaDeploymentOptions.ts'

// `npm run deploy`: our contracts on the chain at RPC_URL, owned by DEPLOYER_KEY under SALT, our
// program on the cluster at RPC_URL_SOLANA, or both.
const read = createEnvironmentReader(process.env)
const defaultDelaySeconds = 172_800n

try {
  const solana = read.optional('RPC_URL_SOLANA')
  const evmOrder = solana && !read.optional('RPC_URL') ? undefined : readOptions()
  const solanaOrder = solana
    ? readSolanaDeploymentOptions(read, { delaySeconds: readDelaySeconds() })
    : undefined
  if (read.faults.length > 0) throw new Error(read.faults.join('\n'))
  let sum = 0
  if (evmOrder) {
    const { chainId, contracts, owned, sent } = await deployToChain(evmOrder)
    for (const { name, address, codeHash } of contracts)
      console.log(`${name} ${address} ${codeHash}`)
    for (const line of describeOwned(owned, evmOrder)) console.log(line)
    const ours = Object.fromEntries(contracts.map(({ key, address }) => [key, address]))
    console.log(`For DEPLOYMENT: ${JSON.stringify({ chainId, contracts: ours })}`)
    sum += sent
  }
  if (solanaOrder) {
    const deployed = await deployToSolana(solanaOrder)
    for (const line of describeDeployed(deployed)) console.log(line)
    sum += deployed.sent
  }
  console.log(sum === 0 ? 'All of it stood already.' : `${sum} transactions.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Owners of the contracts, and the steps that remain. */
function describeOwned(
  owned: readonly OwnedContract[],
  { owner }: Pick<DeploymentOptions, 'owner'>,
): readonly string[] {
  return [
    ...owned.map((one) => `Owner of ${one.name} ${one.owner}`),
    ...owned.flatMap(({ name, address, offeredTo }) =>
      offeredTo ? [`${offeredTo} has to call acceptOwnership() on ${name}, ${address}.`] : [],
    ),
    ...(owner === undefined
      ? [
          'Its owner may replace the keys in Signers (after the delay), shut them off at once, and take what the',
          'paymaster holds. Call this again with OWNER=<cold address> to offer both to that address.',
        ]
      : []),
  ]
}

/** What is deployed on a cluster, and the steps that remain. */
function describeDeployed(deployed: DeployedOnSolana): readonly string[] {
  const { chainId, genesisHash, program, codeHash, signers } = deployed
  const { upgradeAuthority, isAuthorityHot } = deployed
  return [
    `Program ${program} ${codeHash}`,
    `Signers ${signers}`,
    `Cluster ${chainId} ${genesisHash}`,
    `Upgrade authority ${upgradeAuthority ?? 'none: the program is final'}`,
    ...(isAuthorityHot
      ? [
          'Whoever has DEPLOYER_SOLANA_KEY may replace the program and take every deposit. Call this again with',
          'UPGRADE_AUTHORITY_SOLANA=<cold address> to hand that over, or UPGRADE_AUTHORITY_SOLANA=none to make the program final.',
        ]
      : []),
    ...(upgradeAuthority === undefined
      ? []
      : [
          `The service starts with this program only when "upgradeAuthority" of its cluster in DEPLOYMENT is ${upgradeAuthority}.`,
        ]),
  ]
}

/** Prints one sentence for each invalid variable, without its value. */
function readOptions(): DeploymentOptions {
  const owner = read.optional('OWNER')
  const order = {
    rpcUrl: read.required('RPC_URL'),
    deployerKey: readHash('DEPLOYER_KEY', read.required('DEPLOYER_KEY')),
    owner: owner === undefined ? undefined : readAddress('OWNER', owner),
    salt: readHash('SALT', read.required('SALT')),
    delaySeconds: readDelaySeconds(),
    cosigner: readAddress('COSIGNER', read.required('COSIGNER')),
    paymasterSigner: readAddress('PAYMASTER_SIGNER', read.required('PAYMASTER_SIGNER')),
    attestors: read.list('ATTESTORS', '').map((one) => readAddress('ATTESTORS', one)),
    attestorThreshold: read.integer('ATTESTOR_THRESHOLD', { fallback: 1, max: 255 }),
    executors: read.list('EXECUTORS', '').map((one) => readAddress('EXECUTORS', one)),
    paymasterDeposit: read.units('PAYMASTER_DEPOSIT_WEI', 0n),
  }
  for (const name of ['ATTESTORS', 'EXECUTORS'] as const)
    if (read.list(name, '').length === 0) read.fault(`${name} is missing in the environment.`)
  return order
}

function readDelaySeconds(): bigint {
  return read.units('SIGNERS_DELAY_SECONDS', defaultDelaySeconds)
}

function readHash(name: string, text: string): Hash {
  const parsed = Hash.safeParse(text)
  if (parsed.success) return parsed.data
  if (text !== '') read.fault(`${name} is not 32 bytes of hex.`)
  return `0x${'0'.repeat(64)}`
}

function readAddress(name: string, text: string): EvmAddress {
  const parsed = EvmAddress.safeParse(text)
  if (parsed.success) return parsed.data
  if (text !== '') read.fault(`${name} holds what is no address.`)
  return `0x${'0'.repeat(40)}`
}
