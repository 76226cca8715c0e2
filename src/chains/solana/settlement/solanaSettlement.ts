import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { hashSolanaFill } from '#protocol/orders/solanaOrder.ts'
import { findByQuorum, readQuorumList } from '../../rpc/providers.ts'
import type { SettlementChain, SolanaEcosystem } from '../../ports/settlementChain.ts'
import { joinAttestations } from './keys/solanaAttestation.ts'
import { createBlockhashes } from './blockhashes.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { getCommitment, readAccounts } from '../rpc/readAccounts.ts'
import { readInventory, readUnits } from './inventory.ts'
import { getSolanaKeyAddress, isSignedBy, parseSignature } from './keys/solanaKey.ts'
import { readSolanaOutcome } from './readSolanaOutcome.ts'
import { createMints, type Mints } from '../assets/mints.ts'
import { findOrderEvents } from '../orders/orderEvents.ts'
import {
  findPayoutError,
  hasReceiver,
  buildPayoutInstructions,
  getPayoutPriceLimit,
} from './payout.ts'
import { prepareTransaction } from './prepareTransaction.ts'
import { encodeHex } from '../program/bytes.ts'
import { readQuorumHead, readQuorumState, toReadable, type SolanaQuorum } from './quorum.ts'
import { reclaim } from './reclaim.ts'
import { findMismatch } from '../operation/findMismatch.ts'
import { readOwnOperation, readTerms } from '../operation/readTerms.ts'
import { readSettlement } from './settlement.ts'
import { broadcast, isLost, replaceTransaction, type SolanaSenderKeys } from './transaction.ts'
import { simulateMessage } from './simulateMessage.ts'
import { writeMessage } from './writeMessage.ts'

/** Options of a settlement chain. */
export type SolanaSettlementOptions = {
  client: SolanaClient
  /** Other providers of the same cluster, which must confirm what funds depend on. */
  quorumClients?: readonly SolanaClient[]
  /** Called when the providers disagree. */
  onDisagreement?: (sentence: string) => void
  /** Absent in a process that only reads; nothing can then be prepared or signed. */
  keys?: SolanaSenderKeys
}

/** Settlement on a Solana cluster: transactions can be lost, and attestors sign payouts. */
export type SolanaSettlement = SettlementChain<SolanaEcosystem> &
  Required<Pick<SettlementChain<SolanaEcosystem>, 'isLost' | 'attested'>>

/** Creates the {@link SettlementChain} of one Solana cluster of a network. */
export function createSolanaSettlement(
  chain: SolanaNetworkChain,
  options: SolanaSettlementOptions,
): SolanaSettlement {
  const { chainId, program } = chain
  const context = createContext(chain, options)
  const { client, quorum, senders, getMints } = context
  return {
    chainId,
    depth: chain.depth,
    blockMs: chain.blockMs,
    senders,
    readTerms: (operation, appReceiver) => readTerms(operation, chain, appReceiver),
    findMismatch: (operation, intent) => findMismatch(operation, { intent, chain }),
    ...createSignatureReaders(chain),
    async tryOperation(operation) {
      const read = readOwnOperation(operation, chain)
      if (!read) throw new Error('The operation is not one that this service builds.')
      const tried = await toReadable(client, () => simulateMessage(read.bytes, context))
      return 'refused' in tried ? tried : undefined
    },
    hashFill: (fill, solver) => hashSolanaFill(fill, { chainId, program, solver }),
    ...createReads(context),
    async readBalance(owner, assetType) {
      const assetTypes = [assetType]
      const { slot, units } = await readUnits(quorum, { owner, assetTypes, getMints })
      return { units: units[0] ?? 0n, block: slot, hasCode: true }
    },
    readInventory: (assetTypes) =>
      readInventory(quorum, { assetTypes, solver: senders.solver, getMints }),
    broadcast: (raw) => broadcast(quorum, raw),
    ...createSigning(context, options.keys),
  }
}

type SettlementContext = {
  chain: SolanaNetworkChain
  client: SolanaClient
  quorum: SolanaQuorum
  blockhashes: ReturnType<typeof createBlockhashes>
  senders: Record<'executor' | 'solver', SolanaAddress>
  mints: Mints
  getMints: (client: SolanaClient) => Mints
}

