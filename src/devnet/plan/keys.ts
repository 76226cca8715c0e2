import type { Hex } from '#protocol/ids/hex.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { isPublishedAddress } from '#protocol/accounts/publishedKeys.ts'

/**
 * Private keys of the devnet's roles: the first accounts of anvil's published mnemonic ("test test
 * test test test test test test test test test junk"), in its order. Worthless elsewhere: off the
 * devnet, a service refuses to start with them.
 */
export const devnetKeys = {
  /** Deploys, owns the contracts, mints for the faucet. */
  deployer: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  executor: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  /** A second executor, so that one account cannot block the transactions of others. */
  executorB: '0xf214f2b2cd398c806f84e317254e0f0b801d0643303237d97a22a48e01628897',
  cosigner: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  paymasterSigner: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  attestor: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  solver: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  payee: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  feeReceiver: '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  /** Sets the price feeds and trades pools back to them. */
  keeper: '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  /** Moves prices and empties inventories in fault scenarios. */
  trickster: '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
} as const satisfies Record<string, Hex>

/** The private key of each role of a local network. */
export type LocalKeys = Readonly<Record<keyof typeof devnetKeys, Hex>>

/**
 * Rejects publicly known keys, except on a devnet.
 *
 * @throws Error that names the role. Source: security rule 11.
 */
export function rejectPublishedKeys(
  chain: { name: string; isDevnet: boolean },
  roles: Readonly<Record<string, readonly AccountAddress[]>>,
): void {
  if (chain.isDevnet) return
  for (const [role, addresses] of Object.entries(roles))
    if (addresses.some(isPublishedAddress))
      throw new Error(`The key of the ${role} is published; ${chain.name} is no devnet.`)
}
