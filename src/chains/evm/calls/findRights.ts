import { hexToBytes, toFunctionSelector } from 'viem/utils'

import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Approval } from '../../ports/chain.ts'
import { type Read, type ReadCode, encodeReads } from '../rpc/readMany.ts'

/** Where rights may change: whose, given by which contracts, through which call data. */
export type RightsQuery = {
  account: EvmAddress
  /** Contracts that are called, and what they are called with. */
  calls: readonly { to: EvmAddress; data: Hex }[]
  /** Tokens whose allowances count even when nobody calls them. */
  tokens: readonly EvmAddress[]
}

/** A right that can be read: `read` answers 0 for none. */
export type Right = Approval & { read: Read }

/** `allowance(address owner, address spender)`. */
const allowanceSelector = '0xdd62ed3e'

/** How contracts are asked whether somebody may act for somebody else: both addresses, in this order. */
const rightsSelectors: readonly Hex[] = [
  'isApprovedForAll(address,address)',
  'isOperator(address,address)',
  'borrowAllowance(address,address)',
  'isAllowed(address,address)',
  'hasPermission(address,address)',
  'isAuthorized(address,address)',
  'can(address,address)',
].map((signature) => toFunctionSelector(signature))

/** `isOperatorFor(address operator, address holder)` of ERC-777: the other way round. */
const holderSelector = toFunctionSelector('isOperatorFor(address,address)')

/**
 * Gas for each read of a right: several times what the usual ones take, and so little that a contract
 * which uses up all it is given does not keep the others from being read.
 */
const gasPerRight = 25_000

/** Most gas of reading all rights once. */
const maxRightsGas = 9_000_000

/**
 * Most addresses that are looked for in call data: beyond it there are more rights than anybody can
 * look at, whatever the number of tokens.
 */
const maxNamedAddresses = 6_000

/**
 * How many rights {@link getWatchedRights} would give, told without making them: hostile call data can
 * name any number of addresses.
 */
export function countRights(question: RightsQuery): number {
  const { targets, spenders, tokens } = getParties(question)
  return spenders.length * (tokens.length + targets.length * (rightsSelectors.length + 1))
}

/**
 * The rights that calls could give away without an event: of the tokens and the called contracts,
 * to the called contracts and to whoever stands in the call data. A contract that gives a right to
 * somebody whom only it knows, without an event, is not seen.
 * Source: security rule 14, "allowance change".
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

/** The rights that are greater after than before. Values in the order of the rights. */
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

/**
 * Encodes the reads of rights for a simulation.
 *
 * @returns With `decode`, which gives the values from the results of all pieces; undefined when
 *   contracts used up too much gas to tell.
 */
export function encodeRightsReads(rights: readonly Right[]): {
  pieces: readonly ReadCode[]
  decode: (results: readonly { returnData: Hex; gasUsed: Hex }[]) => Values | undefined
} {
  const pieces = encodeReads(
    rights.map(({ read }) => read),
    { maxGas: maxRightsGas },
  )
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

/** Call data of a function that takes addresses. */
function buildRead(selector: Hex, addresses: readonly EvmAddress[]): Hex {
  return `${selector}${addresses.map((one) => one.slice(2).toLowerCase().padStart(64, '0')).join('')}`
}

/** Zero bytes that stand before an address in a word. */
const paddingBytes = 12
const addressBytes = 20
/** An address of which so many bytes are zero is rather a number: precompiles have no use for rights. */
const maxLeadingZeros = 9

/**
 * What looks like an address at any byte of call data: nested calls shift it by their selectors.
 *
 * Takes time in proportion to the data: only around the end of a run of zero bytes can an address
 * stand, at ten places at most. Ends with more than {@link maxNamedAddresses}.
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
