import { VersionedMessage, VersionedTransaction } from '@solana/web3.js'

import { accountJson } from './accountJson.ts'
import type { Bank } from '../bank/bank.ts'
import { checkMinimumSlot } from '../bank/blocks.ts'
import { checkHealth } from './clusterMethods.ts'
import { inContext } from './context.ts'
import { feeOf } from '../bank/fee.ts'
import type { Json } from '../bank/json.ts'
import { checkTables, checkTablesOfMessage, loadedAddresses } from '../bank/lookupTables.ts'
import type { Methods } from './methods.ts'
import {
  addressIn,
  commitmentOf,
  countOf,
  type Options,
  optionsIn,
  textIn,
  textOf,
  textsIn,
  within,
} from '../bank/params.ts'
import { invalidParams, rpcCodes, RpcError } from '../bank/rpcError.ts'
import type { Outcome, Runtime, Simulation } from '../bank/runtime.ts'
import { hashLifeBlocks, heightOf } from '../bank/slots.ts'
import { sentenceOf } from '../bank/transactionFault.ts'
import { innerJson } from './transactionJson.ts'
import {
  decodeBytes,
  hasGoodNonce,
  keysOf,
  readTransaction,
  type WireTransaction,
} from '../bank/wireTransaction.ts'

/** Sending transactions and asking what they would do. */
export function transactionMethods(bank: Bank): Methods {
  const { blocks, runtime } = bank
  return {
    sendTransaction(params) {
      const options = optionsIn(params, 1)
      const transaction = transactionIn(textIn(params, 0), options)
      checkMinimumSlot(blocks, countOf(options, 'minContextSlot'))
      checkTables(transaction, runtime)
      if (options['skipPreflight'] !== true) checkBefore(transaction, { bank, options })
      bank.submit(transaction)
      return transaction.signature
    },
    simulateTransaction(params) {
      const options = optionsIn(params, 1)
      const sent = transactionIn(textIn(params, 0), options)
      const checksSignatures = options['sigVerify'] === true
      const replaces = options['replaceRecentBlockhash'] === true
      if (checksSignatures && replaces)
        throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
      const commitment = commitmentOf(options)
      const newest = blocks.slot(commitment)
      const blockhash = blocks.blockhash(newest)
      const transaction = replaces ? withBlockhash(sent, blockhash) : sent
      checkTables(transaction, runtime)
      const simulation = bank.simulate(transaction, { checksSignatures, commitment })
      const value = {
        ...simulationJson(simulation),
        accounts: accountsAfter(simulation, { runtime, options, transaction }),
        innerInstructions: options['innerInstructions'] === true ? inner(simulation) : null,
        replacementBlockhash: replaces
          ? { blockhash, lastValidBlockHeight: heightOf(newest) + hashLifeBlocks }
          : null,
        loadedAddresses: loadedAddresses(transaction.message, runtime),
      }
      return inContext(bank, { options, value })

      function inner(outcome: Outcome): Json {
        const addresses = keysOf(transaction.message, runtime)?.keySegments().flat().map(String)
        return outcome.innerInstructions.flatMap((instructions, index) =>
          instructions.length > 0
            ? [{ index, instructions: innerJson(instructions, addresses ?? []) }]
            : [],
        )
      }
    },
    getFeeForMessage(params) {
      const options = optionsIn(params, 1)
      const message = readMessage(textIn(params, 0))
      checkTablesOfMessage(message, runtime)
      const made = blocks.slotOfHash(message.recentBlockhash, commitmentOf(options))
      const isAlive = made !== undefined || hasGoodNonce(message, runtime)
      return inContext(bank, { options, value: isAlive ? feeOf(message) : null })
    },
  }
}

function transactionIn(text: string, options: Options): WireTransaction {
  return readTransaction(decodeBytes(text, textOf(options, 'encoding') ?? 'base58'))
}

/** What a cluster's node does before it passes a transaction on. */
function checkBefore(
  transaction: WireTransaction,
  { bank, options }: { bank: Bank; options: Options },
): void {
  checkHealth(bank.blocks)
  const simulation = bank.simulate(transaction, {
    checksSignatures: true,
    commitment: commitmentOf(options, 'preflightCommitment'),
  })
  const { fault } = simulation
  if (fault === undefined) return
  if (fault === 'SignatureFailure')
    throw new RpcError(rpcCodes.signatureVerification, 'Transaction signature verification failure')
  throw new RpcError(
    rpcCodes.preflightFailure,
    `Transaction simulation failed: ${sentenceOf(fault)}`,
    {
      ...simulationJson(simulation),
      accounts: null,
      innerInstructions: null,
      replacementBlockhash: null,
    },
  )
}

function simulationJson({ fault, logs, unitsConsumed, returnData }: Outcome) {
  return {
    err: fault ?? null,
    logs,
    unitsConsumed,
    returnData: returnData
      ? {
          programId: returnData.programId,
          data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
        }
      : null,
  }
}

/** The accounts that were asked for, as they would be; null for all when it would fail. */
function accountsAfter(
  simulation: Simulation,
  {
    runtime,
    options,
    transaction,
  }: { runtime: Runtime; options: Options; transaction: WireTransaction },
): Json {
  const wanted = within(options, 'accounts')
  if (!wanted) return null
  const encoding = textOf(wanted, 'encoding') ?? 'base64'
  if (encoding !== 'base64' && encoding !== 'jsonParsed')
    throw invalidParams('base58 encoding not supported')
  const most = keysOf(transaction.message, runtime)?.length ?? 0
  const addresses = textsIn([wanted['addresses']], { index: 0, most })
  return addresses.map((_, index) => {
    const address = addressIn(addresses, index)
    if (simulation.fault !== undefined) return null
    const changed = simulation.accounts.find((placed) => placed.address === address)
    const account = changed?.account ?? runtime.account(address)
    return account ? accountJson(account, { runtime, options: { encoding } }) : null
  })
}

function withBlockhash({ message, signature }: WireTransaction, hash: string): WireTransaction {
  message.recentBlockhash = hash
  return { message, signature, bytes: new VersionedTransaction(message).serialize() }
}

function readMessage(text: string): VersionedMessage {
  try {
    return VersionedMessage.deserialize(Buffer.from(text, 'base64'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw Object.assign(invalidParams(`failed to deserialize message: ${reason}`), { cause })
  }
}
