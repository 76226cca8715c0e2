import { programs } from '#chains/solana/program/addresses.ts'
import { writeBytes } from '#chains/solana/program/bytes.ts'
import { type SolanaInstruction, toWritableAccount } from '#chains/solana/program/instruction.ts'

import type { EscrowChain } from './escrow.ts'

/** A mint extension of Token-2022: its initialisation instruction and its size. */
export type MintExtension = {
  name: string
  bytes: number
  data: (chain: EscrowChain) => Uint8Array
}

const nobody = programs.system

/** Accepted mint extensions. Sources of numbers and layouts: spl-token-2022, `instruction.rs`. */
export const allowedExtensions: readonly MintExtension[] = [
  {
    name: 'mint close authority',
    bytes: 32,
    data: (chain) => writeBytes().u8(25).u8(1).address(chain.address('authority')).bytes(),
  },
  { name: 'metadata pointer', bytes: 64, data: encodePointer(39) },
  { name: 'group pointer', bytes: 64, data: encodePointer(40) },
  { name: 'group member pointer', bytes: 64, data: encodePointer(41) },
]

/** Rejected mint extensions. */
export const refusedExtensions: readonly MintExtension[] = [
  {
    name: 'transfer fee, zero so far',
    bytes: 108,
    data: (chain) => {
      const authority = chain.address('authority')
      const keys = writeBytes().u8(26).u8(0).u8(1).address(authority).u8(1).address(authority)
      return keys.u8(0).u8(0).u64(0n).bytes()
    },
  },
  {
    name: 'confidential transfers',
    bytes: 65,
    data: (chain) => {
      const keys = writeBytes().u8(27).u8(0).address(chain.address('authority'))
      return keys.u8(1).address(nobody).bytes()
    },
  },
  { name: 'accounts frozen by default', bytes: 1, data: () => Uint8Array.of(28, 0, 2) },
  { name: 'non-transferable', bytes: 0, data: () => Uint8Array.of(32) },
  {
    name: 'interest',
    bytes: 52,
    data: (chain) => {
      const keys = writeBytes().u8(33).u8(0).address(chain.address('authority'))
      return keys.u8(1).u8(0).bytes()
    },
  },
  {
    name: 'permanent delegate',
    bytes: 32,
    data: (chain) => writeBytes().u8(35).address(chain.address('authority')).bytes(),
  },
  { name: 'transfer hook', bytes: 64, data: encodePointer(36) },
  {
    name: 'scaled amounts',
    bytes: 56,
    data: (chain) => {
      const one = 0x3ff0_0000_0000_0000n
      return writeBytes().u8(43).u8(0).address(chain.address('authority')).u64(one).bytes()
    },
  },
  {
    name: 'pause',
    bytes: 33,
    data: (chain) => writeBytes().u8(44).u8(0).address(chain.address('authority')).bytes(),
  },
]

/** Size of a mint with an extension, and the instruction that initialises it. */
export function buildExtended(
  chain: EscrowChain,
  { bytes, data }: MintExtension,
): { space: number; instructions: SolanaInstruction[] } {
  const accounts = [toWritableAccount(chain.address('mint'))]
  return {
    space: 165 + 1 + 4 + bytes,
    instructions: [{ programId: programs.token2022, accounts, data: data(chain) }],
  }
}

/** Data of pointers and hooks: an authority and an address. */
function encodePointer(number: number): MintExtension['data'] {
  return (chain) => {
    const authority = chain.address('authority')
    return writeBytes().u8(number).u8(0).address(authority).address(chain.address('mint')).bytes()
  }
}
