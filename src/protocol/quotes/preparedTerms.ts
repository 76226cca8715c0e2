import { z } from 'zod/mini'

import { Account } from '../accounts/account.ts'
import { AmountText } from '../ids/amount.ts'
import { CallType } from './callQuote.ts'
import { AssetId, AssetType, ChainId, EvmAddress } from '../ids/caip.ts'
import { Hash } from '../ids/hex.ts'
import { EvmChainOperation } from '../orders/operation.ts'

const AssetAmountText = z.object({ assetType: AssetType, amount: AmountText })

/**
 * Terms of a prepared call, stored from prepare-call-quote until its execution ends. Amounts in
 * smallest units, times in Unix seconds. Source: wire, "Contract calls".
 */
export const PreparedTerms = z.object({
  prepareId: Hash,
  accounts: z.array(Account).check(z.minLength(1), z.maxLength(10)),
  /** The account that makes the calls; one of `accounts`. */
  account: EvmAddress,
  targetChain: ChainId,
  /** The unsigned operation that was returned to the client. */
  chainOperation: EvmChainOperation,
  callType: CallType,
  /**
   * Contracts that the calls target or approve; absent in terms stored before this field existed.
   */
  targets: z.optional(z.array(EvmAddress)),
  /** Tokens the account must hold when the calls run, native value included. */
  required: z.array(AssetAmountText),
  /** Tokens the solver lends for the call; deposits pay for them. */
  lent: z.array(AssetAmountText),
  /** Fee paid inside the operation; absent when deposits pay it. */
  fee: z.optional(AssetAmountText),
  /**
   * What the calls took from the account in simulation, on whatever state the request assumed; absent
   * in terms stored before this field existed.
   */
  outflow: z.optional(z.array(AssetAmountText)),
  /** Gas the calls used in simulation. */
  callGas: AmountText,
  validAfter: AmountText,
  validUntil: AmountText,
  /** The asset to pay with, when the request named one. */
  fromAssetId: z.optional(AssetId),
  slippageTolerance: z.optional(z.int()),
})
export type PreparedTerms = z.output<typeof PreparedTerms>

/** A quoted call of an execution: its terms and the operation signed by its owner. */
export const QuotedCall = z.object({ terms: PreparedTerms, operation: EvmChainOperation })
export type QuotedCall = z.output<typeof QuotedCall>
