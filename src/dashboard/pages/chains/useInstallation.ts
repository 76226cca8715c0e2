import { useMemo } from 'react'

import { toDeployment } from '#networks/toDeployment.ts'
import type { Network } from '#networks/network.ts'
import type { Discovery } from '#protocol/service/discovery.ts'
import { type Installed, isSameInstalled } from '#protocol/service/fingerprint.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { type Pin, usePin } from '../../api/state/pins.ts'
import { type Roots, buildRoots, type Trust } from '../../review/cases/roots.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/** The installation in use, and whether the user trusts it. */
export type InstallationState = {
  trust: Trust
  /** The installation to compare and pin; undefined while the quote key is not known. */
  shown: Installed | undefined
  /** The installation that the service reports. */
  reported: Installed | undefined
  pinned: Pin | undefined
}

/** Returns the state of the installation this app runs on; trust in the devnet is compiled in. */
export function useInstallation(): InstallationState {
  const network = useNetwork()
  const pinned = usePin(network.name)
  // What is compiled in is trusted whatever the service says.
  const isNeeded = useMemo(() => toDeployment(network) !== undefined, [network])
  const { data } = useDiscovery({ isNeeded })
  return useMemo(
    () => getInstallationState(network, { pinned, discovery: data }),
    [network, pinned, data],
  )
}

/** Returns the roots that reviews trust: the network in use, and the pinned or compiled-in key. */
export function useRoots(): Roots {
  const network = useNetwork()
  const { trust, shown } = useInstallation()
  const quoteSigner = shown?.quoteSigner
  return useMemo(() => buildRoots(network, { trust, quoteSigner }), [network, trust, quoteSigner])
}

/**
 * Compares the network in use with the pinned installation and with what the service reports. A
 * service that reports something else than when this page was loaded counts as changed.
 */
export function getInstallationState(
  network: Network,
  { pinned, discovery }: { pinned: Pin | undefined; discovery: Discovery | undefined },
): InstallationState {
  const deployment = toDeployment(network)
  if (!deployment) return { trust: 'compiled', shown: undefined, reported: undefined, pinned }
  const reported = getReportedInstallation(discovery)
  const quoteSigner = pinned?.installed?.quoteSigner ?? reported?.quoteSigner
  const shown = quoteSigner && { network: network.name, quoteSigner, deployment }
  const known = [
    pinned && (pinned.installed ?? 'unreadable'),
    discovery && (reported ?? 'nothing'),
  ].filter(Boolean)
  const isSame = known.every(
    (one) => typeof one === 'object' && shown !== undefined && isSameInstalled(one, shown),
  )
  return { trust: !isSame ? 'changed' : pinned ? 'pinned' : 'unpinned', shown, reported, pinned }
}

function getReportedInstallation(discovery: Discovery | undefined): Installed | undefined {
  if (!discovery?.deployment) return undefined
  const { network, quoteSigner, deployment } = discovery
  return { network, quoteSigner, deployment }
}
