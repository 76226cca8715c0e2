import type { ChainName } from '#networks/chooseChains.ts'
import type { NetworkName } from '#networks/network.ts'
import type { Environment } from '#service/config/environment.ts'

/** Service variables that `npm start` sets itself, with the reason. */
const fixed: readonly { names: RegExp; reason: string }[] = [
  { names: /^RPC_URL_/, reason: 'it starts chains of its own' },
  { names: /^DEPLOYMENT$/, reason: 'it deploys to its own chains' },
  { names: /^ROLES$/, reason: 'it starts all roles' },
  {
    names: /^((EXECUTOR|SOLVER|ATTESTOR)_(EVM|SOLANA)|COSIGNER|PAYMASTER|QUOTE)_KEY$/,
    reason: 'its chains trust the keys of their own installation',
  },
]

/** Variables fixed only on the devnet, whose addresses are compiled into the dashboard. */
const fixedOnDevnet: typeof fixed = [
  {
    names: /^FEE_RECEIVER$/,
    reason:
      'the dashboard has the receiver of the devnet compiled in and signs for no other; NETWORK=mirror takes one',
  },
]

/**
 * Rejects variables that `npm start` would otherwise ignore silently.
 *
 * @param started.chains - Names of the chains to start.
 * @throws Error that names every such variable.
 */
export function refuseFixedVariables(
  environment: Environment,
  { network, chains }: { network: NetworkName; chains: readonly ChainName[] },
): void {
  const known = network === 'devnet' ? [...fixed, ...fixedOnDevnet] : fixed
  const set = Object.keys(environment).filter((name) => environment[name])
  const faults = set.flatMap((name) => {
    const reason = known.find(({ names }) => names.test(name))?.reason
    return reason === undefined ? findPublicAddressErrors(name, chains) : [`${name}: ${reason}.`]
  })
  if (faults.length === 0) return
  throw new Error(
    `npm start cannot honour what is set here; unset it, or run the service by itself:\n${faults.join('\n')}`,
  )
}

/** Public RPC URLs may be set only for chains that are started. */
function findPublicAddressErrors(name: string, chains: readonly ChainName[]): string[] {
  const [, of] = /^PUBLIC_RPC_URL_(.+)$/.exec(name) ?? []
  if (of === undefined || chains.some((chain) => String(chain).toUpperCase() === of)) return []
  return [`${name}: this chain is not started.`]
}
