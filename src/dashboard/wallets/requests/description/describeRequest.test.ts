import { encodeFunctionData, parseAbi, stringToHex, zeroHash } from 'viem'
import { expect, it } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { buildDeploymentRecord, planMirror } from '#devnet/plan/mirrorPlan.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { loadNetwork } from '#networks/loadNetwork.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import { describeRequest } from './describeRequest.ts'

const installation = { keys: devnetKeys, salt: zeroHash, quoteKey: zeroHash, apiKey: 'a' }
const plan = planMirror(installation, [1, 10, 56, 137, 8453, 42_161])
const mirror = loadNetwork('mirror', { deployment: JSON.stringify(buildDeploymentRecord(plan)) })
const to = '0x0000000000000000000000000000000000000001'
const gas = { gas: 21_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n }

/** The facts "Sends" and "Network fee" of a transfer of 1.5 coins. */
function moneyOf(network: Network, chainId: number): string[] {
  const transaction = {
    chainId,
    to,
    data: '0x',
    value: 15n * 10n ** 17n,
    nonce: undefined,
    gas: undefined,
  } as const
  const { facts } = describeRequest({ kind: 'transaction', transaction, gas }, network)
  return facts
    .filter(({ name }) => name === 'Sends' || name === 'Maximum network fee')
    .map(({ value }) => value)
}

it.each([
  [1, 'ETH'],
  [10, 'ETH'],
  [56, 'BNB'],
  [137, 'POL'],
  [8453, 'ETH'],
  [42161, 'ETH'],
])('names the coin of chain %s in what is sent and in its fee: %s', (chainId, symbol) => {
  expect(moneyOf(mirror, chainId)).toEqual([`1.5 ${symbol}`, `0.000021 ${symbol}`])
})

it('does not guess the coin of a chain that is not one of the network', () => {
  expect(moneyOf(devnet, 56)).toEqual([
    '1500000000000000000 base units',
    '21000000000000 base units',
  ])
})

const { program, roles } = devnetSolana
const unknownProgram = 'AgJsEkueJuQ1qZsz7RmySgWfnEN9aYfgH1myErUyc1CY'

/** The description of a Solana transaction that calls these programs. */
function saidOfSolana(programs: readonly string[]) {
  const kind = 'solanaTransaction'
  const message = Uint8Array.of(1, 2, 3)
  const asked = { kind, message, feePayer: roles.executor, programs, instructionCount: 4 } as const
  return describeRequest(asked, devnetWithSolana)
}

it('says of a Solana transaction what it calls, who pays, and shows its bytes as they are', () => {
  const { facts, content } = saidOfSolana([unknownProgram, program])
  expect(facts.map(({ name, value }) => [name, value])).toEqual([
    ['Instructions', '4'],
    ['Program 1', unknownProgram],
    ['Program 2', `${program} (Estuary)`],
    ['Network fee paid by', roles.executor],
  ])
  expect(content).toEqual({ label: 'Message, as base64', text: 'AQID' })
})

it.each([
  { programs: [program], title: 'This approves an Estuary operation' },
  { programs: [unknownProgram, program], title: 'This approves an Estuary operation' },
  { programs: [unknownProgram], title: 'This can move everything you have' },
  { programs: [], title: 'This can move everything you have' },
])('warns of a Solana transaction that nothing else asked for: $title', ({ programs, title }) => {
  const { cautions } = saidOfSolana(programs)
  expect(cautions).toMatchObject([
    { tone: 'flare', title, body: expect.stringContaining('Reject') },
  ])
})

it('calls the one program of a Solana transaction by no number', () => {
  expect(saidOfSolana([unknownProgram]).facts.map(({ name }) => name)).toContain('Program')
})

const domain = { name: 'USD Coin', chainId: 71_117_001, verifyingContract: to }
const address = { name: 'spender', type: 'address' }
const structs = {
  Permit: [address, { name: 'value', type: 'uint256' }],
  PermitSingle: [{ name: 'details', type: 'Details[]' }, address],
  PermitTransferFrom: [address],
  PermitBatch: [{ name: 'details', type: 'Details[2][]' }],
  OrderComponents: [address],
  TransferWithAuthorization: [address],
  SafeMessage: [{ name: 'message', type: 'bytes' }],
  SpendPermission: [{ name: 'account', type: 'address' }],
  Maker: [{ name: 'signer', type: 'address' }],
  Root: [{ name: 'root', type: 'bytes32' }],
  Transaction: [{ name: 'to', type: 'uint256' }],
  Greeting: [address],
  Mail: [{ name: 'text', type: 'string' }],
  Details: [{ name: 'token', type: 'address' }],
}

