import { useMemo } from 'react'

import { toDeployment } from '#networks/toDeployment.ts'
import type { Network } from '#networks/network.ts'
import type { Discovery } from '#protocol/service/discovery.ts'
import { type Installed, isSameInstalled } from '#protocol/service/fingerprint.ts'
import { useDiscovery } from '../api/service/discovery.ts'
import { usePin } from '../api/state/pins.ts'
import { type Roots, buildRoots, type Trust } from '../review/cases/roots.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'

/** The installation that is shown, and whether it is the one that the user trusts. */
export type InstallationState = {
  trust: Trust
  /** What is shown, to be compared and pinned; undefined while the seal's key is not known. */
  shown: Installed | undefined
  /** What the service says of itself. */
  reported: Installed | undefined
}

/** The installation that this app works on; the devnet's trust is compiled in. */
export function useInstallation(): InstallationState {
  const network = useNetwork()
  const pinned = usePin(network.name)
  const { data } = useDiscovery()
  return useMemo(
    () => getInstallationState(network, { pinned, discovery: data }),
    [network, pinned, data],
  )
}

/** What reviews trust: the network that is shown, and the key that was pinned or is compiled in. */
export function useRoots(): Roots {
  const network = useNetwork()
  const { trust, shown } = useInstallation()
  const quoteSigner = shown?.quoteSigner
  return useMemo(() => buildRoots(network, { trust, quoteSigner }), [network, trust, quoteSigner])
}

/**
 * How a network that is shown stands to what was pinned and to what the service says. Changed is
 * also a service that now says something else than when this page was loaded.
 */
export function getInstallationState(
  network: Network,
  { pinned, discovery }: { pinned: Installed | undefined; discovery: Discovery | undefined },
): InstallationState {
  const deployment = toDeployment(network)
  if (!deployment) return { trust: 'compiled', shown: undefined, reported: undefined }
  const reported = getReportedInstallation(discovery)
  const quoteSigner = pinned?.quoteSigner ?? reported?.quoteSigner
  const shown = quoteSigner && { network: network.name, quoteSigner, deployment }
  const known = [pinned, discovery ? (reported ?? 'nothing') : undefined].filter(Boolean)
  const isSame = known.every(
    (one) => typeof one === 'object' && shown !== undefined && isSameInstalled(one, shown),
  )
  return { trust: !isSame ? 'changed' : pinned ? 'pinned' : 'unpinned', shown, reported }
}

function getReportedInstallation(discovery: Discovery | undefined): Installed | undefined {
  if (!discovery?.deployment) return undefined
  const { network, quoteSigner, deployment } = discovery
  return { network, quoteSigner, deployment }
}
