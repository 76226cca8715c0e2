import { isHex, size, stringToHex } from 'viem'

import { getEvmChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { translate } from '../../../language/translate.ts'
import type { RequestedTypedData } from '../parseSignatureRequest.ts'
import { getChainName } from './getChainName.ts'
import { deceptive, getMessageCautions } from './describeMessage.ts'
import type { Caution, Description } from './description.ts'
import { isDeceptive, parseMessage } from './parseMessage.ts'
import { type RequestFact, getTypedDataFields } from './getTypedDataFields.ts'

/** Describes EIP-712 typed data. */
export function describeTypedData(typedData: RequestedTypedData, network: Network): Description {
  const { domain, primaryType } = typedData
  const name = typeof domain['name'] === 'string' ? domain['name'] : undefined
  const contract = domain['verifyingContract']
  const chainId = domain['chainId'] === undefined ? undefined : Number(domain['chainId'])
  const facts: RequestFact[] = [
    { name: translate('For'), value: name ?? translate('Unnamed'), form: 'text' },
  ]
  if (typeof contract === 'string')
    facts.push({ name: translate('Contract'), value: contract, form: 'address' })
  if (chainId !== undefined)
    facts.push({ name: translate('Chain'), value: getChainName(chainId, network), form: 'text' })
  const messages = findWrappedMessages(typedData)
  const fields = getTypedDataFields(typedData)
  const kind: RequestFact = { name: translate('Type'), value: primaryType, form: 'code' }
  const isHidden = [...facts, kind, ...fields].some(
    ({ name: label, value }) => isDeceptive(label) || isDeceptive(value),
  )
  return {
    title: translate('Sign typed data?'),
    approve: translate('Sign the data'),
    cautions: [
      ...getRightsCautions(typedData, network),
      ...messages.flatMap(getMessageCautions),
      ...(isHidden ? [deceptive] : []),
      ...(chainId === undefined ? [unbound] : []),
    ],
    facts: [...facts, kind, ...messages.flatMap(getMessageFacts)],
    content: { label: translate('What is signed'), fields },
  }
}

const unbound: Caution = {
  tone: 'buff',
  title: translate('Not bound to a chain'),
  body: translate('The signature is valid on every chain where such a contract is deployed.'),
}

/**
 * Names of structs that give a third party rights once signed. Tokens, exchanges and accounts
 * verify exactly these names, so an attacker cannot rename them. Besides the standards: Coinbase's
 * SpendPermission, LooksRare's Maker, Blur's Root, zkSync's Transaction.
 */
const rights =
  /permit|permission|approv|allowance|order|delegat|authorization|userop|packeduseroperation|safetx|safemessage|forwardrequest|transaction|intent|^maker|^root$/i

/** Names of address fields that receive a right, whatever the struct is called. */
const takerNames = /spender|operator|delegate/i

function getRightsCautions(typedData: RequestedTypedData, network: Network): readonly Caution[] {
  const { domain, primaryType } = typedData
  if (getEvmChains(network).some(({ approveDomain }) => approveDomain.name === domain['name']))
    return [
      {
        tone: 'flare',
        title: translate('This approves a smart account operation'),
        body: translate(
          'It can move everything in the account. Estuary asks for this only from its review page, which isn’t asking now. Reject it.',
        ),
      },
    ]
  const right = getStructs(typedData).find((one) => isRight(one, typedData))
  if (right === undefined) return []
  return [
    {
      tone: 'flare',
      title: translate('This may let others take your funds'),
      body:
        right === primaryType
          ? translate(
              'A signed {right} can be used later, without asking you again. Sign it only if you know who can take what, how much and until when.',
              { right },
            )
          : translate(
              'This {type} contains a {right}. A signed {right} can be used later, without asking you again. Sign it only if you know who can take what, how much and until when.',
              { type: primaryType, right },
            ),
    },
  ]
}

function isRight(struct: string, { types }: RequestedTypedData): boolean {
  const members = types[struct] ?? []
  const isTakerNamed = members.some(({ name, type }) => type === 'address' && takerNames.test(name))
  return rights.test(struct) || isTakerNamed
}

/** Every struct that is signed: the primary type and all types nested in it. */
function getStructs({ types, primaryType }: RequestedTypedData): readonly string[] {
  const found = new Set<string>()
  const open = [primaryType]
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    const struct = type.replace(/(\[\d*\])+$/, '')
    const members = types[struct]
    if (!members || found.has(struct)) continue
    found.add(struct)
    open.push(...members.map((member) => member.type))
  }
  return [...found]
}

/** Messages wrapped for a smart account. Source: ERC-7739, `PersonalSign(bytes prefixed)`. */
function findWrappedMessages(typedData: RequestedTypedData): readonly `0x${string}`[] {
  if (!getStructs(typedData).includes('PersonalSign')) return []
  return getTypedDataFields(typedData)
    .filter(({ name }) => /(^|\.)prefixed$/.test(name))
    .flatMap(({ value }) => (isHex(value) ? [stripPrefix(value)] : []))
}

/** Precedes a message's length and the message. Source: EIP-191, version 0x45. */
const prefix = '\u0019Ethereum Signed Message:\n'

/** Removes the prefix from a message; bytes without a prefix are returned unchanged. */
function stripPrefix(bytes: `0x${string}`): `0x${string}` {
  for (const digits of [1, 2, 3, 4, 5, 6]) {
    const head = stringToHex(`${prefix}${size(bytes) - prefix.length - digits}`)
    const isHead = size(head) === prefix.length + digits && bytes.toLowerCase().startsWith(head)
    if (isHead) return `0x${bytes.slice(head.length)}`
  }
  return bytes
}

function getMessageFacts(bytes: `0x${string}`): readonly RequestFact[] {
  const read = parseMessage(bytes)
  return read.kind === 'text'
    ? [{ name: translate('Message'), value: read.text, form: 'text' }]
    : []
}