/** The description of typed data whose only field is `contents`, as smart accounts sign it. */
function cautionsOf(contents: string, types: Record<string, { name: string; type: string }[]>) {
  const { cautions, facts } = describeRequest(
    {
      kind: 'typedData',
      typedData: { domain, types, primaryType: 'TypedDataSign', message: { contents } },
    },
    devnet,
  )
  return { cautions, facts, titles: cautions.map(({ title }) => title) }
}

/** A struct nested in that of ERC-7739. */
function wrapped(type: string) {
  const TypedDataSign = [
    { name: 'contents', type },
    { name: 'name', type: 'string' },
    { name: 'verifyingContract', type: 'address' },
  ]
  return cautionsOf('', { ...structs, TypedDataSign })
}

it.each([
  'Permit',
  'PermitSingle',
  'PermitTransferFrom',
  'PermitBatch[]',
  'PermitBatch[2][]',
  'OrderComponents',
  'TransferWithAuthorization',
  'SafeMessage',
  'SpendPermission',
  'Maker',
  'Root',
  'Transaction',
  'Greeting',
])('warns of a %s inside of ERC-7739 typed data as of one by itself', (type) => {
  const { cautions } = wrapped(type)
  const name = type.replace(/\[.*/, '')
  expect(cautions).toMatchObject([
    {
      tone: 'flare',
      title: 'This may let others take your funds',
      body: expect.stringContaining(`This TypedDataSign contains a ${name}. A signed ${name}`),
    },
  ])
})

it('warns of no struct that is only defined, and not signed', () => {
  expect(wrapped('Mail').titles).toEqual([])
})

it.each(['\u202e', '\u00ad', '\u061c', '\u2028', '\u3164', '\u{e0041}'])(
  'warns of %j in a message, and in a text or a name of typed data',
  (hidden) => {
    const title = 'This text contains hidden characters'
    const bytes = stringToHex(`pay 1${hidden}0`)
    const { cautions } = describeRequest({ kind: 'message', bytes }, devnet)
    expect(cautions.map((one) => one.title)).toEqual([title])
    const TypedDataSign = [{ name: 'contents', type: 'string' }]
    expect(cautionsOf(`pay 1${hidden}0`, { TypedDataSign }).titles).toEqual([title])
    const named = [...TypedDataSign, { name: `to${hidden}`, type: 'string[]' }]
    expect(cautionsOf('', { TypedDataSign: named }).titles).toEqual([title])
  },
)

/** A message as smart accounts sign it: with its prefix, in a struct. */
function wrappedMessage(message: string, length = message.length) {
  const prefixed = stringToHex(`\u0019Ethereum Signed Message:\n${length}${message}`)
  const typedData = {
    domain,
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed },
  }
  return describeRequest({ kind: 'typedData', typedData }, devnet)
}

it('reads a message inside of ERC-7739 typed data, and warns of it as of one by itself', () => {
  const { facts, cautions } = wrappedMessage('2 days of access')
  expect(facts).toContainEqual({ name: 'Message', value: '2 days of access', form: 'text' })
  expect(cautions).toEqual([])
  const hash = wrappedMessage('these are 32 bytes of plain text')
  expect(hash.cautions.map(({ title }) => title)).toEqual(['This text may be a hash'])
  const broken = wrappedMessage('short', 900)
  expect(broken.cautions.map(({ title }) => title)).toEqual(['This message can’t be read'])
})

it.each([
  ['these are 32 bytes of plain text', 'This text may be a hash', 'flare'],
  ['\u20ac'.repeat(10) + 'ab', 'This text may be a hash', 'flare'],
  ['these are 33 bytes of plain text.', undefined, undefined],
  ['\u0000'.repeat(32), 'This is a hash, not a message', 'flare'],
  ['\u0000', 'This message can’t be read', 'buff'],
])('warns of a message that may stand for something else: %j', (text, title, tone) => {
  const { cautions } = describeRequest({ kind: 'message', bytes: stringToHex(text) }, devnet)
  expect(cautions.map((one) => [one.title, one.tone])).toEqual(title ? [[title, tone]] : [])
})

