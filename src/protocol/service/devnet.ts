import { z } from 'zod/mini'

import { PositiveAmountText } from '../ids/amount.ts'
import { AccountAddress, AssetType } from '../ids/caip.ts'

/** Body of `POST /api/devnet/faucet` (ours, devnets only). Without `assetType`: a starter set. */
export const FaucetRequest = z.object({
  address: AccountAddress,
  assetType: z.optional(AssetType),
  amount: z.optional(PositiveAmountText),
})
export type FaucetRequest = z.output<typeof FaucetRequest>

/** 200 of the faucet, sent once the balances are visible on chain. */
export const FaucetAnswer = z.object({
  funded: z.array(z.object({ assetType: AssetType, amount: PositiveAmountText, hash: z.string() })),
})
export type FaucetAnswer = z.output<typeof FaucetAnswer>

/** A fault that the devnet can inject into the next executions. */
export const Scenario = z.object({
  name: z.string(),
  active: z.boolean(),
  description: z.string(),
})
export type Scenario = z.output<typeof Scenario>

/** Body of `POST /api/devnet/scenarios` (ours, devnets only). */
export const ScenarioSwitch = z.object({
  name: z.string().check(z.maxLength(64)),
  active: z.boolean(),
})
export type ScenarioSwitch = z.output<typeof ScenarioSwitch>
