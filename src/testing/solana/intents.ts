import { Keypair } from '@solana/web3.js'

import { solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { OperationAction, OperationIntent, PreparedOperation } from '#chains/ports/chain.ts'
import { classifyProgramFailure } from '#chains/solana/errors/classifyProgramFailure.ts'
import { decodeFailure } from '#chains/solana/errors/programFailure.ts'
import { type ReadOperation, readOperation } from '#chains/solana/codec/readOperation.ts'

const { chainId, program, roles } = devnetSolana

/** The tokens of the local chain. */
export const tokens = ['usdc', 'usdt', 'token2022'] as const

/** What wallets of tests hold. */
export type TestAsset = (typeof tokens)[number] | 'sol'

/** SOL of the local chain. */
export const sol: AssetType = `${chainId}/slip44:501`

/** The asset type of a test's asset. */
export function assetOf(asset: TestAsset): AssetType {
  return asset === 'sol' ? sol : `${chainId}/token:${solanaTokens[asset].mint}`
}

/** An order of a user that is open for a minute: 1,000 tokens or 1 SOL, and a fee. */
export function orderOf(user: Keypair, asset: TestAsset): SolanaOrder {
  const now = BigInt(Math.floor(Date.now() / 1_000))
  return {
    fillId: randomHash(),
    depositor: user.publicKey.toBase58(),
    token: asset === 'sol' ? nativeMint : solanaTokens[asset].mint,
    amount: 1_000_000_000n,
    fee: 123_457n,
    feeReceiver: roles.feeReceiver,
    payee: roles.payee,
    depositDeadline: now + 60n,
    refundAfter: now + 600n,
    fillHash: randomHash(),
  }
}

/** The intent to deposit an order. */
export function depositOf(
  user: Keypair,
  { order, asset }: { order: SolanaOrder; asset: TestAsset },
): OperationIntent {
  return {
    quoteId: order.fillId,
    index: 0,
    account: { type: 'solana', accountAddress: user.publicKey.toBase58() },
    isFirst: false,
    assetType: assetOf(asset),
    amount: order.amount,
    fee: order.fee,
    validUntil: order.depositDeadline,
    action: { kind: 'deposit', order },
  }
}

/** The intent to pay 3,000 tokens or 3 SOL to somebody, with a fee that the rent of an account is in. */
export function transferOf(
  user: Keypair,
  {
    recipient,
    asset,
    makesAccount = true,
  }: { recipient: Keypair; asset: TestAsset; makesAccount?: boolean },
): OperationIntent & { action: OperationAction & { kind: 'transfer' } } {
  return {
    ...depositOf(user, { order: orderOf(user, asset), asset }),
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

/** The operation that was prepared; throws why there is none. */
export function operationIn(prepared: PreparedOperation): SolanaChainOperation {
  if ('operation' in prepared && 'dataToSign' in prepared.operation) return prepared.operation
  throw new Error(`It was refused: ${reasonIn(prepared)}`)
}

/** Why none was prepared. */
export function reasonIn(prepared: PreparedOperation): string {
  const failure = 'revertData' in prepared ? decodeFailure(prepared.revertData) : undefined
  return failure ? classifyProgramFailure({ ...failure, escrowProgram: program }) : 'none'
}

/** What an operation does, as the service reads it; throws why it is not read. */
export function readOf(operation: SolanaChainOperation): ReadOperation {
  const read = readOperation(operation, { program, executor: roles.executor })
  if ('fault' in read) throw new Error(`It was not read: ${read.fault}`)
  return read
}

/** 32 bytes of nobody's. */
export function randomHash(): Hash {
  return `0x${Buffer.from(Keypair.generate().publicKey.toBytes()).toString('hex')}`
}
