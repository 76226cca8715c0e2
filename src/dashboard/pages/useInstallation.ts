import { useMemo } from 'react'

import { toDeployment } from '#networks/toDeployment.ts'
import type { Network } from '#networks/network.ts'
import type { Discovery } from '#protocol/service/discovery.ts'
import { type Installed, isSameInstalled } from '#protocol/service/fingerprint.ts'
import { useDiscovery } from '../api/service/discovery.ts'
import { usePin } from '../api/state/pins.ts'
import { type Roots, rootsOf, type Trust } from '../review/cases/roots.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'

/** The installation that is shown, and whether it is the one that the user trusts. */
export type Installation = {
  trust: Trust
  /** What is shown, to be compared and pinned; undefined while the seal's key is not known. */
  shown: Installed | undefined
  /** What the service says of itself. */
  said: Installed | undefined
}

/** The installation that this app works on; the devnet's trust is compiled in. */
export function useInstallation(): Installation {
  const network = useNetwork()
  const pinned = usePin(network.name)
  const { data } = useDiscovery()
  return useMemo(
    () => installationOf(network, { pinned, discovery: data }),
    [network, pinned, data],
  )
}

/** What reviews trust: the network that is shown, and the key that was pinned or is compiled in. */
export function useRoots(): Roots {
  const network = useNetwork()
  const { trust, shown } = useInstallation()
  const quoteSigner = shown?.quoteSigner
  return useMemo(() => rootsOf(network, { trust, quoteSigner }), [network, trust, quoteSigner])
}

/**
 * How a network that is shown stands to what was pinned and to what the service says. Changed is
 * also a service that now says something else than when this page was loaded.
 */
export function installationOf(
  network: Network,
  { pinned, discovery }: { pinned: Installed | undefined; discovery: Discovery | undefined },
): Installation {
  const deployment = toDeployment(network)
  if (!deployment) return { trust: 'compiled', shown: undefined, said: undefined }
  const said = saidBy(discovery)
  const quoteSigner = pinned?.quoteSigner ?? said?.quoteSigner
  const shown = quoteSigner && { network: network.name, quoteSigner, deployment }
  const known = [pinned, discovery ? (said ?? 'nothing') : undefined].filter(Boolean)
  const isSame = known.every(
    (one) => typeof one === 'object' && shown !== undefined && isSameInstalled(one, shown),
  )
  return { trust: !isSame ? 'changed' : pinned ? 'pinned' : 'unpinned', shown, said }
}

function saidBy(discovery: Discovery | undefined): Installed | undefined {
  if (!discovery?.deployment) return undefined
  const { network, quoteSigner, deployment } = discovery
  return { network, quoteSigner, deployment }
}
