import { toDeployment } from '#networks/toDeployment.ts'
import type { Network } from '#networks/network.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { getFingerprint } from '#protocol/service/fingerprint.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'

/**
 * Returns the installation fingerprint that the dashboard shows for comparison; undefined for the
 * devnet, which is the same everywhere.
 *
 * @param options.quoteKey - Ed25519 seed that signs its quotes.
 * @param options.feeReceiver - Overrides the network's.
 */
export function computeInstallationFingerprint(
  network: Network,
  { quoteKey, feeReceiver }: { quoteKey: Hash; feeReceiver?: string | undefined },
): string | undefined {
  const deployment = toDeployment(network)
  if (!deployment) return undefined
  const receiver = feeReceiver ? EvmAddress.parse(feeReceiver) : deployment.roles.feeReceiver
  return getFingerprint({
    network: network.name,
    quoteSigner: getQuoteSigner(Buffer.from(quoteKey.slice(2), 'hex')),
    deployment: { ...deployment, roles: { ...deployment.roles, feeReceiver: receiver } },
  })
}
