import type { Block, Blocks, Commitment } from './blocks.ts'
import type { AccountState, Runtime } from './runtime.ts'

/** What accounts were before slots that are not final yet changed them. */
export type AccountHistory = {
  /** Looks at accounts that a transaction may change; what is given back keeps what they were. */
  track: (addresses: Iterable<string>) => (slot: number) => void
  /** An account as it is now; as of the newest final slot when that is asked for. */
  accountAt: (address: string, commitment: Commitment) => AccountState | undefined
}

type Change = { slot: number; address: string; account: AccountState | undefined }

const clockAddress = 'SysvarC1ock11111111111111111111111111111111'
/** Where the clock's account says the slot and the time. */
const [clockSlotAt, clockTimeAt] = [0, 32]

/** Keeps what is needed to look at accounts as of the newest final slot, and nothing older. */
export function createAccountHistory({
  runtime,
  blocks,
}: {
  runtime: Runtime
  blocks: Blocks
}): AccountHistory {
  /** Oldest first. */
  let changes: Change[] = []
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

/** The clock of another block; as it is when that block was slept through. */
function buildClock(now: AccountState, block: Block | undefined): AccountState {
  if (!block) return now
  const data = Buffer.from(now.data)
  data.writeBigUInt64LE(BigInt(block.slot), clockSlotAt)
  data.writeBigInt64LE(BigInt(block.timeSeconds), clockTimeAt)
  return { ...now, data }
}
