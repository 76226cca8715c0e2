import type { QueryClient } from '@tanstack/react-query'

import { mirrorNetwork } from '#networks/mirror.ts'
import type { Network } from '#networks/network.ts'
import type { Api } from '../api/client.ts'
import { discoveryOptions } from '../api/discovery.ts'
import { readPin } from '../api/pins.ts'

/**
 * The network of an installation with addresses of its own: as the user pinned it, else as the
 * service describes itself. A pinned one needs no answer, so that a deposit can be taken back while
 * the service is silent.
 *
 * @throws Error in one sentence when the network is not known to this build, or the service is
 *   silent and nothing is pinned.
 */
export async function installedNetwork(
  name: string,
  { api, queries }: { api: Api; queries: QueryClient },
): Promise<Network> {
  if (name !== 'mirror') throw new Error(`This app does not know the network "${name}".`)
  const pinned = readPin(name)
  if (pinned) return mirrorNetwork(pinned.deployment)
  const { network, deployment } = await queries.fetchQuery(discoveryOptions(api))
  if (network !== name || !deployment)
    throw new Error(`The service does not say where the contracts of its network "${name}" are.`)
  return mirrorNetwork(deployment)
}
