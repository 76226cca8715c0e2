import type { Keypair } from '@solana/web3.js'

import { signBytes } from '#chains/solana/settlement/keys/solanaKey.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { isEvmOperation, type SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { TestKeys } from './composeServices.ts'

/** The devnet's keys for EVM chains and Solana. */
export const keysWithSolana: TestKeys = {
  ...devnetKeys,
  paymaster: devnetKeys.paymasterSigner,
  solana: {
    executor: getSeed(deriveSolanaKey('executor')),
    solver: getSeed(deriveSolanaKey('solver')),
    attestor: getSeed(deriveSolanaKey('attestor')),
  },
}

/** The 32-byte seed of a key pair. */
export function getSeed({ secretKey }: Keypair): Hash {
  return `0x${Buffer.from(secretKey.subarray(0, 32)).toString('hex')}`
}

/** Signs the `dataToSign` of every Solana operation of a quote, as a wallet does. */
export function signOnSolana(quote: Quote, user: Keypair): Quote {
  return signByWallets(quote, () => user)
}

/** Signs every Solana operation with the wallet that must sign it. */
export function signByOwnWallets(quote: Quote, wallets: readonly Keypair[]): Quote {
  return signByWallets(quote, ({ instructions }) => {
    const keys = instructions.flatMap((instruction) => instruction.keys)
    const signers = new Set(keys.filter(({ isSigner }) => isSigner).map(({ pubkey }) => pubkey))
    return wallets.find(({ publicKey }) => signers.has(publicKey.toBase58()))
  })
}

function signByWallets(
  quote: Quote,
  walletOf: (operation: SolanaChainOperation) => Keypair | undefined,
): Quote {
  return {
    ...quote,
    originChainsOperations: quote.originChainsOperations.map((operation) => {
      const wallet = isEvmOperation(operation) ? undefined : walletOf(operation)
      if (isEvmOperation(operation) || !wallet) return operation
      const message = Buffer.from(operation.dataToSign, 'base64')
      return { ...operation, signature: encodeBase58(signBytes(message, getSeed(wallet))) }
    }),
  }
}
