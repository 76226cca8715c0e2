import { writeBytes } from '#chains/solana/program/bytes.ts'
import {
  type InstructionAccount,
  toReadonlyAccount,
  toSignerAccount,
  type SolanaInstruction,
  toWritableAccount,
} from '#chains/solana/program/instruction.ts'

/** Copies an instruction with one of its accounts changed. */
export function changeAccount(
  instruction: SolanaInstruction,
  index: number,
  changes: Partial<InstructionAccount>,
): SolanaInstruction {
  const accounts = instruction.accounts.map((account, at) =>
    at === index ? { ...account, ...changes } : account,
  )
  return { ...instruction, accounts }
}

/** `SetAuthority` of both token programs: transfers a token account to another owner. */
export function giveAccountAway(options: {
  tokenProgram: string
  account: string
  owner: string
  newOwner: string
}): SolanaInstruction {
  const accountOwner = 2
  const data = writeBytes().u8(6).u8(accountOwner).u8(1).address(options.newOwner)
  const accounts = [toWritableAccount(options.account), toSignerAccount(options.owner)]
  return { programId: options.tokenProgram, accounts, data: data.bytes() }
}

/** `TransferChecked` of both token programs, for a mint with 6 decimals. */
export function sendTokens(options: {
  tokenProgram: string
  mint: string
  from: string
  to: string
  owner: string
  units: bigint
}): SolanaInstruction {
  const data = writeBytes().u8(12).u64(options.units).u8(6)
  const accounts = [
    toWritableAccount(options.from),
    toReadonlyAccount(options.mint),
    toWritableAccount(options.to),
    toSignerAccount(options.owner),
  ]
  return { programId: options.tokenProgram, accounts, data: data.bytes() }
}

/** `CloseAccount` of both token programs: the owner receives the account's rent. */
export function closeTokenAccount(options: {
  tokenProgram: string
  account: string
  owner: string
}): SolanaInstruction {
  const accounts = [
    toWritableAccount(options.account),
    toWritableAccount(options.owner),
    toSignerAccount(options.owner),
  ]
  return { programId: options.tokenProgram, accounts, data: Uint8Array.of(9) }
}

/** `InitializeMint2` of both token programs: 6 decimals, the authority may mint and freeze. */
export function initializeMint(options: {
  tokenProgram: string
  mint: string
  authority: string
}): SolanaInstruction {
  const keys = writeBytes().u8(20).u8(6).address(options.authority).u8(1)
  const data = keys.address(options.authority).bytes()
  return { programId: options.tokenProgram, accounts: [toWritableAccount(options.mint)], data }
}

/** `MintTo` of both token programs. */
export function mintTo(options: {
  tokenProgram: string
  mint: string
  to: string
  authority: string
  units: bigint
}): SolanaInstruction {
  const accounts = [
    toWritableAccount(options.mint),
    toWritableAccount(options.to),
    toSignerAccount(options.authority),
  ]
  const data = writeBytes().u8(7).u64(options.units)
  return { programId: options.tokenProgram, accounts, data: data.bytes() }
}

/** `FreezeAccount` and `ThawAccount` of both token programs. */
export function setFrozen(
  isFrozen: boolean,
  options: { tokenProgram: string; account: string; mint: string; authority: string },
): SolanaInstruction {
  const accounts = [
    toWritableAccount(options.account),
    toReadonlyAccount(options.mint),
    toSignerAccount(options.authority),
  ]
  const data = Uint8Array.of(isFrozen ? 10 : 11)
  return { programId: options.tokenProgram, accounts, data }
}
