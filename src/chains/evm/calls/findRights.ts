import { hexToBytes, toFunctionSelector } from 'viem/utils'

import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Approval } from '../../ports/chain.ts'
import { type Read, type ReadCode, encodeReads } from '../rpc/readMany.ts'

/** Which rights to look for: over whose tokens, granted by which contracts, in which call data. */
export type RightsQuery = {
  account: EvmAddress
  /** Contracts that are called, with their call data. */
  calls: readonly { to: EvmAddress; data: Hex }[]
  /** Tokens whose allowances count even if they are not called. */
  tokens: readonly EvmAddress[]
}

/** A right that can be read: `read` returns 0 if it does not exist. */
export type Right = Approval & { read: Read }

/** `allowance(address owner, address spender)`. */
const allowanceSelector = '0xdd62ed3e'

/** Getters of operator rights: owner first, operator second. */
const rightsSelectors: readonly Hex[] = [
  'isApprovedForAll(address,address)',
  'isOperator(address,address)',
  'borrowAllowance(address,address)',
  'isAllowed(address,address)',
  'hasPermission(address,address)',
  'isAuthorized(address,address)',
  'can(address,address)',
].map((signature) => toFunctionSelector(signature))

/** `isOperatorFor(address operator, address holder)` of ERC-777, in reverse order. */
const holderSelector = toFunctionSelector('isOperatorFor(address,address)')

/**
 * Gas for each read of a right: several times what common tokens use, but so little that a contract
 * which burns all of it does not prevent the other reads.
 */
const gasPerRight = 25_000

/** Most gas for each read besides those of rights. */
const gasPerOther = 110_000

/** Most gas for reading all rights once. */
const maxRightsGas = 9_000_000

/**
 * Most addresses looked for in call data; with more there are too many rights to read, whatever the
 * number of tokens.
 */
const maxNamedAddresses = 6_000

/**
 * Number of rights {@link getWatchedRights} would return, without creating them: hostile call data
 * can name any number of addresses.
 */
export function countRights(question: RightsQuery): number {
  const { targets, spenders, tokens } = getParties(question)
  return spenders.length * (tokens.length + targets.length * (rightsSelectors.length + 1))
}

/**
 * Returns the rights that calls could grant without an event: by the tokens and the called
 * contracts, to the called contracts and to every address in the call data. A right granted without
 * an event to an address that only the contract knows is not found. Source: security rule 14,
 * "allowance change".
 */
export function getWatchedRights(question: RightsQuery): readonly Right[] {
  const { account } = question
  const { targets, spenders, tokens } = getParties(question)
  return spenders.flatMap((spender) => [
    ...tokens.map((token) => toAllowanceRight(token, { account, spender })),
    ...targets.flatMap((token) => buildOtherRights(token, { account, spender })),
  ])
}

function getParties({ account, calls, tokens }: RightsQuery) {
  const targets = unique(calls.map(({ to }) => to))
  const spenders = unique([...targets, ...findAddresses(calls.map(({ data }) => data))]).filter(
    (one) => !isSameAddress(one, account),
  )
  return { targets, spenders, tokens: unique([...tokens, ...targets]) }
}

/** Returns the rights that grew. Values are in the order of the rights. */
export function findRights(
  rights: readonly Right[],
  seen: { before: Values; after: Values },
): readonly Approval[] {
  return rights.flatMap(({ token, spender }, index) => {
    const before = seen.before[index]?.[0] ?? 0n
    const after = seen.after[index]?.[0] ?? 0n
    return after > before ? [{ token, spender }] : []
  })
}

type Values = readonly (readonly bigint[] | undefined)[]

/** The values of the reads that {@link encodeRightsReads} puts after those of rights. */
export function skipRights(seen: { before: Values; after: Values }, { length }: readonly Right[]) {
  return { before: seen.before.slice(length), after: seen.after.slice(length) }
}

/**
 * Encodes the reads of rights for a simulation, and others after them.
 *
 * @returns Code to run, and `decode` for the results of all pieces; undefined if contracts burnt so
 *   much gas that the results are inconclusive.
 */
export function encodeRightsReads(
  rights: readonly Right[],
  others: readonly Read[],
): {
  pieces: readonly ReadCode[]
  decode: (results: readonly { returnData: Hex; gasUsed: Hex }[]) => Values | undefined
} {
  const pieces = encodeReads([...rights.map(({ read }) => read), ...others], {
    maxGas: maxRightsGas + others.length * gasPerOther,
  })
  return {
    pieces,
    decode(results) {
      const values = pieces.map(({ decode }, index) => {
        const result = results[index]
        return result && decode(result)
      })
      return values.every((one) => one !== undefined) ? values.flat() : undefined
    },
  }
}

function toAllowanceRight(
  token: EvmAddress,
  { account, spender }: { account: EvmAddress; spender: EvmAddress },
): Right {
  const data = buildRead(allowanceSelector, [account, spender])
  return { token, spender, read: toRead(token, data) }
}

function buildOtherRights(
  token: EvmAddress,
  { account, spender }: { account: EvmAddress; spender: EvmAddress },
): readonly Right[] {
  const questions = [
    ...rightsSelectors.map((selector) => buildRead(selector, [account, spender])),
    buildRead(holderSelector, [spender, account]),
  ]
  return questions.map((data) => ({ token, spender, read: toRead(token, data) }))
}

function toRead(to: EvmAddress, data: Hex): Read {
  return { kind: 'call', to, data, words: 1, gas: gasPerRight }
}

/** Call data of a getter whose parameters are all addresses. */
function buildRead(selector: Hex, addresses: readonly EvmAddress[]): Hex {
  return `${selector}${addresses.map((one) => one.slice(2).toLowerCase().padStart(64, '0')).join('')}`
}

/** Leading zero bytes of an address in a 32-byte word. */
const paddingBytes = 12
const addressBytes = 20
/** An address with this many leading zeros is likely a number; precompiles hold no rights. */
const maxLeadingZeros = 9

/**
 * Finds everything that looks like an address at any byte of the call data, since nested calls
 * shift words by their selectors.
 *
 * Runs in linear time: an address can only start near the end of a run of zero bytes, at ten
 * offsets at most. Stops after more than {@link maxNamedAddresses}.
 */
function findAddresses(datas: readonly Hex[]): readonly EvmAddress[] {
  const found = new Set<string>()
  for (const data of datas) {
    const bytes = hexToBytes(data)
    let zerosFrom = 0
    for (let at = 0; at < bytes.length && found.size <= maxNamedAddresses; at += 1) {
      if (bytes[at] === 0) continue
      for (
        let from = Math.max(zerosFrom + paddingBytes, at - maxLeadingZeros);
        from <= at && from + addressBytes <= bytes.length;
        from += 1
      )
        found.add(data.slice(2 + from * 2, 2 + (from + addressBytes) * 2).toLowerCase())
      zerosFrom = at + 1
    }
  }
  return [...found].map((digits) => EvmAddress.parse(`0x${digits}`))
}

function unique(addresses: readonly EvmAddress[]): readonly EvmAddress[] {
  return [...new Set(addresses.map((address) => address.toLowerCase()))].map((address) =>
    EvmAddress.parse(address),
  )
}
