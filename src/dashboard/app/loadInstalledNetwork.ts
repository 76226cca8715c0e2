import type { QueryClient } from '@tanstack/react-query'

import { toChainName, chooseChains, withChains } from '#networks/chooseChains.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { buildMirrorNetwork } from '#networks/mirror/mirror.ts'
import type { Network } from '#networks/network.ts'
import { withNames } from '#networks/withNames.ts'
import { Names } from '#protocol/accounts/names.ts'
import type { Api } from '../api/service/client.ts'
import { discoveryOptions } from '../api/service/discovery.ts'
import { readPin } from '../api/state/pins.ts'

/** How its page describes an installation; what is absent is as it was compiled. */
export type InstallationParameters = {
  /** Name of the network. */
  network: string | undefined
  /** {@link Names} as JSON. */
  names: string | undefined
  /** The devnet's chains that run, in the words of `CHAINS`. */
  chains: string | undefined
}

type NetworkLoader = { api: Api; queries: QueryClient }

/**
 * The network of an installation with names or addresses of its own. Addresses are as the user
 * pinned them, else as the service describes itself. Pinned ones need no answer, so that a deposit
 * can be taken back while the service is silent.
 *
 * @throws Error in one sentence when the network or a chain is not known to this build, its names
 *   cannot be read, or the service is silent and nothing is pinned.
 */
export async function loadInstalledNetwork(
  { network, names, chains }: InstallationParameters,
  asking: NetworkLoader,
): Promise<Network> {
  const named =
    network === undefined ? buildChosenDevnet(chains) : await loadPlacedNetwork(network, asking)
  return names === undefined ? named : withNames(named, readNames(names))
}

function buildChosenDevnet(chains: string | undefined): Network {
  if (chains === undefined) return devnet
  const known = devnetWithSolana.chains.map(toChainName)
  return withChains(devnetWithSolana, chooseChains(chains, known))
}

async function loadPlacedNetwork(name: string, { api, queries }: NetworkLoader): Promise<Network> {
  if (name !== 'mirror') throw new Error(`This app does not know the network "${name}".`)
  const pinned = readPin(name)
  if (pinned) return buildMirrorNetwork(pinned.deployment)
  const { network, deployment } = await queries.fetchQuery(discoveryOptions(api))
  if (network !== name || !deployment)
    throw new Error(`The service does not say where the contracts of its network "${name}" are.`)
  return buildMirrorNetwork(deployment)
}

function readNames(text: string): Names {
  const read = Names.safeParse(parseJson(text))
  if (!read.success)
    throw new Error('The names that this installation gives its assets are damaged.')
  return read.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema says what is missing.
    return undefined
  }
}
