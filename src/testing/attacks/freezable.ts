import { type Keypair, PublicKey, SystemProgram } from '@solana/web3.js'

import { getAssociatedTokenAddress, programs } from '#chains/solana/program/addresses.ts'
import {
  toReadonlyAccount,
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
  toWebInstruction,
} from '#chains/solana/program/instruction.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { initializeMint, mintSpace, mintTo } from '#devnet/solana/plan/mintInstructions.ts'
import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import type { TestSolana } from '../devnet/startTestSolana.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Network } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** A dollar token on Solana whose issuer can freeze accounts, as Circle can with USDC. */
export type Freezable = {
  give(to: PublicKey, units: bigint): Promise<unknown>
  freeze(owner: PublicKey): Promise<unknown>
  thaw(owner: PublicKey): Promise<unknown>
}

const { chainId, mints } = devnetSolana
const tags = { freeze: 10, thaw: 11 } as const

/** Adds the freezable token to the network's dollar assets as `FRZ`. */
export function withFreezable(network: Network, mint: SolanaAddress): Network {
  const usdc = `${chainId}/token:${mints.usdc}`
  return {
    ...network,
    aggregates: network.aggregates.map((aggregate) => {
      const like = aggregate.members.find(({ assetType }) => assetType === usdc)
      if (!like) return aggregate
      const member = { ...like, assetType: `${chainId}/token:${mint}` as const, symbol: 'FRZ' }
      return { ...aggregate, members: [...aggregate.members, member] }
    }),
  }
}

/** Creates the token with 6 decimals. */
export async function createFreezable(
  { connection }: Pick<TestSolana, 'connection'>,
  mint: Keypair,
): Promise<Freezable> {
  const issuer = deriveSolanaKey('deployer')
  const authority = issuer.publicKey.toBase58()
  const token = { mint: mint.publicKey.toBase58(), tokenProgram: programs.token }
  await sendSigned(connection, {
    signers: [issuer, mint],
    instructions: [
      SystemProgram.createAccount({
        fromPubkey: issuer.publicKey,
        newAccountPubkey: mint.publicKey,
        lamports: await connection.getMinimumBalanceForRentExemption(mintSpace),
        space: mintSpace,
        programId: new PublicKey(programs.token),
      }),
      toWebInstruction(initializeMint(token, { decimals: 6, authority, freezer: authority })),
    ],
  })

  function run(instructions: readonly SolanaInstruction[]): Promise<string> {
    return sendSigned(connection, {
      signers: [issuer],
      instructions: instructions.map(toWebInstruction),
    })
  }

  function change(tag: number, owner: PublicKey): Promise<string> {
    const account = getAssociatedTokenAddress(owner.toBase58(), token)
    const accounts = [
      toWritableAccount(account),
      toReadonlyAccount(token.mint),
      toSignerAccount(authority),
    ]
    return run([{ programId: token.tokenProgram, accounts, data: Uint8Array.of(tag) }])
  }

  return {
    give(to, units) {
      const owner = to.toBase58()
      return run([
        buildCreateTokenAccountInstruction({ owner, ...token }, { payer: authority }),
        mintTo(token, { owner, authority, units }),
      ])
    },
    freeze: (owner) => change(tags.freeze, owner),
    thaw: (owner) => change(tags.thaw, owner),
  }
}
