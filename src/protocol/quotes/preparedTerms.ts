import { z } from 'zod'

import { Account } from '../accounts/account.ts'
import { AmountText } from '../ids/amount.ts'
import { CallType } from './callQuote.ts'
import { AssetId, AssetType, ChainId, EvmAddress } from '../ids/caip.ts'
import { Hash } from '../ids/hex.ts'
import { EvmChainOperation } from '../orders/operation.ts'

const AssetAmountText = z.object({ assetType: AssetType, amount: AmountText })

/**
 * What the service keeps of a prepared call between prepare-call-quote and the end of its execution.
 * Amounts in smallest units, times in Unix seconds. Source: wire, "Contract calls".
 */
export const PreparedTerms = z.object({
  prepareId: Hash,
  accounts: z.array(Account).min(1).max(10),
  /** Makes the calls; one of `accounts`. */
  account: EvmAddress,
  targetChain: ChainId,
  /** As it was given out: unsigned. */
  chainOperation: EvmChainOperation,
  callType: CallType,
  /** Where its calls go, and whom it approves; absent in what was prepared before this was kept. */
  targets: z.array(EvmAddress).optional(),
  /** What the account must hold when the calls run, native value included. */
  required: z.array(AssetAmountText),
  /** What the solver lends for it: deposits pay for this. */
  lent: z.array(AssetAmountText),
  /** Paid inside the operation; absent when deposits pay it. */
  fee: AssetAmountText.optional(),
  /** Gas that the calls took when they were tried out. */
  callGas: AmountText,
  validAfter: AmountText,
  validUntil: AmountText,
  /** Where the value shall come from, when the request said so. */
  fromAssetId: AssetId.optional(),
  slippageTolerance: z.int().optional(),
})
export type PreparedTerms = z.output<typeof PreparedTerms>

/** A quoted call as an execution carries it: its terms, and the operation its owner signed. */
export const QuotedCall = z.object({ terms: PreparedTerms, operation: EvmChainOperation })
export type QuotedCall = z.output<typeof QuotedCall>