function createContext(
  chain: SolanaNetworkChain,
  { client, quorumClients = [], onDisagreement, keys }: SolanaSettlementOptions,
): SettlementContext {
  const quorum = { clients: [client, ...quorumClients], onDisagreement }
  const known = new Map(quorum.clients.map((one) => [one, createMints(one)]))
  const { executor, solver } = chain.roles
  return {
    chain,
    client,
    quorum,
    blockhashes: createBlockhashes(quorum),
    senders: keys
      ? { executor: getSolanaKeyAddress(keys.executor), solver: getSolanaKeyAddress(keys.solver) }
      : { executor, solver },
    mints: getMints(client),
    getMints,
  }

  function getMints(one: SolanaClient): Mints {
    return known.get(one) ?? createMints(one)
  }
}

type SettlementPart<Name extends keyof SolanaSettlement> = Pick<SolanaSettlement, Name>

/** How a user's signature is checked: over the message, by the account's own key. */
function createSignatureReaders(
  chain: SolanaNetworkChain,
): SettlementPart<'recoverSigner' | 'recoverApprover' | 'checkDelegation'> {
  function getSigner(operation: SolanaChainOperation): SolanaAddress | undefined {
    const read = readOwnOperation(operation, chain)
    const signature = parseSignature(operation.signature)
    if (!read || !signature) return undefined
    return isSignedBy(read.user, { bytes: read.bytes, signature }) ? read.user : undefined
  }
  return {
    recoverSigner(operation, { accountAddress }) {
      const signer = getSigner(operation)
      return Promise.resolve(signer === accountAddress ? signer : undefined)
    },
    recoverApprover: (operation) => Promise.resolve(getSigner(operation)),
    checkDelegation: () => Promise.resolve(undefined),
  }
}

/** Reads that ask all providers of the cluster. */
function createReads({
  chain,
  quorum,
}: SettlementContext): SettlementPart<
  'readHead' | 'readState' | 'readTransactionOutcome' | 'findOperation' | 'findOrderEvents'
> {
  const commitment = getCommitment(chain)
  return {
    readHead: () => readQuorumHead(quorum, commitment),
    readState: (question, block) =>
      readQuorumState(quorum, {
        block,
        ask: (one, from) => readSettlement(one, { chain, question, block: from }),
      }),
    readTransactionOutcome: (signature) =>
      findByQuorum(quorum, {
        find: (one) => toReadable(one, () => readSolanaOutcome(one, { chain, signature })),
        async hasBlock(one, block) {
          const { slot } = await readAccounts(one, [], { commitment })
          return slot >= block
        },
      }),
    findOperation: () => Promise.resolve(undefined),
    findOrderEvents: (orderHash, { fromBlock }) =>
      readQuorumList(quorum, (one) =>
        toReadable(one, () => findOrderEvents(one, { chain, orderHash, fromBlock })),
      ),
  }
}

function createSigning(
  context: SettlementContext,
  keys: SolanaSenderKeys | undefined,
): SettlementPart<'prepare' | 'replace' | 'isLost' | 'attested' | 'reclaim'> {
  const { chain, client } = context
  function own(): SolanaSenderKeys {
    if (!keys) throw new Error(`This process holds no keys for ${chain.chainId}.`)
    return keys
  }
  return {
    prepare: async (action) =>
      toReadable(client, () => prepareTransaction(action, { ...context, keys: own() })),
    replace: async (raw) =>
      toReadable(client, () => replaceTransaction(raw, { ...context, keys: own() })),
    isLost: (raw) => isLost(raw, context),
    reclaim: (reclaimable, onError) =>
      toReadable(client, () => reclaim(reclaimable, { ...context, keys: own(), onError })),
    attested: {
      hasReceiver: (payout) => toReadable(client, () => hasReceiver(payout, context)),
      draft: (payout) =>
        toReadable(client, async () => {
          const [instructions, maxPrice] = await Promise.all([
            buildPayoutInstructions(payout, context),
            getPayoutPriceLimit(payout, context),
          ])
          const { message } = await writeMessage(instructions, { ...context, maxPrice })
          return encodeHex(message)
        }),
      findError: (message, payout) => findPayoutError(message, { payout, chain }),
      join: joinAttestations,
    },
  }
}
