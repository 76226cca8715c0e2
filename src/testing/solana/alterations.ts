import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { encodeMessage, type SolanaMessage } from '#chains/solana/codec/message.ts'
import { programs } from '#chains/solana/program/addresses.ts'
import { encodeHex, writeBytes } from '#chains/solana/program/bytes.ts'
import {
  toPayerAccount,
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
} from '#chains/solana/program/instruction.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'

/** A message with a single change, and the name of that change. */
export type Alteration = { name: string; message: SolanaMessage }

/** Addresses and token used in alterations. */
export type Alterers = {
  executor: SolanaAddress
  attacker: SolanaAddress
  /** A token that all of them hold. */
  token: { mint: SolanaAddress; tokenProgram: SolanaAddress; decimals: number }
}

/**
 * Returns a message with each of its parts altered, one at a time: every address, privilege and
 * byte of data; instructions left out, repeated or swapped; and what an attacker would add.
 */
export function getAlterations(message: SolanaMessage, who: Alterers): readonly Alteration[] {
  const { instructions } = message
  return [
    { name: 'fee payer', message: { ...message, feePayer: who.attacker } },
    { name: 'blockhash', message: { ...message, blockhash: who.attacker } },
    ...instructions.flatMap((instruction, index) =>
      alterInstructions(instruction, who).map(({ name, altered }) => ({
        name: `${index}: ${name}`,
        message: { ...message, instructions: instructions.with(index, altered) },
      })),
    ),
    ...instructions.flatMap((instruction, index) => [
      {
        name: `${index}: left out`,
        message: { ...message, instructions: instructions.toSpliced(index, 1) },
      },
      {
        name: `${index}: twice`,
        message: { ...message, instructions: instructions.toSpliced(index, 0, instruction) },
      },
      {
        name: `${index}: last`,
        message: {
          ...message,
          instructions: [...instructions.toSpliced(index, 1), instruction],
        },
      },
      ...buildAttacks(who).map((attack) => ({
        name: `${index}: after ${attack.name}`,
        message: { ...message, instructions: instructions.toSpliced(index, 0, attack.instruction) },
      })),
    ]),
    ...buildAttacks(who).map((attack) => ({
      name: `at the end ${attack.name}`,
      message: { ...message, instructions: [...instructions, attack.instruction] },
    })),
  ]
}

/** The alterations that encode to other bytes: not all changes of a privilege do. */
export function alterBytes(message: SolanaMessage, who: Alterers): readonly Alteration[] {
  const written = encodeMessageHex(message)
  return getAlterations(message, who).filter((altered) => {
    const other = encodeMessageHex(altered.message)
    return other !== undefined && other !== written
  })
}

/** A message's bytes as hex; undefined when it cannot be encoded. */
export function encodeMessageHex(message: SolanaMessage): Hex | undefined {
  try {
    return encodeHex(encodeMessage(message))
  } catch {
    return undefined
  }
}

/** Instructions that an attacker would want the executor to sign. */
export function buildAttacks({
  executor,
  attacker,
  token,
}: Alterers): readonly { name: string; instruction: SolanaInstruction }[] {
  const coins = { from: executor, to: attacker, units: 1_000_000n }
  const system = programs.system
  return [
    { name: 'coins', instruction: buildTransferInstruction(coins) },
    { name: 'tokens', instruction: buildTransferInstruction({ ...coins, token }) },
    {
      name: 'an account of a thief at the cost of the executor',
      instruction: buildCreateTokenAccountInstruction(
        { owner: attacker, ...token },
        { payer: executor },
      ),
    },
    {
      name: 'the executor handed to a program',
      instruction: {
        programId: system,
        accounts: [toPayerAccount(executor)],
        data: writeBytes().u32(1).address(attacker).bytes(),
      },
    },
    {
      name: 'a new account at the cost of the executor',
      instruction: {
        programId: system,
        accounts: [toPayerAccount(executor), toPayerAccount(attacker)],
        data: writeBytes().u32(0).u64(1_000_000n).u64(0n).address(system).bytes(),
      },
    },
    {
      name: 'a right over the tokens of the executor',
      instruction: {
        programId: token.tokenProgram,
        accounts: [
          toWritableAccount(attacker),
          toWritableAccount(attacker),
          toSignerAccount(executor),
        ],
        data: writeBytes().u8(4).u64(1n).bytes(),
      },
    },
    {
      name: 'a program of a thief with the signature of the executor',
      instruction: {
        programId: attacker,
        accounts: [toPayerAccount(executor)],
        data: Uint8Array.of(),
      },
    },
    {
      name: 'a dear price',
      instruction: {
        programId: programs.computeBudget,
        accounts: [],
        data: writeBytes().u8(3).u64(1_000_000_000n).bytes(),
      },
    },
  ]
}

function alterInstructions(
  instruction: SolanaInstruction,
  who: Alterers,
): readonly { name: string; altered: SolanaInstruction }[] {
  const { accounts, data } = instruction
  return [
    ...[who.attacker, programs.system, programs.token2022].map((programId) => ({
      name: `program ${programId}`,
      altered: { ...instruction, programId },
    })),
    ...accounts.flatMap((account, index) => [
      ...[who.attacker, who.executor].map((address) => ({
        name: `account ${index} is ${address}`,
        altered: { ...instruction, accounts: accounts.with(index, { ...account, address }) },
      })),
      {
        name: `account ${index} left out`,
        altered: { ...instruction, accounts: accounts.toSpliced(index, 1) },
      },
      ...(['isSigner', 'isWritable'] as const).map((right) => ({
        name: `account ${index} ${right}`,
        altered: {
          ...instruction,
          accounts: accounts.with(index, { ...account, [right]: !account[right] }),
        },
      })),
    ]),
    {
      name: 'account added',
      altered: { ...instruction, accounts: [...accounts, toPayerAccount(who.attacker)] },
    },
    ...Array.from(data, (byte, index) => ({
      name: `byte ${index}`,
      altered: { ...instruction, data: data.with(index, byte ^ 1) },
    })),
    { name: 'byte left out', altered: { ...instruction, data: data.slice(0, -1) } },
    { name: 'byte added', altered: { ...instruction, data: Uint8Array.from([...data, 0]) } },
  ]
}
