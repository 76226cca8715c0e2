import { getSigners, getWritableAccounts } from '#chains/solana/codec/message.ts'
import { maxComputeUnits, getPriorityLamports } from '#chains/solana/program/computeBudget.ts'
import { isSameInstruction } from '#chains/solana/program/instruction.ts'
import { describeOperation } from '#chains/solana/codec/writeOperation.ts'
import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import { describeAmount } from '../claims/evidence.ts'
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
  const what = `of operation ${index + 1}`
  return [
    checkSame('chain', `Chain ${what}`, {
      actual: asset.chainId,
      expected: chain.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
    checkThat(
      'chain',
      chain.chainId === `solana:${chain.genesisHash.slice(0, 32)}`,
      `${chain.name} begins with the block ${chain.genesisHash}`,
    ),
    checkSame('asset', `Asset ${what}`, {
      actual: operation.assetType,
      expected: asset.assetType,
      describe: (text) => (text === asset.assetType ? `${asset.symbol} on ${chain.name}` : text),
    }),
    checkSame('nonce', `Blockhash ${what}, with which it ends by itself`, {
      actual: operation.recentBlockHash,
      expected: message.blockhash,
    }),
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
        ? `The message holds the ${instructions.length} instructions that are shown, one for one`
        : `The instructions beside operation ${index + 1} are not those inside its message`,
    ),
    checkThat(
      'callData',
      tables.length === 0,
      tables.length === 0
        ? 'Every address stands in the message: no lookup tables'
        : `Addresses would be taken from the lookup table ${tables.join(', ')}`,
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
        ? `Operation ${index + 1} holds ${facts.length} instructions, each one known`
        : `Instruction ${unknown + 1} of operation ${index + 1} is not known to this app`,
    ),
    checkThat(
      'calls',
      isExact,
      isExact
        ? 'Each account has the rights it needs and no more'
        : 'The message gives an account rights that nothing in it needs',
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
    checkSame('sponsor', `Fee payer on ${chain.name}`, {
      actual: payer,
      expected: executor,
    }),
    checkSame('sponsor', 'Fee payer as shown', { actual: operation.feePayer, expected: executor }),
    checkSame('accounts', 'Who signs beside the service', {
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
    return [checkThat('calls', false, `Operation ${index + 1} does not begin with its limits`)]
  const { units } = limit
  const priority = getPriorityLamports({ units, microLamports: price.microLamports })
  return [
    checkThat(
      'calls',
      units > 0 && units <= maxComputeUnits,
      `It may use ${units} compute units, at most ${maxComputeUnits} compute units`,
    ),
    checkThat(
      'sponsor',
      priority <= maxPriorityLamports,
      `The service pays ${describeAmount(priority, sol)} for a quick place in line, at most ${describeAmount(maxPriorityLamports, sol)}`,
    ),
  ]
}
