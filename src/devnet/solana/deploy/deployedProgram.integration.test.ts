import { Keypair, LAMPORTS_PER_SOL, TransactionInstruction } from '@solana/web3.js'
import { afterEach, expect, test } from 'vitest'

import { deployProgram } from '#chains/solana/deploy/deployProgram.ts'
import { escrowProgramBase64 } from '#contracts/solana/escrowProgram.ts'
import { sendSigned } from './sendConfirmed.ts'
import { deriveSolanaKey } from '../plan/solanaKeys.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

let solana: TestSolana | undefined

afterEach(() => solana?.stop())

test('a program comes through the upgradeable loader, runs one slot later and after a restart', async () => {
  solana = await startTestSolana()
  const { connection, node } = solana
  const program = Keypair.generate()
  const authority = deriveSolanaKey('deployer')
  const chain = {
    send: (options: Parameters<typeof sendSigned>[1]) => sendSigned(connection, options),
    getAccountInfo: connection.getAccountInfo.bind(connection),
    getMinimumBalanceForRentExemption:
      connection.getMinimumBalanceForRentExemption.bind(connection),
  }
  const keys = { payer: authority, program, authority }
  const code = Buffer.from(escrowProgramBase64, 'base64')
  expect(await deployProgram(chain, keys, code)).toBe('made')
  await solana.advanceSlots(1)
  expect(await callOf(solana, program)).toMatch(/^Program \w+ failed: custom program error: 0x/)
  await node.pause()
  await node.resume()
  expect(await callOf(solana, program)).toMatch(/^Program \w+ failed: custom program error: 0x/)
  expect(await deployProgram(chain, keys, code)).toBe('there already')
})

/** The program's last log line for an unknown instruction. */
async function callOf(chain: TestSolana, program: Keypair): Promise<string> {
  const caller = Keypair.generate()
  await chain.give(caller.publicKey, [{ asset: 'sol', units: BigInt(LAMPORTS_PER_SOL) }])
  const unknown = new TransactionInstruction({
    programId: program.publicKey,
    keys: [],
    data: Buffer.from([255]),
  })
  const error: unknown = await sendSigned(chain.connection, {
    signers: [caller],
    instructions: [unknown],
  }).catch((error: unknown) => error)
  const { logs }: { logs?: string[] } = Object(error)
  return logs?.at(-1) ?? ''
}
