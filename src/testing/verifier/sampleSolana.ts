import type { SolanaMessage } from '#chains/solana/codec/message.ts'
import {
  getOperationReference,
  getAssociatedTokenAddress,
} from '#chains/solana/program/addresses.ts'
import { decodeHex } from '#chains/solana/program/bytes.ts'
import { buildComputeBudgetInstructions } from '#chains/solana/program/computeBudget.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { buildOpenInstruction } from '#chains/solana/program/orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { writeOperation } from '#chains/solana/codec/writeOperation.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { RootPlace } from '#dashboard/review/cases/roots.ts'
import { placed, receiverOf, sampleSolanaAccount } from './sampleCase.ts'
import type { SampleOperation } from './sampleOperation.ts'
import { getMint } from '#dashboard/review/solana/getMint.ts'

type SolanaPlace = RootPlace & { kind: 'solana' }

/** Builds a Solana operation as the service does: a deposit for `order`, or a transfer. */
export function sampleSolana(
  of: SampleOperation & { order: SolanaOrder | undefined },
): SolanaChainOperation {
  const { leg, index, order, tampering } = of
  const place = placed(leg.assetType)
  if (place.kind !== 'solana') throw new Error(`${leg.assetType} is not on Solana.`)
  const { executor } = place.chain.roles
  const honest: SolanaMessage = {
    feePayer: executor,
    blockhash: encodeBase58(decodeHex(`0x${'b1'.repeat(32)}`)),
    instructions: [
      ...buildComputeBudgetInstructions({ units: 120_000, microLamports: 1000n }),
      ...(order ? [openOf(order, place)] : payments(of, place)),
    ],
  }
  const message = tampering.message?.(honest, index) ?? honest
  return writeOperation(message, { assetType: leg.assetType, amount: leg.amount })
}

function openOf(order: SolanaOrder, { asset, chain }: SolanaPlace): SolanaInstruction {
  const tokenProgram = getMint(asset)?.tokenProgram
  return buildOpenInstruction(order, {
    program: chain.program,
    rentPayer: chain.roles.executor,
    ...(tokenProgram === undefined ? {} : { tokenProgram }),
  })
}

function payments(
  { sample, leg, id, index }: SampleOperation,
  place: SolanaPlace,
): SolanaInstruction[] {
  const { asset, chain } = place
  const { executor: payer, feeReceiver } = chain.roles
  const from = sampleSolanaAccount.accountAddress
  const mint = getMint(asset)
  const reference = getOperationReference(id, index)
  return [
    ...pay(receiverOf(sample), { units: leg.amount, reference }),
    ...(leg.fee > 0n ? pay(feeReceiver, { units: leg.fee }) : []),
  ]

  function pay(
    owner: SolanaAddress,
    what: { units: bigint; reference?: SolanaAddress },
  ): SolanaInstruction[] {
    if (!mint) return [buildTransferInstruction({ from, to: owner, ...what })]
    const token = { ...mint, decimals: asset.decimals }
    const to = getAssociatedTokenAddress(owner, mint)
    return [
      buildCreateTokenAccountInstruction({ owner, ...mint }, { payer }),
      buildTransferInstruction({ from, to, token, ...what }),
    ]
  }
}
