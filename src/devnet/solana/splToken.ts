import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'

/** A token: its mint and the program that runs it. */
export type SolanaToken = { mint: PublicKey; program: PublicKey }

/** Makes the accounts at which everybody looks for an owner's tokens. */
const associatedProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Bytes of a mint without extensions. */
export const mintSpace = 82

/** Where everybody looks for an owner's tokens of one mint. */
export function associatedAddress({ mint, program }: SolanaToken, owner: PublicKey): PublicKey {
  const seeds = [owner.toBuffer(), program.toBuffer(), mint.toBuffer()]
  return PublicKey.findProgramAddressSync(seeds, associatedProgram)[0]
}

/** Makes that account unless it is there; `payer` signs and pays its rent. */
export function createAssociated(
  token: SolanaToken,
  { owner, payer }: { owner: PublicKey; payer: PublicKey },
): TransactionInstruction {
  return new TransactionInstruction({
    programId: associatedProgram,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      writable(associatedAddress(token, owner)),
      readable(owner),
      readable(token.mint),
      readable(SystemProgram.programId),
      readable(token.program),
    ],
    data: Buffer.from([createIdempotent]),
  })
}

/** Makes a fresh account of `mintSpace` bytes a mint. */
export function initializeMint(
  { mint, program }: SolanaToken,
  { decimals, authority }: { decimals: number; authority: PublicKey },
): TransactionInstruction {
  const freezesNobody = 0
  return new TransactionInstruction({
    programId: program,
    keys: [writable(mint)],
    data: Buffer.from([initializeMint2, decimals, ...authority.toBytes(), freezesNobody]),
  })
}

/** Mints to an owner's associated account; `authority` signs. */
export function mintTo(
  token: SolanaToken,
  { owner, authority, units }: { owner: PublicKey; authority: PublicKey; units: bigint },
): TransactionInstruction {
  const data = Buffer.alloc(9)
  data.writeUInt8(mintToTag)
  data.writeBigUInt64LE(units, 1)
  return new TransactionInstruction({
    programId: token.program,
    keys: [
      writable(token.mint),
      writable(associatedAddress(token, owner)),
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data,
  })
}

const createIdempotent = 1
const initializeMint2 = 20
const mintToTag = 7

function writable(pubkey: PublicKey): AccountMeta {
  return { pubkey, isSigner: false, isWritable: true }
}

function readable(pubkey: PublicKey): AccountMeta {
  return { pubkey, isSigner: false, isWritable: false }
}
