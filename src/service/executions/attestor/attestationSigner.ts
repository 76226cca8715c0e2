import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AnyOrder } from '#protocol/orders/anyOrder.ts'
import {
  type ChainId,
  type EvmAddress,
  getEvmChainNumber,
  type SolanaAddress,
  SolanaAddresses,
} from '#protocol/ids/caip.ts'
import { type Hash, Hex } from '#protocol/ids/hex.ts'
import {
  type PlanDestination,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'

/** Signs a verdict for the escrow of an origin chain. See `signEvmAttestation` in chains/evm. */
export type SignAttestation = (
  verdict: AttestedState,
  about: { chainNumber: number; escrow: Hex; orderHash: Hash; fillHash: Hash },
) => Promise<Hex>

/** Signs the message of a release or refund transaction. See `signAttestation` in chains/solana. */
export type SignMessage = (message: Hex, chainId: ChainId) => Promise<Hex>

/** The keys of an attestor. */
export type AttestorKeys = {
  /** Address of the signing key. */
  attestor: EvmAddress
  sign: SignAttestation
  /**
   * The key for chains where attestors sign the transaction itself; absent where there are none.
   */
  transactions?: { attestor: SolanaAddress; sign: SignMessage } | undefined
}

/** Signs one attestation; `attestor` is the address it is signed by, as stored. */
export type AttestationSigner = { attestor: string; sign: () => Promise<Hex> }

/** A verdict about a deposit; `signing` is the unchecked request to sign a transaction, if any. */
export type AttestationTerms = {
  leg: PlanLeg
  order: AnyOrder
  orderHash: Hash
  destination: PlanDestination
  verdict: AttestedState
  signing: unknown
}

/** Returns the signer of a verdict for the deposit's chain, or why there is none. */
export function findAttestationSigner(
  { leg, order, orderHash, destination, verdict, signing }: AttestationTerms,
  { chains, network, ...keys }: AttestorKeys & { chains: SettlementChains; network: Network },
): AttestationSigner | { why: string } {
  const { fillHash } = destination
  const chain = findEvmChain(network, leg.chainId)
  if (chain) {
    const escrow = chain.contracts.originEscrow
    const chainNumber = getEvmChainNumber(leg.chainId) ?? 0
    return {
      attestor: toAddressKey(keys.attestor),
      sign: () => keys.sign(verdict, { chainNumber, escrow, orderHash, fillHash }),
    }
  }
  const { attested } = getSettlement(chains, leg.chainId)
  const request = readSigning(signing)
  if (!attested || !keys.transactions || !request) return { why: 'Nothing can be signed.' }
  const { attestor, sign } = keys.transactions
  const { message, attestors } = request
  if (!attestors.includes(attestor)) return { why: 'Others are asked to sign.' }
  const kind = verdict === 'Filled' ? 'release' : 'refund'
  const why = attested.findError(message, { kind, order, attestors })
  return why === undefined ? { attestor, sign: () => sign(message, leg.chainId) } : { why }
}

/** The attestor's address in each ecosystem, as stored. */
export function getAttestors({ attestor, transactions }: AttestorKeys): readonly string[] {
  return [toAddressKey(attestor), ...(transactions ? [transactions.attestor] : [])]
}

function readSigning(
  signing: unknown,
): { message: Hex; attestors: readonly SolanaAddress[] } | undefined {
  if (typeof signing !== 'object' || signing === null) return undefined
  if (!('message' in signing) || !('attestors' in signing)) return undefined
  const message = Hex.safeParse(signing.message)
  const attestors = SolanaAddresses.safeParse(signing.attestors)
  return message.success && attestors.success
    ? { message: message.data, attestors: attestors.data }
    : undefined
}
