import type { SolanaNetworkChain } from '#networks/network.ts'
import { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { OperationAction, OperationIntent } from '../../ports/chain.ts'
import { getOperationReference, getAssociatedTokenAddress } from '../program/addresses.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { buildOpenInstruction } from '../program/orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { type TransferredToken, buildTransferInstruction } from '../program/transferInstructions.ts'

/** Chain and token that instructions are built for; the token is undefined for SOL. */
export type IntentContext = {
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program' | 'roles'>
  token: TransferredToken | undefined
}

/**
 * Builds the instructions of one origin leg, without the compute budget. Reads no chain.
 *
 * @throws Error for what Solana does not support: pool swaps, conversions, and account deployments.
 */
export function buildIntentInstructions(
  intent: OperationIntent,
  context: IntentContext,
): readonly SolanaInstruction[] {
  const { action } = intent
  const { chain, token } = context
  switch (action.kind) {
    case 'deposit': {
      const tokens = token && { tokenProgram: token.tokenProgram }
      const place = { program: chain.program, rentPayer: chain.roles.executor, ...tokens }
      return [buildOpenInstruction(toSolanaOrder(action.order), place)]
    }
    case 'transfer':
      return buildTransferInstructions(intent, { ...context, action })
    case 'swap':
    case 'convert':
    case 'none':
      throw new Error(`${chain.chainId} has no operation of kind "${action.kind}".`)
  }
}

/** Converts an order to the escrow program's form. @throws ZodError for addresses not of Solana. */
export function toSolanaOrder(
  order: (OperationAction & { kind: 'deposit' })['order'],
): SolanaOrder {
  const { depositor, token, feeReceiver, payee } = order
  return {
    ...order,
    depositor: SolanaAddress.parse(depositor),
    token: SolanaAddress.parse(token),
    feeReceiver: SolanaAddress.parse(feeReceiver),
    payee: SolanaAddress.parse(payee),
  }
}

function buildTransferInstructions(
  intent: OperationIntent,
  { action, token, chain }: IntentContext & { action: OperationAction & { kind: 'transfer' } },
): readonly SolanaInstruction[] {
  const recipient = SolanaAddress.parse(action.recipient)
  const from = SolanaAddress.parse(intent.account.accountAddress)
  const payer = chain.roles.executor
  const reference = getOperationReference(intent.quoteId, intent.index)
  return [
    // Whoever closed the old account has its rent, and nobody has paid for another one.
    ...(action.makesAccount ? createAccount(recipient) : []),
    payment({ from, to: recipient, units: intent.amount, reference }),
    ...getFeePayments(intent, SolanaAddress.parse(action.feeReceiver)).flatMap(({ to, units }) => [
      ...createAccount(to),
      payment({ from, to, units }),
    ]),
  ]

  function createAccount(owner: SolanaAddress): readonly SolanaInstruction[] {
    return token ? [buildCreateTokenAccountInstruction({ owner, ...token }, { payer })] : []
  }

  function payment(
    transfer: Record<'from' | 'to', SolanaAddress> & { units: bigint; reference?: SolanaAddress },
  ): SolanaInstruction {
    if (!token) return buildTransferInstruction(transfer)
    const to = getAssociatedTokenAddress(transfer.to, token)
    return buildTransferInstruction({ ...transfer, to, token })
  }
}

/** The fee of the service and that of an app, without those of nothing. */
export function getFeePayments(
  { fee, appFee }: Pick<OperationIntent, 'fee' | 'appFee'>,
  feeReceiver: SolanaAddress,
): readonly { to: SolanaAddress; units: bigint }[] {
  const appUnits = appFee?.units ?? 0n
  return [
    { to: feeReceiver, units: fee - appUnits },
    ...(appFee ? [{ to: SolanaAddress.parse(appFee.receiver), units: appUnits }] : []),
  ].filter(({ units }) => units > 0n)
}