it('warns of a call that carries others, where an allowance could hide', () => {
  const abi = parseAbi(['function multicall(bytes[])', 'function approve(address, uint256)'])
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [to, 1n] })
  const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[approve]] })
  const transaction = {
    chainId: 71_117_001,
    to,
    data,
    value: 0n,
    nonce: undefined,
    gas: undefined,
  } as const
  const { cautions } = describeRequest({ kind: 'transaction', transaction, gas }, devnet)
  expect(cautions).toMatchObject([{ tone: 'flare', title: 'This call makes other calls' }])
})

function word(text: string): string {
  return text.padStart(64, '0')
}

const takes = 'This lets someone else take your tokens'
const isOdd = 'Unusual data encoding'
const isUnread = 'This call can’t be decoded'

it.each([
  ['an approval', `0x095ea7b3${word('1')}${word('5')}`, [takes]],
  ['an approval that a byte follows', `0x095ea7b3${word('1')}${word('5')}00`, [takes, isOdd]],
  ['an approval without its amount', `0x095ea7b3${word('1')}`, [takes, isOdd]],
  ['an approval of all by a 2', `0xa22cb465${word('1')}${word('2')}`, [takes, isOdd]],
  ['a transfer', `0xa9059cbb${word('1')}${word('5')}`, []],
  [
    'a transfer to an address of 21 bytes',
    `0xa9059cbb${word(`1${'0'.repeat(40)}`)}${word('5')}`,
    [isOdd],
  ],
  ['a transfer in capitals', `0xA9059CBB${word('a').toUpperCase()}${word('5')}`, []],
  ['a lower allowance', `0xa457c2d7${word('1')}${word('5')}`, []],
  ['an approval by Permit2', `0x87517c45${word('1')}${word('2')}${word('5')}${word('6')}`, [takes]],
  ['a deposit into a vault', `0x6e553f65${word('5')}${word('1')}`, []],
  ['a claim from a contract that nobody knows', '0x4e71d92d', [isUnread]],
  ['a call without arguments', '0xd0e30db0', []],
  ['a call without arguments that has some', `0xd0e30db0${word('1')}`, [isOdd]],
] as const)('says of %s what it may do', (_name, data, titles) => {
  const transaction = {
    chainId: 71_117_001,
    to,
    data: data as `0x${string}`,
    value: 0n,
    nonce: undefined,
    gas: undefined,
  } as const
  const { cautions, content } = describeRequest({ kind: 'transaction', transaction, gas }, devnet)
  expect(cautions.map(({ title }) => title)).toEqual(titles)
  expect(content !== undefined && 'text' in content).toBe(
    titles.some((title) => title === isOdd || title === isUnread),
  )
})

it('names the parts of an order that is refunded', () => {
  const abi = parseAbi([
    'function refund((bytes32 fillId, address depositor, address token, uint256 amount, uint256 fee, address feeReceiver, address payee, uint64 depositDeadline, uint64 refundAfter, bytes32 fillHash) order, bytes attestation)',
  ])
  const order = {
    fillId: zeroHash,
    depositor: to,
    token: to,
    amount: 5n,
    fee: 1n,
    feeReceiver: to,
    payee: to,
    depositDeadline: 7n,
    refundAfter: 8n,
    fillHash: zeroHash,
  } as const
  const data = encodeFunctionData({ abi, functionName: 'refund', args: [order, '0x'] })
  const transaction = {
    chainId: 71_117_001,
    to,
    data,
    value: 0n,
    nonce: undefined,
    gas: undefined,
  } as const
  const { cautions, content } = describeRequest({ kind: 'transaction', transaction, gas }, devnet)
  expect(cautions).toEqual([])
  const [shown] = content && 'fields' in content ? content.fields : []
  expect(shown?.name).toBe('order')
  expect(JSON.parse(shown?.value ?? '')).toMatchObject({ depositor: to, amount: '5' })
})
