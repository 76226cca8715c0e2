import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet } from '../devnet/startTestDevnet.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { startTestDatabase } from './database.ts'
import { assetOf, composeDesk, type TestDesk } from './desk.ts'

/** Nodes, a database and what takes quotes on them; see {@link startTestScene}. */
export type TestScene = Awaited<ReturnType<typeof startTestScene>>

/** Starts a devnet and a database of a test's own; nothing is executed before a desk is started. */
export async function startTestScene() {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { network } = devnet
  const { storage } = database
  return {
    devnet,
    network,
    database,
    /** What takes quotes and, once started, carries them out; with the devnet's keys unless given. */
    newDesk: (options: Partial<Parameters<typeof composeDesk>[1]> = {}): TestDesk =>
      composeDesk(network, {
        storage,
        keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
        ...options,
      }),
    /** An asset by the names of its chain and its symbol. */
    asset: (chain: string, symbol: string): AssetType => assetOf(network, { chain, symbol }),
    async stop(): Promise<void> {
      await database.stop()
      await devnet.stop()
    },
  }
}
