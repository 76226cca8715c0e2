import { type Keypair, PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaFill, SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  getAssociatedTokenAddress,
  getFillAddress,
  getOrderAddress,
  getVaultAddress,
} from '../program/addresses.ts'
import { accountBytes } from '../program/state.ts'
import { decodeHolding } from '../program/tokenState.ts'
import { toAsset, generateHash, tokens } from '#testing/solana/intents.ts'
import {
  buildFill,
  type SettlementHarness,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'

const { program, roles } = devnetSolana
const validUntil = 0n
/** Smallest amounts of SOL, a token, and a Token-2022 token; less SOL is not rent-exempt. */
const minUnits = { sol: 1_000_000n, usdc: 1n, token2022: 1n } as const
const assets = fc.constantFrom('sol', 'usdc', 'token2022')
const units = fc.bigInt(0n, 10n ** 10n)
const lives = fc.record({
  asset: assets,
  delivered: assets,
  amount: units,
  fee: fc.bigInt(0n, 10n ** 7n),
  given: units,
  end: fc.constantFrom('release', 'refund'),
})
let harness: SettlementHarness

beforeAll(async () => {
  harness = await startSettlementHarness()
})
afterAll(() => harness.solana.stop())

test('nothing is made or lost in the life of any order, to the smallest unit', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async ({ asset, delivered, end, ...random }) => {
      const spare = asset === 'sol' ? minUnits.sol : 0n
      const amount = random.amount + minUnits[asset]
      const given = random.given + minUnits[delivered]
      const all = amount + random.fee
      const user = await harness.wallet({ [asset]: all + spare })
      const changes = { amount, fee: random.fee, fillHash: generateHash() }
      const { order, operation } = await harness.signedDeposit(user, asset, changes)
      const fill = buildFill(delivered, { minimumAmount: given })
      const before = await readOrderBalances({ user, order, fill })

      const landings = [
        await harness.run({ kind: 'deposit', operation, validUntil }),
        end === 'release'
          ? await harness.run({ kind: 'fill', fill, amount: given, makesAccount: true })
          : await harness.run({ kind: 'cancel', fillId: fill.fillId }),
      ]
      const attestation = await harness.attest(end, order)
      landings.push(await harness.run({ kind: end, order, attestation }))

      const after = await readOrderBalances({ user, order, fill })
      const fees = await readFees(landings.map(({ hash }) => hash))
      expect(after.tokens).toEqual(before.tokens)
      expect(before.lamports - after.lamports).toBe(fees)
      const lost = landings.reduce((sum, { sponsoredWei }) => sum + sponsoredWei, 0n)
      expect(before.executor - after.executor).toBe(lost + (await lockedRent()))
      const isPaid = end === 'release'
      expect(await harness.balanceOf(user, asset)).toBe(isPaid ? spare : all + spare)
      const received = await harness.settlement.readBalance(fill.recipient, toAsset(delivered))
      expect(received.units).toBe(isPaid ? given : 0n)
    }),
    { numRuns: 15 },
  )
})

type OrderBalances = { lamports: bigint; executor: bigint; tokens: readonly bigint[] }

/** Balances of everybody involved in an order: lamports, and units of each token. */
async function readOrderBalances(of: {
  user: Keypair
  order: SolanaOrder
  fill: SolanaFill
}): Promise<OrderBalances> {
  const { executor, solver, payee, feeReceiver } = roles
  const { fillId, recipient } = of.fill
  const order = getOrderAddress(of.order, program)
  const vault = getVaultAddress(order, program)
  const people = [of.user.publicKey.toBase58(), recipient, executor, solver, payee, feeReceiver]
  const holdings = people.flatMap((owner) =>
    tokens.map((token) => getAssociatedTokenAddress(owner, solanaTokens[token])),
  )
  const record = getFillAddress({ solver, fillId }, program)
  const found = await accountsAt([...people, ...holdings, order, vault, record])
  const held = found.map((account) => account && decodeHolding(account))
  return {
    lamports: found.reduce((sum, account) => sum + (account?.lamports ?? 0n), 0n),
    executor: found[people.indexOf(executor)]?.lamports ?? 0n,
    tokens: tokens.map((token) =>
      held.reduce(
        (sum, one) => (one?.mint === solanaTokens[token].mint ? sum + one.units : sum),
        0n,
      ),
    ),
  }
}

async function accountsAt(addresses: readonly SolanaAddress[]) {
  const keys = addresses.map((address) => new PublicKey(address))
  const found = await harness.solana.connection.getMultipleAccountsInfo(keys)
  return found.map(
    (account) =>
      account && {
        lamports: BigInt(account.lamports),
        owner: account.owner.toBase58(),
        data: account.data,
      },
  )
}

/** Transaction fees as the cluster reports them. */
async function readFees(hashes: readonly string[]): Promise<bigint> {
  const landed = await Promise.all(
    hashes.map((hash) =>
      harness.solana.connection.getTransaction(hash, { maxSupportedTransactionVersion: 0 }),
    ),
  )
  return landed.reduce((sum, one) => sum + BigInt(one?.meta?.fee ?? 0), 0n)
}

/** Rent that comes back once order and record are closed. */
async function lockedRent(): Promise<bigint> {
  const { connection } = harness.solana
  const rents = await Promise.all(
    [accountBytes.order, accountBytes.fill].map((bytes) =>
      connection.getMinimumBalanceForRentExemption(bytes),
    ),
  )
  return rents.reduce((sum, rent) => sum + BigInt(rent), 0n)
}
