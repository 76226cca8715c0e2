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
import { translate } from '../language/translate.ts'

/** How the page describes its installation; what is undefined is as compiled in. */
export type InstallationParameters = {
  /** Network name. */
  network: string | undefined
  /** {@link Names} as JSON. */
  names: string | undefined
  /** The devnet's running chains, in the format of the variable `CHAINS`. */
  chains: string | undefined
}

type NetworkLoader = { api: Api; queries: QueryClient }

/**
 * Loads the network of an installation with names or addresses of its own. Addresses are those that
 * the user pinned, or else those that the service reports. Pinned ones need no answer from the
 * service, so that a deposit can be refunded while the service is down.
 *
 * @throws Error when this build does not know the network or a chain, the names are invalid, or the
 *   service is down and nothing is pinned.
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
  if (name !== 'mirror')
    throw new Error(translate('This app doesn’t support the network “{name}”.', { name }))
  const pinned = readPin(name)?.installed
  if (pinned) return buildMirrorNetwork(pinned.deployment)
  const { network, deployment } = await queries.fetchQuery(discoveryOptions(api))
  if (network !== name || !deployment)
    throw new Error(
      translate('The service didn’t return contract addresses for its network “{name}”.', {
        name,
      }),
    )
  return buildMirrorNetwork(deployment)
}

function readNames(text: string): Names {
  const read = Names.safeParse(parseJson(text))
  if (!read.success) throw new Error(translate('Couldn’t read the asset names of this instance.'))
  return read.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON; the schema rejects undefined.
    return undefined
  }
}
