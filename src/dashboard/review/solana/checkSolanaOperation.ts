import { getSigners, getWritableAccounts } from '#chains/solana/codec/message.ts'
import { maxComputeUnits, getPriorityLamports } from '#chains/solana/program/computeBudget.ts'
import { isSameInstruction } from '#chains/solana/program/instruction.ts'
import { describeOperation } from '#chains/solana/codec/writeOperation.ts'
import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import { describeAmount } from '../claims/evidence.ts'
import { describeOn } from '../checks/assetNames.ts'
import { fromInstructionFact } from '../cases/instructionFact.ts'
import type { ParsedSolanaOperation } from '../cases/parsedQuote.ts'

/** Maximum priority fee, lamports; the service pays it. Source: ours. */
const maxPriorityLamports = 10_000_000n
/** The coin of every Solana chain. */
const sol = { decimals: 9, symbol: 'SOL' } as const

/**
 * Checks every Solana operation: the message contains exactly the instructions that are shown and
 * no lookup tables, the service pays for it, and only the service and the user sign. Source:
 * security rules 21 to 23 and 30.
 */
export function checkSolanaOperation(read: ParsedSolanaOperation): Check[] {
  return [
    ...checkPlace(read),
    ...checkShown(read),
    ...checkInstructions(read),
    ...checkSigners(read),
    ...checkBudget(read),
  ]
}

function checkPlace({ operation, chain, asset, message, index }: ParsedSolanaOperation): Check[] {
  const number = index + 1
  return [
    checkSame('chain', translate('Chain of operation {number}', { number }), {
      actual: asset.chainId,
      expected: chain.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
    checkThat(
      'chain',
      chain.chainId === `solana:${chain.genesisHash.slice(0, 32)}`,
      translate('{name} has the genesis block {hash}', {
        name: chain.name,
        hash: chain.genesisHash,
      }),
    ),
    checkSame('asset', translate('Asset of operation {number}', { number }), {
      actual: operation.assetType,
      expected: asset.assetType,
      describe: (text) => (text === asset.assetType ? describeOn(asset, chain) : text),
    }),
    checkSame(
      'nonce',
      translate('Blockhash of operation {number}, which sets its expiry', { number }),
      {
        actual: operation.recentBlockHash,
        expected: message.blockhash,
      },
    ),
  ]
}

/** Checks that the listed instructions are those of the message, in canonical form. */
function checkShown({ operation, message, index }: ParsedSolanaOperation): Check[] {
  const { instructions } = describeOperation(message)
  const isMet = canonicalizeJson(operation.instructions) === canonicalizeJson(instructions)
  const tables = operation.addressLookupTableAddresses ?? []
  return [
    checkThat(
      'callData',
      isMet,
      isMet
        ? translate('The message has exactly the {count} instructions shown', {
            count: instructions.length,
          })
        : translate('The instructions listed for operation {number} do not match its message', {
            number: index + 1,
          }),
    ),
    checkThat(
      'callData',
      tables.length === 0,
      tables.length === 0
        ? translate('Every address is in the message, without lookup tables')
        : translate('Addresses would come from the lookup table {table}', {
            table: tables.join(', '),
          }),
    ),
  ]
}

/** Checks that every instruction is known, and no account has more rights than they need. */
function checkInstructions({ message, facts, chain, index }: ParsedSolanaOperation): Check[] {
  const written = facts.map((fact) => fromInstructionFact(fact, chain.program))
  const unknown = written.findIndex(
    (one, at) => !one || !isSameInstruction(message.instructions[at] ?? one, one),
  )
  const wanted = { ...message, instructions: written.filter((one) => one !== undefined) }
  const isExact = [getSigners, getWritableAccounts].every(
    (rightsOf) => sortAddresses(rightsOf(message)) === sortAddresses(rightsOf(wanted)),
  )
  return [
    checkThat(
      'calls',
      unknown === -1,
      unknown === -1
        ? translate('Operation {number} has {count} instructions, all recognized', {
            number: index + 1,
            count: facts.length,
          })
        : translate('This app doesn’t recognize instruction {instruction} of operation {number}', {
            instruction: unknown + 1,
            number: index + 1,
          }),
    ),
    checkThat(
      'calls',
      isExact,
      isExact
        ? translate('Each account has only the permissions it needs')
        : translate('The message gives an account permissions it doesn’t need'),
    ),
  ]
}

function sortAddresses(addresses: readonly SolanaAddress[]): string {
  return addresses.toSorted().join(' ')
}

/** Checks that the pinned executor pays the fee, and only it and the user sign. */
function checkSigners({ operation, message, chain, account }: ParsedSolanaOperation): Check[] {
  const { executor } = chain.roles
  const [payer, ...others] = getSigners(message)
  return [
    checkSame('sponsor', translate('Fee payer on {name}', { name: chain.name }), {
      actual: payer,
      expected: executor,
    }),
    checkSame('sponsor', translate('Fee payer shown'), {
      actual: operation.feePayer,
      expected: executor,
    }),
    checkSame('accounts', translate('Signers besides the service'), {
      actual: others.join(', '),
      expected: account.accountAddress,
    }),
  ]
}

/** Checks the compute limit and priority fee, which must come first and once each. */
function checkBudget({ facts, index }: ParsedSolanaOperation): Check[] {
  const [limit, price] = facts
  const isThere = limit?.name === 'computeLimit' && price?.name === 'computePrice'
  if (!isThere)
    return [
      checkThat(
        'calls',
        false,
        translate('Operation {number} does not start with its limits', { number: index + 1 }),
      ),
    ]
  const { units } = limit
  const priority = getPriorityLamports({ units, microLamports: price.microLamports })
  return [
    checkThat(
      'calls',
      units > 0 && units <= maxComputeUnits,
      translate('It may use {units} compute units; the limit is {most}', {
        units,
        most: maxComputeUnits,
      }),
    ),
    checkThat(
      'sponsor',
      priority <= maxPriorityLamports,
      translate('The service pays a priority fee of {amount}; the limit is {most}', {
        amount: describeAmount(priority, sol),
        most: describeAmount(maxPriorityLamports, sol),
      }),
    ),
  ]
}
