import { encodeFunctionData, parseAbi } from 'viem/utils'

import { EvmAddress, isSameAddress } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import type { Approval } from '../chain.ts'
import type { Read } from './readMany.ts'

/** Where rights may change: whose, given by which contracts, through which call data. */
export type RightsQuestion = {
  account: EvmAddress
  /** Contracts that are called, and what they are called with. */
  calls: readonly { to: EvmAddress; data: Hex }[]
  /** Tokens whose allowances count even when nobody calls them. */
  tokens: readonly EvmAddress[]
}

/** A right that can be read: `read` answers 0 for none. */
export type Right = Approval & { read: Read }

const allowanceAbi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
])

/** How contracts are asked whether somebody may act for somebody else. */
const rightsAbi = parseAbi([
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function isOperator(address owner, address operator) view returns (bool)',
  'function borrowAllowance(address from, address to) view returns (uint256)',
  'function isAllowed(address owner, address manager) view returns (bool)',
  'function hasPermission(address owner, address manager) view returns (bool)',
  'function isAuthorized(address owner, address authorized) view returns (bool)',
  'function can(address owner, address other) view returns (uint256)',
])

const rightsNames = [
  'isApprovedForAll',
  'isOperator',
  'borrowAllowance',
  'isAllowed',
  'hasPermission',
  'isAuthorized',
  'can',
] as const

const holderAbi = parseAbi([
  'function isOperatorFor(address operator, address holder) view returns (bool)',
])

/**
 * How many rights {@link rightsToWatch} would give, told without making them: hostile call data can
 * name any number of addresses.
 */
export function countRights(question: RightsQuestion): number {
  const { targets, spenders, tokens } = partiesOf(question)
  return spenders.length * (tokens.length + targets.length * (rightsNames.length + 1))
}

/**
 * The rights that calls could give away without an event: of the tokens and the called contracts,
 * to the called contracts and to whoever stands in the call data. A contract that gives a right to
 * somebody whom only it knows, without an event, is not seen.
 * Source: security rule 14, "allowance change".
 */
export function rightsToWatch(question: RightsQuestion): readonly Right[] {
  const { account } = question
  const { targets, spenders, tokens } = partiesOf(question)
  return spenders.flatMap((spender) => [
    ...tokens.map((token) => allowanceOf(token, { account, spender })),
    ...targets.flatMap((token) => otherRights(token, { account, spender })),
  ])
}

function partiesOf({ account, calls, tokens }: RightsQuestion) {
  const targets = unique(calls.map(({ to }) => to))
  const named = calls.flatMap(({ data }) => addressesIn(data))
  const spenders = unique([...targets, ...named]).filter((one) => !isSameAddress(one, account))
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

function allowanceOf(
  token: EvmAddress,
  { account, spender }: { account: EvmAddress; spender: EvmAddress },
): Right {
  const data = encodeFunctionData({ abi: allowanceAbi, args: [account, spender] })
  return { token, spender, read: { kind: 'call', to: token, data, words: 1 } }
}

function otherRights(
  token: EvmAddress,
  { account, spender }: { account: EvmAddress; spender: EvmAddress },
): readonly Right[] {
  const questions = [
    ...rightsNames.map((functionName) =>
      encodeFunctionData({ abi: rightsAbi, functionName, args: [account, spender] }),
    ),
    encodeFunctionData({ abi: holderAbi, args: [spender, account] }),
  ]
  return questions.map((data) => ({
    token,
    spender,
    read: { kind: 'call', to: token, data, words: 1 },
  }))
}

/** Below this a word is rather a number than an address: precompiles have no use for rights. */
const leastAddress = 2n ** 80n

/** What looks like an address at any byte of call data: nested calls shift it by their selectors. */
function addressesIn(data: Hex): readonly EvmAddress[] {
  return [
    ...data
      .slice(2)
      .toLowerCase()
      .matchAll(/(?=0{24}([0-9a-f]{40}))/g),
  ].flatMap(({ index, 1: text }) =>
    index % 2 === 0 && BigInt(`0x${text}`) > leastAddress ? [EvmAddress.parse(`0x${text}`)] : [],
  )
}

function unique(addresses: readonly EvmAddress[]): readonly EvmAddress[] {
  return [...new Set(addresses.map((address) => address.toLowerCase()))].map((address) =>
    EvmAddress.parse(address),
  )
}
