import type { Devnet } from '#devnet/startDevnet.ts'
import { installedAt } from '#networks/installedAt.ts'
import { EvmAddress } from '#protocol/caip.ts'
import { fingerprintOf } from '#protocol/fingerprint.ts'
import { quoteSignerOf } from '#protocol/seal.ts'

/**
 * The fingerprint of a local network, as the dashboard shows it for comparison. Undefined for the
 * devnet, which is the same everywhere.
 *
 * @param options.feeReceiver - The one that this deployment names instead of the network's.
 */
export function devnetFingerprint(
  { network, installation }: Pick<Devnet, 'network' | 'installation'>,
  { feeReceiver }: { feeReceiver?: string | undefined } = {},
): string | undefined {
  const deployment = installedAt(network)
  if (!deployment) return undefined
  const quoteSigner = quoteSignerOf(Buffer.from(installation.quoteKey.slice(2), 'hex'))
  const receiver = feeReceiver ? EvmAddress.parse(feeReceiver) : deployment.roles.feeReceiver
  return fingerprintOf({
    network: network.name,
    quoteSigner,
    deployment: { ...deployment, roles: { ...deployment.roles, feeReceiver: receiver } },
  })
}
