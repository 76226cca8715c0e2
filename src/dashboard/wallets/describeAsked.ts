import { evmChains, findEvmChain, solanaChains } from '#networks/chainsOf.ts'
import { formatUnits } from 'viem'

import { encodeBase64 } from '#chains/solana/base64.ts'
import { type EvmAddress, evmChainId, isSameAddress } from '#protocol/caip.ts'
import type { Network } from '#networks/network.ts'
import type { AskedAuthorization, AskedTransaction, AskedTypedData } from './askedRequest.ts'
import { coinOf } from './coinOf.ts'
import { decodeCall, tokenAt } from './decodeCall.ts'
import type { TransactionGas } from './fillTransaction.ts'
import type { Asked } from './prompts.ts'
import { readMessage } from './readMessage.ts'
import type { AskedSolanaSignature } from './solana/askedSolana.ts'
import { type Fact, typedDataFields } from './typedDataFields.ts'

/** Something about a request that a person should stop at; `flare` can cost everything. */
export type Caution = { tone: 'buff' | 'flare'; title: string; body: string }

/** A request in plain words. */
export type Description = {
  title: string
  /** Says the result. */
  approve: string
  cautions: readonly Caution[]
  facts: readonly Fact[]
  /** All that is signed, field by field or as it stands; undefined when the facts are all. */
  content: { label: string; text?: string; fields?: readonly Fact[] } | undefined
}

/** Puts what the local wallet is asked into words. The network names chains, tokens and our own. */
export function describeAsked(asked: Asked, network: Network): Description {
  switch (asked.kind) {
    case 'accounts':
      return {
        title: 'Share your address?',
        approve: 'Share the address',
        cautions: [],
        facts: [],
        content: undefined,
      }
    case 'message':
      return describeMessage(asked.bytes)
    case 'typedData':
      return describeTypedData(asked.typedData, network)
    case 'authorization':
      return describeAuthorization(asked.authorization, network)
    case 'transaction':
      return describeTransaction(asked, network)
    case 'solanaTransaction':
      return describeSolana(asked, network)
  }
}

function describeMessage(bytes: `0x${string}`): Description {
  const read = readMessage(bytes)
  const cautions: Caution[] = []
  if (read.kind === 'hash')
    cautions.push({
      tone: 'flare',
      title: 'This is a hash, not a message',
      body: 'It stands for something that cannot be seen here, and may move all you have. Reject it unless you computed it yourself.',
    })
  if (read.kind === 'bytes')
    cautions.push({
      tone: 'buff',
      title: 'This message cannot be read',
      body: 'It is not text. Who asks knows what it means; you cannot see it here.',
    })
  if (read.kind === 'text' && read.isDeceptive)
    cautions.push({
      tone: 'flare',
      title: 'This text hides characters',
      body: 'It holds characters that are not shown or turn the reading order, so it may say something else than it seems to.',
    })
  return {
    title: 'Sign a message?',
    approve: 'Sign the message',
    cautions,
    facts: [],
    content: {
      label: read.kind === 'text' ? 'Message' : 'Message, as bytes',
      text: read.kind === 'text' ? read.text : bytes,
    },
  }
}

/** Types by which tokens let others take funds: signed here, spent by anyone later. */
const permits = /permit|approve|order|delegation|userop|packeduseroperation|safetx/i

function describeTypedData(typedData: AskedTypedData, network: Network): Description {
  const { domain, primaryType } = typedData
  const name = typeof domain['name'] === 'string' ? domain['name'] : undefined
  const contract = domain['verifyingContract']
  const chainId = domain['chainId'] === undefined ? undefined : Number(domain['chainId'])
  const cautions: Caution[] = []
  if (evmChains(network).some(({ approveDomain }) => approveDomain.name === name))
    cautions.push({
      tone: 'flare',
      title: 'This approves an operation of a smart account',
      body: 'It can move everything in the account. What it does is shown and checked on the review page only, which asked nothing now. Reject it.',
    })
  else if (permits.test(primaryType))
    cautions.push({
      tone: 'flare',
      title: 'This may let others take your funds',
      body: `A signed ${primaryType} can be used later, without asking you again. Sign it only if you know who takes what, up to which amount and until when.`,
    })
  if (chainId === undefined)
    cautions.push({
      tone: 'buff',
      title: 'Not bound to a chain',
      body: 'The signature is good on every chain where such a contract stands.',
    })
  const facts: Fact[] = [{ name: 'For', value: name ?? 'Not named', form: 'text' }]
  if (typeof contract === 'string')
    facts.push({ name: 'Contract', value: contract, form: 'address' })
  if (chainId !== undefined)
    facts.push({ name: 'Chain', value: chainName(chainId, network), form: 'text' })
  return {
    title: 'Sign typed data?',
    approve: 'Sign the data',
    cautions,
    facts: [...facts, { name: 'Kind', value: primaryType, form: 'code' }],
    content: { label: 'What is signed', fields: typedDataFields(typedData) },
  }
}

