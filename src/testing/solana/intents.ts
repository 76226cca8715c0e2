import { Keypair } from '@solana/web3.js'

import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { OperationAction, OperationIntent, PreparedOperation } from '#chains/ports/chain.ts'
import { classifyProgramError } from '#chains/solana/errors/classifyProgramError.ts'
import { decodeProgramError } from '#chains/solana/errors/programError.ts'
import { type ReadOperation, readOperation } from '#chains/solana/codec/readOperation.ts'

const { chainId, program, roles } = devnetSolana

/** The tokens of the local chain. */
export const tokens = ['usdc', 'usdt', 'token2022'] as const

/** Assets that test wallets hold. */
export type SolanaTestAsset = (typeof tokens)[number] | 'sol'

/** SOL of the local chain. */
export const sol: AssetType = `${chainId}/slip44:501`

/** The asset type of a test asset. */
export function toAsset(asset: SolanaTestAsset): AssetType {
  return asset === 'sol' ? sol : `${chainId}/token:${solanaTokens[asset].mint}`
}

/** A user's order of 1,000 tokens or 1 SOL plus a fee, open for a minute. */
export function buildOrder(user: Keypair, asset: SolanaTestAsset): SolanaOrder {
  const now = BigInt(Math.floor(Date.now() / 1_000))
  return {
    fillId: generateHash(),
    depositor: user.publicKey.toBase58(),
    token: asset === 'sol' ? nativeMint : solanaTokens[asset].mint,
    amount: 1_000_000_000n,
    fee: 123_457n,
    feeReceiver: roles.feeReceiver,
    payee: roles.payee,
    depositDeadline: now + 60n,
    refundAfter: now + 600n,
    fillHash: generateHash(),
  }
}

/** The intent to deposit an order. */
export function buildDeposit(
  user: Keypair,
  { order, asset }: { order: SolanaOrder; asset: SolanaTestAsset },
): OperationIntent {
  return {
    quoteId: order.fillId,
    index: 0,
    account: { type: 'solana', accountAddress: user.publicKey.toBase58() },
    isFirst: false,
    assetType: toAsset(asset),
    amount: order.amount,
    fee: order.fee,
    validUntil: order.depositDeadline,
    action: { kind: 'deposit', order },
  }
}

/** The intent to pay somebody 3,000 tokens or 3 SOL, with a fee that covers an account's rent. */
export function buildTransfer(
  user: Keypair,
  {
    recipient,
    asset,
    makesAccount = true,
  }: { recipient: Keypair; asset: SolanaTestAsset; makesAccount?: boolean },
): OperationIntent & { action: OperationAction & { kind: 'transfer' } } {
  return {
    ...buildDeposit(user, { order: buildOrder(user, asset), asset }),
    amount: 3_000_000_000n,
    fee: 2_000_000n,
    action: {
      kind: 'transfer',
      recipient: recipient.publicKey.toBase58(),
      feeReceiver: roles.feeReceiver,
      makesAccount,
    },
  }
}

/** The prepared operation; throws the reason when there is none. */
export function buildOperation(prepared: PreparedOperation): SolanaChainOperation {
  if ('operation' in prepared && 'dataToSign' in prepared.operation) return prepared.operation
  throw new Error(`It was refused: ${getReason(prepared)}`)
}

/** Why no operation was prepared. */
export function getReason(prepared: PreparedOperation): string {
  const failure = 'revertData' in prepared ? decodeProgramError(prepared.revertData) : undefined
  return failure ? classifyProgramError({ ...failure, escrowProgram: program }) : 'none'
}

/** Decodes an operation as the service does; throws why that fails. */
export function readBuiltOperation(operation: SolanaChainOperation): ReadOperation {
  const read = readOperation(operation, { program, executor: roles.executor })
  if ('error' in read) throw new Error(`It was not read: ${read.error}`)
  return read
}

/** 32 random bytes. */
export function generateHash(): Hash {
  return `0x${Buffer.from(Keypair.generate().publicKey.toBytes()).toString('hex')}`
}
