import { findEvmChain, getSolanaChains } from '#networks/getChain.ts'
import { formatUnits } from 'viem'

import { encodeBase64 } from '#chains/solana/codec/base64.ts'
import { type EvmAddress, toEvmChainId, isSameAddress } from '#protocol/ids/caip.ts'
import type { Network } from '#networks/network.ts'
import { translate } from '../../../language/translate.ts'
import type { RequestedAuthorization, RequestedTransaction } from '../parseSignatureRequest.ts'
import { getChainName } from './getChainName.ts'
import { findCoin } from './findCoin.ts'
import { findContractName } from './findContractName.ts'
import { decodeCall, type DecodedCall } from './decodeCall.ts'
import { describeMessage } from './describeMessage.ts'
import { describeTypedData } from './describeTypedData.ts'
import type { Caution, Description } from './description.ts'
import type { TransactionGas } from '../fillTransaction.ts'
import type { PromptRequest } from '../prompts.ts'
import type { SolanaSignatureRequest } from '../solanaSignatureRequest.ts'
import type { RequestFact } from './getTypedDataFields.ts'

/**
 * Describes a request to the local wallet, with the network's names of chains, tokens, contracts.
 */
export function describeRequest(asked: PromptRequest, network: Network): Description {
  switch (asked.kind) {
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

function describeAuthorization(asked: RequestedAuthorization, network: Network): Description {
  const { delegate, chainId, nonce } = asked
  const chain = findEvmChain(network, toEvmChainId(chainId))
  const isOurs = chain !== undefined && isSameAddress(chain.contracts.delegate, delegate)
  const body = isOurs
    ? translate(
        'It’s Estuary’s own contract, pinned in this build. The authorization stays in effect until you sign another.',
      )
    : translate(
        'Estuary doesn’t know this contract. Whoever made it can take everything at this address on this chain, at any time. Reject it unless you’ve read its code.',
      )
  return {
    title: translate('Let a contract act as your address?'),
    approve: translate('Sign the authorization'),
    cautions: [
      {
        tone: isOurs ? 'buff' : 'flare',
        title: isOurs
          ? translate('Your address becomes a smart account')
          : translate('This gives away control of your address'),
        body,
      },
    ],
    facts: [
      { name: translate('Contract'), value: delegate, form: 'address' },
      {
        name: translate('Known as'),
        value: isOurs ? translate('Estuary’s delegate') : translate('Unknown'),
        form: 'text',
      },
      { name: translate('Chain'), value: getChainName(chainId, network), form: 'text' },
      { name: translate('Account nonce'), value: String(nonce), form: 'text' },
    ],
    content: undefined,
  }
}

function describeTransaction(
  asked: { transaction: RequestedTransaction; gas: TransactionGas },
  network: Network,
): Description {
  const { transaction, gas } = asked
  const { to, data, value, chainId } = transaction
  const coins = createCoinFormatter({ network, chainId })
  const call = data === '0x' ? undefined : decodeCall(transaction, { network, chainId })
  const cautions = getCautions(call, data)
  const facts: RequestFact[] = [
    { name: translate('To'), value: to, form: 'address' },
    ...findKnownNames(to, { network, chainId }),
    { name: translate('Chain'), value: getChainName(chainId, network), form: 'text' },
    { name: translate('Sends'), value: coins(value), form: 'text' },
    {
      name: translate('Maximum network fee'),
      value: coins(gas.gas * gas.maxFeePerGas),
      form: 'text',
    },
  ]
  if (data !== '0x')
    facts.push({
      name: translate('Function'),
      value: call?.name ?? data.slice(0, 10),
      form: 'code',
    })
  const fields = call?.arguments.map(({ name, value: text, isAddress }): RequestFact => {
    return { name, value: text, form: isAddress ? 'address' : 'code' }
  })
  return {
    title: translate('Send a transaction?'),
    approve: translate('Send the transaction'),
    cautions,
    facts,
    content:
      data === '0x'
        ? undefined
        : fields && call?.isOdd !== true
          ? { label: translate('Arguments'), fields }
          : { label: translate('Data, as bytes'), text: data },
  }
}

function getCautions(call: DecodedCall | undefined, data: `0x${string}`): readonly Caution[] {
  const cautions: Caution[] = []
  if (call?.grant)
    cautions.push({
      tone: 'flare',
      title: translate('This lets someone else take your tokens'),
      body:
        call.grant === 'unlimited'
          ? translate('Without limit, at any time, until revoked.')
          : translate('Up to the amount below, at any time, until revoked.'),
    })
  if (call?.isCarrier)
    cautions.push({
      tone: 'flare',
      title: translate('This call makes other calls'),
      body: translate(
        'You can’t see here what they do. They may send what the account holds, or let others take it. Reject it unless you know who asks and why.',
      ),
    })
  if (call?.isOdd)
    cautions.push({
      tone: 'flare',
      title: translate('Unusual data encoding'),
      body: translate(
        'It doesn’t contain exactly the arguments shown, so the contract may do something else with it. Reject it unless you know why.',
      ),
    })
  if (data !== '0x' && !call)
    cautions.push({
      tone: 'buff',
      title: translate('This call can’t be decoded'),
      body: translate(
        'You can’t see here what it does. Reject it unless you know who asks and why.',
      ),
    })
  return cautions
}

/** Only the review page decodes what a Solana transaction does; no other request is expected. */
function describeSolana(asked: SolanaSignatureRequest, network: Network): Description {
  const { feePayer, programs, instructionCount, message } = asked
  const ours = getSolanaChains(network)
  const isOurs = ours.some(({ program }) => programs.includes(program))
  const called: RequestFact[] = programs.map((program, index) => ({
    name:
      programs.length === 1
        ? translate('Program')
        : translate('Program {number}', { number: index + 1 }),
    value: ours.some((chain) => chain.program === program)
      ? translate('{program} (Estuary)', { program })
      : program,
    form: 'code',
  }))
  return {
    title: translate('Sign a Solana transaction?'),
    approve: translate('Sign the transaction'),
    cautions: [
      {
        tone: 'flare',
        title: isOurs
          ? translate('This approves an Estuary operation')
          : translate('This can move everything you have'),
        body: isOurs
          ? translate(
              'It can move coins and tokens from your Solana account. Estuary asks for this only from its review page, which isn’t asking now. Reject it.',
            )
          : translate(
              'You can’t see here what it does. It can move every coin and token in your Solana account at once. Reject it unless you know who made it and why.',
            ),
      },
    ],
    facts: [
      { name: translate('Instructions'), value: String(instructionCount), form: 'text' },
      ...called,
      { name: translate('Network fee paid by'), value: feePayer, form: 'address' },
    ],
    content: { label: translate('Message, as base64'), text: encodeBase64(message) },
  }
}

/** Formats smallest units in the chain's native coin; as a bare number on an unknown chain. */
function createCoinFormatter(where: {
  network: Network
  chainId: number
}): (units: bigint) => string {
  const coin = findCoin(where)
  return (units) =>
    coin
      ? `${formatUnits(units, coin.decimals)} ${coin.symbol}`
      : translate('{units} base units', { units: String(units) })
}

function findKnownNames(
  address: EvmAddress,
  where: { network: Network; chainId: number },
): readonly RequestFact[] {
  const name = findContractName(address, where)
  return name === undefined ? [] : [{ name: translate('Known as'), value: name, form: 'text' }]
}
