import { type DeploymentOptions, deployToChain } from '#devnet/deploy/deployToChain.ts'
import { type DeployedOnSolana, deployToSolana } from '#devnet/solana/deploy/deployToSolana.ts'
import type { OwnedContract } from '#devnet/deploy/handOverOwner.ts'
import { readEvmOptions, readSolanaOptions } from './deployVariables.ts'

// `npm run deploy`: our contracts on the chain at RPC_URL, owned by DEPLOYER_KEY under SALT, our
// program on the cluster at RPC_URL_SOLANA, or both.
try {
  const { RPC_URL, RPC_URL_SOLANA } = process.env
  const evm = RPC_URL_SOLANA && !RPC_URL ? undefined : readEvmOptions(process.env)
  const solana = RPC_URL_SOLANA ? readSolanaOptions(process.env) : undefined
  const faults = new Set([...(evm?.faults ?? []), ...(solana?.faults ?? [])])
  if (faults.size > 0) throw new Error([...faults].join('\n'))
  let sum = 0
  if (evm?.options) {
    const { chainId, contracts, owned, sent } = await deployToChain(evm.options)
    for (const { name, address, codeHash } of contracts)
      console.log(`${name} ${address} ${codeHash}`)
    for (const line of describeOwned(owned, evm.options)) console.log(line)
    const ours = Object.fromEntries(contracts.map(({ key, address }) => [key, address]))
    console.log(`For DEPLOYMENT: ${JSON.stringify({ chainId, contracts: ours })}`)
    sum += sent
  }
  if (solana?.options) {
    const deployed = await deployToSolana(solana.options)
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
          "The owner can replace the keys in Signers (after the delay), shut them off at once, and take the paymaster's",
          'deposit. Run this again with OWNER=<cold address> to offer both contracts to that address.',
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
          'Anyone with DEPLOYER_SOLANA_KEY can replace the program and take every deposit. Run this again with',
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
