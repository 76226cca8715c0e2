import { ComputeBudgetProgram, type VersionedMessage } from '@solana/web3.js'

/** Lamports per signature. */
const signatureLamports = 5_000
/** Compute units of an instruction when the message sets no limit. */
const programUnits = 200_000
const builtinUnits = 3_000
/** Maximum compute units of a transaction. */
const maxUnits = 1_400_000

/** Programs built into the runtime. */
const builtins = new Set([
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
])
/** Programs that verify further signatures, each of which costs as much as one of the message. */
const verifiers = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

/** Computes a message's fee in lamports: its signatures, and its price for compute units. */
export function computeFee(message: VersionedMessage): number {
  let signatures = message.header.numRequiredSignatures
  let defaultUnits = 0
  let limit: number | undefined
  let price = 0n
  for (const { programIdIndex, data } of message.compiledInstructions) {
    const key = message.staticAccountKeys[programIdIndex]
    const program = key?.toBase58() ?? ''
    if (verifiers.has(program)) signatures += data[0] ?? 0
    else defaultUnits += builtins.has(program) ? builtinUnits : programUnits
    if (key?.equals(ComputeBudgetProgram.programId)) {
      const view = Buffer.from(data)
      if (view[0] === setLimit && view.length >= 5) limit = view.readUInt32LE(1)
      if (view[0] === setPrice && view.length >= 9) price = view.readBigUInt64LE(1)
    }
  }
  const units = BigInt(Math.min(limit ?? defaultUnits, maxUnits))
  return signatures * signatureLamports + Number((price * units + 999_999n) / 1_000_000n)
}

const setLimit = 2
const setPrice = 3
