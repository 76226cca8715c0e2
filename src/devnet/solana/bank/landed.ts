import type { MessageAccountKeys } from '@solana/web3.js'

import type { SolanaBlock } from './blocks.ts'
import type { Landed, TokenBalance } from './ledger.ts'
import type { ExecutionOutcome, Runtime } from './runtime.ts'
import { readToken, toTokenAmount } from './tokenState.ts'
import type { WireTransaction } from './wireTransaction.ts'

/** Balances of an account at one time. */
export type AccountSnapshot = {
  lamports: bigint
  token: Omit<TokenBalance, 'accountIndex'> | undefined
}

/** Captures the balances of accounts before or after a transaction. */
export function snapshotAccounts(
  addresses: readonly string[],
  runtime: Runtime,
): AccountSnapshot[] {
  return addresses.map((address) => {
    const account = runtime.account(address)
    const token = account && readToken(account)
    if (token?.kind !== 'account') return { lamports: account?.lamports ?? 0n, token: undefined }
    const { mint, owner, units } = token
    return {
      lamports: account?.lamports ?? 0n,
      token: {
        mint,
        owner,
        programId: account?.owner ?? '',
        uiTokenAmount: toTokenAmount(units, readDecimals(mint, runtime)),
      },
    }
  })
}

/** Decimals of a mint; 0 when it is not one. */
export function readDecimals(mint: string, runtime: Runtime): number {
  const account = runtime.account(mint)
  const token = account && readToken(account)
  return token?.kind === 'mint' ? token.decimals : 0
}

/** Builds the record of a landed transaction with everything a cluster reports about it. */
export function buildLanded(
  { bytes, signature }: WireTransaction,
  run: {
    block: SolanaBlock
    keys: MessageAccountKeys
    addresses: string[]
    outcome: ExecutionOutcome
    before: AccountSnapshot[]
    after: AccountSnapshot[]
  },
): Landed {
  const { block, keys, addresses, outcome, before, after } = run
  const loaded = keys.accountKeysFromLookups
  const { returnData } = outcome
  return {
    signature,
    slot: block.slot,
    blockTimeSeconds: block.timeSeconds,
    bytes: Buffer.from(bytes).toString('base64'),
    addresses,
    meta: {
      err: outcome.error ?? null,
      fee: Number(outcome.feeLamports),
      preBalances: before.map(({ lamports }) => Number(lamports)),
      postBalances: after.map(({ lamports }) => Number(lamports)),
      preTokenBalances: toTokenBalances(before),
      postTokenBalances: toTokenBalances(after),
      innerInstructions: outcome.innerInstructions.flatMap((instructions, index) =>
        instructions.length > 0 ? [{ index, instructions }] : [],
      ),
      logMessages: outcome.logs,
      loadedAddresses: {
        writable: (loaded?.writable ?? []).map(String),
        readonly: (loaded?.readonly ?? []).map(String),
      },
      computeUnitsConsumed: Number(outcome.unitsConsumed),
      ...(returnData && {
        returnData: {
          programId: returnData.programId,
          data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
        },
      }),
    },
  }
}

function toTokenBalances(seen: AccountSnapshot[]): TokenBalance[] {
  return seen.flatMap(({ token }, accountIndex) => (token ? [{ accountIndex, ...token }] : []))
}
