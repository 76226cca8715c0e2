import type { Commitment } from '#chains/solana/rpc/readAccounts.ts'
import type { SolanaBlock, Blocks } from './blocks.ts'
import type { AccountState, Runtime } from './runtime.ts'

/** Account states from before slots that are not final yet. */
export type AccountHistory = {
  /** Captures accounts before a transaction; the returned function stores that state by slot. */
  track: (addresses: Iterable<string>) => (slot: number) => void
  /** An account now, or as of the newest finalized slot if that is requested. */
  accountAt: (address: string, commitment: Commitment) => AccountState | undefined
}

type AccountChange = { slot: number; address: string; account: AccountState | undefined }

const clockAddress = 'SysvarC1ock11111111111111111111111111111111'
/** Offsets of slot and time in the clock sysvar. */
const [clockSlotAt, clockTimeAt] = [0, 32]

/** Creates the history needed to read accounts as of the newest finalized slot. */
export function createAccountHistory({
  runtime,
  blocks,
}: {
  runtime: Runtime
  blocks: Blocks
}): AccountHistory {
  /** Oldest first. */
  let changes: AccountChange[] = []
  return {
    track(addresses) {
      const before = [...addresses].map((address) => [address, runtime.account(address)] as const)
      return (slot) => {
        const final = blocks.slot('finalized')
        changes = changes.filter((change) => change.slot > final)
        const added = before.map(([address, account]) => ({ slot, address, account }))
        changes.push(...added)
      }
    },
    accountAt(address, commitment) {
      const now = runtime.account(address)
      if (commitment !== 'finalized') return now
      const slot = blocks.slot(commitment)
      const next = changes.find((change) => change.address === address && change.slot > slot)
      if (next) return next.account
      return address === clockAddress && now ? buildClock(now, blocks.block(slot)) : now
    },
  }
}

/** The clock as of another block; unchanged if that block was skipped. */
function buildClock(now: AccountState, block: SolanaBlock | undefined): AccountState {
  if (!block) return now
  const data = Buffer.from(now.data)
  data.writeBigUInt64LE(BigInt(block.slot), clockSlotAt)
  data.writeBigInt64LE(BigInt(block.timeSeconds), clockTimeAt)
  return { ...now, data }
}