function describeAuthorization(asked: AskedAuthorization, network: Network): Description {
  const { delegate, chainId, nonce } = asked
  const chain = findEvmChain(network, evmChainId(chainId))
  const isOurs = chain !== undefined && isSameAddress(chain.contracts.delegate, delegate)
  const body = isOurs
    ? "It is Estuary's own contract, pinned in this build. The authorization holds until you give another."
    : 'This contract is not one that Estuary knows. Whoever made it can take everything at this address on this chain, at any time. Reject it unless you have read its code.'
  return {
    title: 'Let a contract act as your address?',
    approve: 'Sign the authorization',
    cautions: [
      {
        tone: isOurs ? 'buff' : 'flare',
        title: isOurs ? 'Your address becomes a smart account' : 'This gives your address away',
        body,
      },
    ],
    facts: [
      { name: 'Contract', value: delegate, form: 'address' },
      { name: 'Known as', value: isOurs ? "Estuary's delegate" : 'Unknown', form: 'text' },
      { name: 'Chain', value: chainName(chainId, network), form: 'text' },
      { name: 'Account nonce', value: String(nonce), form: 'text' },
    ],
    content: undefined,
  }
}

function describeTransaction(
  asked: { transaction: AskedTransaction; gas: TransactionGas },
  network: Network,
): Description {
  const { transaction, gas } = asked
  const { to, data, value, chainId } = transaction
  const coins = coinWriter({ network, chainId })
  const call = data === '0x' ? undefined : decodeCall(transaction, { network, chainId })
  const cautions: Caution[] = []
  if (call?.grant)
    cautions.push({
      tone: 'flare',
      title: 'This lets someone else take your tokens',
      body:
        call.grant === 'unlimited'
          ? 'Without a limit, at any time, until it is revoked.'
          : 'Up to the amount below, at any time, until it is revoked.',
    })
  if (data !== '0x' && !call)
    cautions.push({
      tone: 'buff',
      title: 'This call cannot be read',
      body: 'The contract and what it is told are known to who asks; you cannot see here what it does.',
    })
  const facts: Fact[] = [
    { name: 'To', value: to, form: 'address' },
    ...knownAs(to, { network, chainId }),
    { name: 'Chain', value: chainName(chainId, network), form: 'text' },
    { name: 'Sends', value: coins(value), form: 'text' },
    {
      name: 'Network fee, at most',
      value: coins(gas.gas * gas.maxFeePerGas),
      form: 'text',
    },
  ]
  if (data !== '0x')
    facts.push({ name: 'Function', value: call?.name ?? data.slice(0, 10), form: 'code' })
  const fields = call?.arguments.map(({ name, value: text, isAddress }): Fact => {
    return { name, value: text, form: isAddress ? 'address' : 'code' }
  })
  return {
    title: 'Send a transaction?',
    approve: 'Send the transaction',
    cautions,
    facts,
    content:
      data === '0x'
        ? undefined
        : fields
          ? { label: 'Arguments', fields }
          : { label: 'Data, as bytes', text: data },
  }
}

/** What a Solana transaction does is decoded where this app made it: on the review page. */
function describeSolana(asked: AskedSolanaSignature, network: Network): Description {
  const { feePayer, programs, instructionCount, message } = asked
  const ours = solanaChains(network)
  const isOurs = ours.some(({ program }) => programs.includes(program))
  const called: Fact[] = programs.map((program, index) => ({
    name: programs.length === 1 ? 'Program' : `Program ${index + 1}`,
    value: ours.some((chain) => chain.program === program) ? `${program}, Estuary's` : program,
    form: 'code',
  }))
  return {
    title: 'Sign a Solana transaction?',
    approve: 'Sign the transaction',
    cautions: [
      {
        tone: 'flare',
        title: isOurs ? 'This approves an operation of Estuary' : 'This can move all you have',
        body: isOurs
          ? 'It can move coins and tokens of your Solana account. What it does is shown and checked on the review page only, which asked nothing now. Reject it.'
          : 'What it does cannot be seen here. It can move every coin and token of your Solana account at once. Reject it unless you know who made it and why.',
      },
    ],
    facts: [
      { name: 'Instructions', value: String(instructionCount), form: 'text' },
      ...called,
      { name: 'Network fee is paid by', value: feePayer, form: 'address' },
    ],
    content: { label: 'Message, as base64', text: encodeBase64(message) },
  }
}

/** Writes smallest units in a chain's own coin; of a chain that is not known in bare units. */
function coinWriter(where: { network: Network; chainId: number }): (units: bigint) => string {
  const coin = coinOf(where)
  return (units) =>
    coin ? `${formatUnits(units, coin.decimals)} ${coin.symbol}` : `${units} smallest units`
}

function knownAs(
  address: EvmAddress,
  where: { network: Network; chainId: number },
): readonly Fact[] {
  const { network, chainId } = where
  const chain = findEvmChain(network, evmChainId(chainId))
  const ours = Object.entries(chain?.contracts ?? {}).find(([, at]) => isSameAddress(at, address))
  const token = tokenAt(address, where)
  const name = ours ? (contractNames[ours[0]] ?? ours[0]) : token && `${token.name}, the token`
  return name === undefined ? [] : [{ name: 'Known as', value: name, form: 'text' }]
}

const contractNames: Record<string, string> = {
  originEscrow: "Estuary's escrow",
  destinationSettler: "Estuary's settler",
  accountFactory: "Estuary's account factory",
  entryPoint: 'EntryPoint 0.7',
  swapRouter: 'Uniswap router',
  wrappedNative: 'Wrapped native coin',
}

function chainName(chainId: number, network: Network): string {
  const known = network.chains.find((one) => one.chainId === evmChainId(chainId))
  return known?.name ?? `Chain ${chainId}, not one of ${network.name}`
}
