import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { buildSnsAccount, devnetSnsNames } from '#devnet/solana/plan/solanaPlan.ts'
import type { FirstAccount } from '#devnet/solana/plan/placeAccount.ts'
import { getFirstAccounts, reefPlan } from '#devnet/solana/plan/solanaPlan.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'
import { deriveAddress, programs } from '../program/addresses.ts'
import { createSolanaClient, type SolanaClient } from '../rpc/client.ts'
import { getSnsAccounts, readSnsAddress } from './readSnsAddress.ts'

const { chainId, genesisHash, snsProgram: program } = devnetSolana
const key = devnetSnsNames['ada.sol']
/** As the program that tokenizes names has one, or a vault of several owners. */
const ofProgram = deriveAddress(['vault'], devnetSolana.program)

let solana: TestSolana
let client: SolanaClient
beforeAll(async () => {
  solana = await startTestSolana({ accounts: [...getFirstAccounts(reefPlan), ...buildOddNames()] })
  client = createSolanaClient(chainId, { rpcUrls: [solana.node.rpcUrl], genesisHash })
})
afterAll(() => solana.stop())

/** Names that the devnet has not, each of which differs from one that is found in one thing. */
function buildOddNames(): readonly FirstAccount[] {
  const [first, paid] = ['first.sol', 'paid.sol'].map((name) => getSnsAccounts(name, program))
  if (!first || !paid) throw new Error('There are two names.')
  return [
    hold('first.sol', key),
    buildSnsAccount(first.records[0], key),
    hold('paid.sol', key),
    { ...buildSnsAccount(paid.records[1], key), owner: programs.system, data: new Uint8Array() },
    hold('vault.sol', ofProgram),
    hold('given-up.sol', programs.system),
    buildSnsAccount({ ...getSnsAccounts('child.sol', program).domain, parent: key }, key),
    buildSnsAccount({ ...getSnsAccounts('class.sol', program).domain, nameClass: key }, key),
    { ...hold('foreign.sol', key), owner: devnetSolana.program },
    { ...hold('short.sol', key), data: hold('short.sol', key).data.slice(0, 95) },
  ]
}

function hold(name: string, holder: string): FirstAccount {
  return buildSnsAccount(getSnsAccounts(name, program).domain, holder)
}

test('a name points to the key that holds it, and coins at the address of a record are no record', async () => {
  for (const name of ['ada.sol', 'paid.sol'])
    expect(await readSnsAddress(client, { program, name }), name).toEqual({
      kind: 'address',
      address: key,
    })
})

test('a name with a record for SOL, or held by a program, is not paid to its holder', async () => {
  for (const name of ['mira.sol', 'first.sol', 'vault.sol'])
    expect(await readSnsAddress(client, { program, name }), name).toEqual({ kind: 'elsewhere' })
})

test('a name that nobody holds, or an account of another kind at its address, points to none', async () => {
  for (const name of [
    'nobody.sol',
    'given-up.sol',
    'child.sol',
    'class.sol',
    'foreign.sol',
    'short.sol',
  ])
    expect(await readSnsAddress(client, { program, name }), name).toEqual({ kind: 'none' })
})
