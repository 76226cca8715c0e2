import { size } from 'viem/utils'

import type { EvmNetworkChain } from '#networks/network.ts'
import { getOperationNonce } from '#protocol/orders/approval.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import type { AssetAmount, CallsIntent, PreparedCalls } from '../../ports/chain.ts'
import {
  buildApproveCall,
  buildGuardCall,
  nativeToken,
  buildPullCall,
  buildTransferCall,
} from '../operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '../operation/batch.ts'
import {
  draftSender,
  getExtraDataGas,
  finishOperation,
  type OperationDraft,
} from '../build/buildOperation.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findApprovals } from './findApprovals.ts'
import { getWatchedRights } from './findRights.ts'
import { getTokenAddress } from '../assets/readBalances.ts'
import type { GasFees } from '../rpc/fees.ts'
import { buildGrantCall } from '../orders/settlement.ts'
import { simulatePreparedCalls } from './simulatePreparedCalls.ts'

/** Context of {@link prepareCalls}. */
export type PrepareCallsContext = {
  chain: EvmNetworkChain
  client: EvmClient
  fees: () => Promise<GasFees>
  /** Nonce for the account's authorization; undefined if it needs none. */
  delegationNonce: () => Promise<number | undefined>
}

/**
 * Most bytes of a batch. Nodes pass no transaction of more than 128 KiB on (geth's `txMaxSize`), and the
 * bundle around a batch takes some of them.
 */
const maxBatchBytes = 120 * 1024

/** Placeholder for the orders of a simulated grant. */
const noOrders = `0x${'0'.repeat(64)}` as const

/**
 * Builds the operation of a contract call (guard, pull of the loan, exact approvals, the calls,
 * revocation of the approvals, fee) and simulates it before anyone signs.
 *
 * @returns The operation, or why there is none: see {@link PreparedCalls}.
 * @throws ChainUnavailableError if the chain does not answer; Error for an asset of another kind of
 *   chain. Source: architecture section 2, "Call quotes"; wire, "Contract calls"; security rule 14.
 */
export async function prepareCalls(
  intent: CallsIntent,
  { chain, client, fees, delegationNonce }: PrepareCallsContext,
): Promise<PreparedCalls> {
  const draft = draftCalls(intent, chain)
  const bytes = size(draft.callData)
  if (bytes > maxBatchBytes) return { tooLong: { bytes, maxBytes: maxBatchBytes } }
  const { lent, solver } = intent
  const { entryPoint, destinationSettler: settler } = chain.contracts
  const [simulated, gas, nonce] = await Promise.all([
    simulatePreparedCalls(client, {
      entryPoint,
      account: draft.sender,
      callData: draft.callData,
      accountCode: draft.accountCode,
      grant:
        lent.length === 0
          ? undefined
          : {
              solver,
              call: buildGrantCall(
                {
                  prepareId: intent.prepareId,
                  ordersHash: noOrders,
                  account: draft.sender,
                  ...getAssets(lent),
                  deadline: intent.validUntil,
                },
                { settler },
              ),
            },
      rights: getWatchedRights({ ...intent, account: draft.sender }),
      holdings: {
        account: draft.sender,
        chain,
        tokens: intent.tokens,
        callData: draft.callData,
      },
      overrides: intent.overrides,
      triedAt: intent.triedAt,
    }),
    fees(),
    delegationNonce(),
  ])
  if ('revertData' in simulated || 'tooExpensive' in simulated) return simulated
  // Approvals that were requested are revoked at the end of the same operation.
  const approvals = [...findApprovals(simulated.logs, draft.sender), ...simulated.rights]
  if (approvals.length > 0) return { approvals }
  const operation = finishOperation(draft, {
    chain,
    intent: intent.names,
    fees: gas,
    callGas: simulated.gasUsed,
    ...(nonce !== undefined && { delegationNonce: nonce }),
  })
  const { gasUsed, outflow } = simulated
  return { operation, callGas: gasUsed + getExtraDataGas(draft, gasUsed), outflow }
}

/** The operation of a contract call before its gas is known; reads nothing from the chain. */
export function draftCalls(intent: CallsIntent, chain: EvmNetworkChain): OperationDraft {
  const calls = buildCalls(intent, chain)
  return {
    ...draftSender(intent, chain),
    nonce: getOperationNonce(intent.prepareId, { chainId: chain.chainId, index: 0 }),
    callData: encodeBatch(calls),
    calls: calls.length,
  }
}

function buildCalls(intent: CallsIntent, chain: EvmNetworkChain): readonly BatchCall[] {
  const { prepareId, solver, lent, allowances, calls, fee } = intent
  const { validityGuard, destinationSettler } = chain.contracts
  return [
    buildGuardCall(validityGuard, intent),
    ...(lent.length === 0
      ? []
      : [buildPullCall(destinationSettler, { prepareId, solver, ...getAssets(lent) })]),
    ...allowances.map(({ assetType, spender, amount }) =>
      buildApproveCall(getToken(assetType), { spender, amount }),
    ),
    ...calls,
    ...allowances.map(({ assetType, spender }) =>
      buildApproveCall(getToken(assetType), { spender, amount: 0n }),
    ),
    ...(fee
      ? [
          buildTransferCall(getToken(fee.assetType), {
            recipient: EvmAddress.parse(fee.receiver),
            amount: fee.amount,
          }),
        ]
      : []),
  ]
}

function getAssets(lent: readonly AssetAmount[]) {
  return {
    tokens: lent.map(({ assetType }) => getToken(assetType)),
    amounts: lent.map(({ amount }) => amount),
  }
}

function getToken(assetType: AssetAmount['assetType']): EvmAddress {
  return getTokenAddress(assetType) ?? nativeToken
}
