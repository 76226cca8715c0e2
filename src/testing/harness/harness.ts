import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet } from '../devnet/startTestDevnet.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { startTestDatabase } from './database.ts'
import { getAsset, composeServices, type TestServices } from './composeServices.ts'

/** Nodes, a database and what takes quotes on them; see {@link startTestHarness}. */
export type TestHarness = Awaited<ReturnType<typeof startTestHarness>>

/** Starts a devnet and a database of a test's own; nothing is executed before a desk is started. */
export async function startTestHarness() {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { network } = devnet
  const { storage } = database
  return {
    devnet,
    network,
    database,
    /** What takes quotes and, once started, carries them out; with the devnet's keys unless given. */
    newDesk: (options: Partial<Parameters<typeof composeServices>[1]> = {}): TestServices =>
      composeServices(network, {
        storage,
        keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
        ...options,
      }),
    /** An asset by the names of its chain and its symbol. */
    asset: (chain: string, symbol: string): AssetType => getAsset(network, { chain, symbol }),
    async stop(): Promise<void> {
      await database.stop()
      await devnet.stop()
    },
  }
}
