import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Wallets } from '../walletConfig.ts'

/** Whose wallet is asked; `walletId`: the connector that held the key last, where known. */
export type SigningTarget = { wallets: Wallets; owner: EvmAddress; walletId?: string | undefined }

/** EIP-712 typed data as a quote carries it. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** A transaction that the owner's key sends and pays for. */
export type OwnerTransaction = {
  chainId: number
  to: EvmAddress
  data: `0x${string}`
  value?: bigint
}

/** Calls on one chain that the owner's key makes in one transaction, and pays for. */
export type OwnerBatch = { chainId: number; calls: readonly Omit<OwnerTransaction, 'chainId'>[] }

/** An EIP-7702 authorization that the review confirmed, for one chain and one nonce. */
export type OwnerAuthorization = { chainId: number; contractAddress: EvmAddress; nonce: number }
