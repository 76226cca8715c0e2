import { VersionedMessage, VersionedTransaction } from '@solana/web3.js'
import { toAccountJson } from './accountJson.ts'
import type { Bank } from '../bank/bank.ts'
import { checkMinimumSlot } from '../bank/blocks.ts'
import { checkHealth } from './clusterMethods.ts'
import { withContext, type Methods } from './context.ts'
import { computeFee } from '../bank/fee.ts'
import { type Json, createInvalidParams, rpcCodes, RpcError } from '../bank/rpcAnswer.ts'
import { checkTables, checkTablesOfMessage, getLoadedAddresses } from '../bank/lookupTables.ts'
import {
  readAddress,
  getCommitment,
  getCount,
  type RpcOptions,
  readOptions,
  readText,
  getText,
  readTexts,
  getOptions,
} from '../bank/params.ts'
import type { ExecutionOutcome, Runtime, SimulatedExecution } from '../bank/runtime.ts'
import { hashLifeBlocks, getBlockHeight } from '../bank/slots.ts'
import { describeTransactionError } from '../bank/transactionError.ts'
import { toInnerJson } from './transactionJson.ts'
import {
  decodeBytes,
  hasGoodNonce,
  resolveAccountKeys,
  readTransaction,
  type WireTransaction,
} from '../bank/wireTransaction.ts'

/** Creates the methods that send and simulate transactions. */
export function createTransactionMethods(bank: Bank): Methods {
  const { blocks, runtime } = bank
  return {
    sendTransaction(params) {
      const options = readOptions(params, 1)
      const transaction = parseTransaction(readText(params, 0), options)
      checkMinimumSlot(blocks, getCount(options, 'minContextSlot'))
      checkTables(transaction, runtime)
      if (options['skipPreflight'] !== true) checkBefore(transaction, { bank, options })
      bank.submit(transaction)
      return transaction.signature
    },
    simulateTransaction(params) {
      const options = readOptions(params, 1)
      const sent = parseTransaction(readText(params, 0), options)
      const checksSignatures = options['sigVerify'] === true
      const replaces = options['replaceRecentBlockhash'] === true
      if (checksSignatures && replaces)
        throw createInvalidParams('sigVerify may not be used with replaceRecentBlockhash')
      const commitment = getCommitment(options)
      const newest = blocks.slot(commitment)
      const blockhash = blocks.blockhash(newest)
      const transaction = replaces ? withBlockhash(sent, blockhash) : sent
      checkTables(transaction, runtime)
      const simulation = bank.simulate(transaction, { checksSignatures, commitment })
      const value = {
        ...toSimulationJson(simulation),
        accounts: toAccountsAfter(simulation, { runtime, options, transaction }),
        innerInstructions: options['innerInstructions'] === true ? inner(simulation) : null,
        replacementBlockhash: replaces
          ? { blockhash, lastValidBlockHeight: getBlockHeight(newest) + hashLifeBlocks }
          : null,
        loadedAddresses: getLoadedAddresses(transaction.message, runtime),
      }
      return withContext(bank, { options, value })

      function inner(outcome: ExecutionOutcome): Json {
        const addresses = resolveAccountKeys(transaction.message, runtime)
          ?.keySegments()
          .flat()
          .map(String)
        return outcome.innerInstructions.flatMap((instructions, index) =>
          instructions.length > 0
            ? [{ index, instructions: toInnerJson(instructions, addresses ?? []) }]
            : [],
        )
      }
    },
    getFeeForMessage(params) {
      const options = readOptions(params, 1)
      const message = decodeMessage(readText(params, 0))
      checkTablesOfMessage(message, runtime)
      const made = blocks.slotOfHash(message.recentBlockhash, getCommitment(options))
      const isAlive = made !== undefined || hasGoodNonce(message, runtime)
      return withContext(bank, { options, value: isAlive ? computeFee(message) : null })
    },
  }
}

function parseTransaction(text: string, options: RpcOptions): WireTransaction {
  return readTransaction(decodeBytes(text, getText(options, 'encoding') ?? 'base58'))
}

/** Preflight checks of a cluster's node. */
function checkBefore(
  transaction: WireTransaction,
  { bank, options }: { bank: Bank; options: RpcOptions },
): void {
  checkHealth(bank.blocks)
  const simulation = bank.simulate(transaction, {
    checksSignatures: true,
    commitment: getCommitment(options, 'preflightCommitment'),
  })
  const { error } = simulation
  if (error === undefined) return
  if (error === 'SignatureFailure')
    throw new RpcError(rpcCodes.signatureVerification, 'Transaction signature verification failure')
  throw new RpcError(
    rpcCodes.preflightFailure,
    `Transaction simulation failed: ${describeTransactionError(error)}`,
    {
      ...toSimulationJson(simulation),
      accounts: null,
      innerInstructions: null,
      replacementBlockhash: null,
    },
  )
}

function toSimulationJson({ error, logs, unitsConsumed, returnData }: ExecutionOutcome) {
  return {
    err: error ?? null,
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

/** The requested accounts after simulation; null for all when it fails. */
function toAccountsAfter(
  simulation: SimulatedExecution,
  {
    runtime,
    options,
    transaction,
  }: { runtime: Runtime; options: RpcOptions; transaction: WireTransaction },
): Json {
  const wanted = getOptions(options, 'accounts')
  if (!wanted) return null
  const encoding = getText(wanted, 'encoding') ?? 'base64'
  if (encoding !== 'base64' && encoding !== 'jsonParsed')
    throw createInvalidParams('base58 encoding not supported')
  const maxTexts = resolveAccountKeys(transaction.message, runtime)?.length ?? 0
  const addresses = readTexts([wanted['addresses']], { index: 0, maxTexts })
  return addresses.map((_, index) => {
    const address = readAddress(addresses, index)
    if (simulation.error !== undefined) return null
    const changed = simulation.accounts.find((placed) => placed.address === address)
    const account = changed?.account ?? runtime.account(address)
    return account ? toAccountJson(account, { runtime, options: { encoding } }) : null
  })
}

function withBlockhash({ message, signature }: WireTransaction, hash: string): WireTransaction {
  message.recentBlockhash = hash
  return { message, signature, bytes: new VersionedTransaction(message).serialize() }
}

function decodeMessage(text: string): VersionedMessage {
  try {
    return VersionedMessage.deserialize(Buffer.from(text, 'base64'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw Object.assign(createInvalidParams(`failed to deserialize message: ${reason}`), { cause })
  }
}
