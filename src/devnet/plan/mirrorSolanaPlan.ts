import { Keypair } from '@solana/web3.js'

import { programs } from '#chains/solana/program/addresses.ts'
import { mirrorSolana } from '#networks/mirror/mirrorChains.ts'
import { decodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Deployment } from '#protocol/service/deployment.ts'
import type { Installation } from './installation.ts'
import type { SolanaActor, SolanaPlan } from '../solana/plan/solanaPlan.ts'

/**
 * Plans an installation's Solana cluster: its own program and keys, and the tokens at their public
 * addresses, which the node places there.
 *
 * @throws Error when it has no keys for Solana.
 */
export function planMirrorSolana(texts: Installation['solanaKeys']): SolanaPlan {
  if (!texts) throw new Error('This installation has no keys for Solana.')
  const { name, chainId, genesisHash, port, mints } = mirrorSolana
  return {
    name,
    chainId,
    genesisHash,
    port,
    keys: {
      faucet: toKeypair(texts.faucet),
      deployer: toKeypair(texts.deployer),
      executor: toKeypair(texts.executor),
      solver: toKeypair(texts.solver),
      attestor: toKeypair(texts.attestor),
      payee: toKeypair(texts.payee),
      feeReceiver: toKeypair(texts.feeReceiver),
      authority: toKeypair(texts.authority),
      program: toKeypair(texts.program),
    },
    tokens: {
      usdc: { mint: mints.usdc, tokenProgram: programs.token },
      usdt: { mint: mints.usdt, tokenProgram: programs.token },
    },
    mintKeys: [],
    names: [],
  }
}

/** The service's view of a cluster: program address and roles. */
export function buildClusterRecord({
  chainId,
  genesisHash,
  keys,
}: SolanaPlan): NonNullable<Deployment['solana']>[number] {
  function addressOf(actor: SolanaActor): SolanaAddress {
    return keys[actor].publicKey.toBase58()
  }

  return {
    chainId,
    genesisHash,
    program: addressOf('program'),
    upgradeAuthority: addressOf('deployer'),
    roles: {
      executor: addressOf('executor'),
      solver: addressOf('solver'),
      payee: addressOf('payee'),
      feeReceiver: addressOf('feeReceiver'),
    },
  }
}

function toKeypair(text: string): Keypair {
  return Keypair.fromSecretKey(decodeBase58(text))
}
