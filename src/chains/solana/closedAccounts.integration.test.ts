import type { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sendSigned } from '#devnet/solana/sendSigned.ts'
import { solanaTokens } from '#devnet/solana/solanaTokens.ts'
import { devnetSolana } from '#networks/devnetSolana.ts'
import { associatedTokenAddress } from './program/addresses.ts'
import { type SolanaInstruction, signs, writes } from './program/instruction.ts'
import { transferInstruction } from './program/transferInstructions.ts'
import { toWebInstruction } from './program/webInstruction.ts'
import { operationIn, transferOf } from './testIntents.ts'
import { fillOf, type SettlementScene, signedBy, startSettlementScene } from './testSettlement.ts'

const { roles } = devnetSolana
const validUntil = 0n
let scene: SettlementScene

beforeAll(async () => {
  scene = await startSettlementScene()
}, 60_000)
afterAll(() => scene.solana.stop())

describe('an account that was there when its price was made, and was closed since', () => {
  test('is not made again at the cost of the service by a delivery', async () => {
    const owner = await scene.wallet({ sol: 1_000_000_000n, usdc: 1n })
    const fill = fillOf('usdc', { recipient: owner.publicKey.toBase58() })
    const quotedAt = await chainTime()
    const action = { kind: 'fill', fill, amount: 1_000_000n, quotedAt } as const
    expect(await scene.refusalOf(action)).toBeUndefined()
    await closeAccount(owner)
    expect(await scene.refusalOf(action)).toBe('NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE')
    // Asked for anew, the rent is in the price.
    expect(await scene.refusalOf({ ...action, quotedAt: quotedAt + 100n })).toBeUndefined()
  })

  test('is not made again by a transfer', async () => {
    const user = await scene.wallet({ usdc: 4_000_000_000n })
    const recipient = await scene.wallet({ sol: 1_000_000_000n, usdc: 1n })
    const intent = transferOf(user, { recipient, asset: 'usdc' })
    const operation = signedBy(user, operationIn(await scene.chain.prepareOperation(intent)))
    const transfer = { kind: 'deposit', operation, validUntil } as const
    expect(await scene.refusalOf(transfer)).toBeUndefined()
    await closeAccount(recipient)
    expect(await scene.refusalOf(transfer)).toBe('NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE')
  })

  test('is told from one that was never there, whoever names it', async () => {
    const payer = await scene.wallet({ sol: 1_000_000_000n })
    const fill = fillOf('usdc')
    const reference = associatedTokenAddress(fill.recipient, solanaTokens.usdc)
    const [from, to] = [payer.publicKey.toBase58(), roles.solver]
    const naming = transferInstruction({ from, to, units: 1n, reference })
    const quotedAt = await chainTime()
    await sendAs(payer, naming)
    const action = { kind: 'fill', fill, amount: 1_000_000n, quotedAt } as const
    expect(await scene.refusalOf(action)).toBeUndefined()
  })
})

async function chainTime(): Promise<bigint> {
  return (await scene.settlement.readHead()).time - 1n
}

/** Burns what is left, then takes the rent. */
async function closeAccount(owner: Keypair): Promise<void> {
  const { mint, tokenProgram: programId } = solanaTokens.usdc
  const [address, account] = [
    owner.publicKey.toBase58(),
    associatedTokenAddress(owner.publicKey.toBase58(), solanaTokens.usdc),
  ]
  const burn = [writes(account), writes(mint), signs(address)]
  const close = [writes(account), writes(address), signs(address)]
  await sendAs(owner, {
    programId,
    accounts: burn,
    data: Uint8Array.of(8, 1, 0, 0, 0, 0, 0, 0, 0),
  })
  await sendAs(owner, { programId, accounts: close, data: Uint8Array.of(9) })
}

async function sendAs(key: Keypair, instruction: SolanaInstruction): Promise<void> {
  const instructions = [toWebInstruction(instruction)]
  await sendSigned(scene.solana.connection, { signers: [key], instructions })
}
