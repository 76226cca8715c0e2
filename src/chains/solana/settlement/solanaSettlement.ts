import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { hashSolanaFill } from '#protocol/orders/solanaOrder.ts'
import { agreedFind, agreedList } from '../../rpc/providers.ts'
import type { SettlementChain, SolanaEcosystem } from '../../ports/settlementChain.ts'
import { joinAttestations } from './attest.ts'
import { createBlockhashes } from './blockhashes.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { commitmentOf } from '../rpc/commitmentOf.ts'
import { readInventory, readUnits } from './inventory.ts'
import { addressOfSolanaKey, isSignedBy, signatureBytes } from './key.ts'
import { readLanding } from './landing.ts'
import { createMints, type Mints } from '../assets/mints.ts'
import { findOrderEvents } from '../orders/orderEvents.ts'
import { findPayoutFault, hasReceiver, payoutInstructions, payoutPriceLimit } from './payout.ts'
import { prepareTransaction } from './prepareTransaction.ts'
import { bytesHex } from '../program/bytes.ts'
import { agreedHead, agreedState, readable, type Quorum } from './quorum.ts'
import { readAccounts } from '../rpc/readAccounts.ts'
import { reclaim } from './reclaim.ts'
import { findMismatch } from '../operation/findMismatch.ts'
import { readOwnOperation, readTerms } from '../operation/readTerms.ts'
import { readSettlement } from './settlement.ts'
import { broadcast, isLost, replaceTransaction, type SolanaKeys } from './transaction.ts'
import { tryMessage } from './tryMessage.ts'
import { writeMessage } from './writeMessage.ts'

/** What a settlement chain is made of. */
export type SolanaSettlementOptions = {
  client: SolanaClient
  /** Other providers of the same cluster: what value depends on, they must say too. */
  witnesses?: readonly SolanaClient[]
  /** Hears when they do not. */
  onDisagreement?: (sentence: string) => void
  /** Absent in a process that only reads: then nothing can be prepared or signed. */
  keys?: SolanaKeys
}

/** A Solana cluster to settle on: bytes can get lost, and attestors sign what pays out. */
export type SolanaSettlement = SettlementChain<SolanaEcosystem> &
  Required<Pick<SettlementChain<SolanaEcosystem>, 'isLost' | 'attested'>>

/** Makes the {@link SettlementChain} of one Solana cluster of a network. */
export function createSolanaSettlement(
  chain: SolanaNetworkChain,
  options: SolanaSettlementOptions,
): SolanaSettlement {
  const { chainId, program } = chain
  const parts = partsOf(chain, options)
  const { client, quorum, senders, mintsOf } = parts
  return {
    chainId,
    depth: chain.depth,
    blockMs: chain.blockMs,
    senders,
    readTerms: (operation) => readTerms(operation, chain),
    findMismatch: (operation, intent) => findMismatch(operation, { intent, chain }),
    ...signatures(chain),
    async tryOperation(operation) {
      const read = readOwnOperation(operation, chain)
      if (!read) throw new Error('An operation is none that this service builds.')
      const tried = await readable(client, () => tryMessage(read.bytes, parts))
      return 'refused' in tried ? tried : undefined
    },
    hashFill: (fill, solver) => hashSolanaFill(fill, { chainId, program, solver }),
    hashCallFill: () => {
      throw new Error(`${chainId} makes no contract calls.`)
    },
    readCall: () => undefined,
    ...reads(parts),
    async readBalance(owner, assetType) {
      const assetTypes = [assetType]
      const { slot, units } = await readUnits(quorum, { owner, assetTypes, mintsOf })
      return { units: units[0] ?? 0n, block: slot, hasCode: true }
    },
    readInventory: (assetTypes) =>
      readInventory(quorum, { assetTypes, solver: senders.solver, mintsOf }),
    broadcast: (raw) => broadcast(quorum, raw),
    ...signing(parts, options.keys),
  }
}

type Parts = {
  chain: SolanaNetworkChain
  client: SolanaClient
  quorum: Quorum
  blockhashes: ReturnType<typeof createBlockhashes>
  senders: Record<'executor' | 'solver', SolanaAddress>
  mints: Mints
  mintsOf: (client: SolanaClient) => Mints
}

function partsOf(
  chain: SolanaNetworkChain,
  { client, witnesses = [], onDisagreement, keys }: SolanaSettlementOptions,
): Parts {
  const quorum = { clients: [client, ...witnesses], onDisagreement }
  const known = new Map(quorum.clients.map((one) => [one, createMints(one)]))
  const { executor, solver } = chain.roles
  return {
    chain,
    client,
    quorum,
    blockhashes: createBlockhashes(quorum),
    senders: keys
      ? { executor: addressOfSolanaKey(keys.executor), solver: addressOfSolanaKey(keys.solver) }
      : { executor, solver },
    mints: mintsOf(client),
    mintsOf,
  }

  function mintsOf(one: SolanaClient): Mints {
    return known.get(one) ?? createMints(one)
  }
}

type SettlementPart<Name extends keyof SolanaSettlement> = Pick<SolanaSettlement, Name>

/** How what a user signed is held against its account: the message, by its own key. */
function signatures(
  chain: SolanaNetworkChain,
): SettlementPart<'recoverSigner' | 'recoverApprover' | 'checkDelegation'> {
  function signerOf(operation: SolanaChainOperation): SolanaAddress | undefined {
    const read = readOwnOperation(operation, chain)
    const signature = signatureBytes(operation.signature)
    if (!read || !signature) return undefined
    return isSignedBy(read.user, { bytes: read.bytes, signature }) ? read.user : undefined
  }
  return {
    recoverSigner(operation, { accountAddress }) {
      const signer = signerOf(operation)
      return Promise.resolve(signer === accountAddress ? signer : undefined)
    },
    recoverApprover: (operation) => Promise.resolve(signerOf(operation)),
    checkDelegation: () => Promise.resolve(undefined),
  }
}

/** What is asked of the cluster: of all its providers. */
function reads({
  chain,
  quorum,
}: Parts): SettlementPart<
  'readHead' | 'readState' | 'readLanding' | 'findOperation' | 'findOrderEvents'
> {
  const commitment = commitmentOf(chain)
  return {
    readHead: () => agreedHead(quorum, commitment),
    readState: (question, block) =>
      agreedState(quorum, {
        block,
        ask: (one, from) => readSettlement(one, { chain, question, block: from }),
      }),
    readLanding: (signature) =>
      agreedFind(quorum, {
        find: (one) => readable(one, () => readLanding(one, { chain, signature })),
        async hasBlock(one, block) {
          const { slot } = await readAccounts(one, [], { commitment })
          return slot >= block
        },
      }),
    findOperation: () => Promise.resolve(undefined),
    findOrderEvents: (orderHash, { fromBlock }) =>
      agreedList(quorum, (one) =>
        readable(one, () => findOrderEvents(one, { chain, orderHash, fromBlock })),
      ),
  }
}

function signing(
  parts: Parts,
  keys: SolanaKeys | undefined,
): SettlementPart<'prepare' | 'replace' | 'isLost' | 'attested' | 'reclaim'> {
  const { chain, client } = parts
  function own(): SolanaKeys {
    if (!keys) throw new Error(`This process holds no keys for ${chain.chainId}.`)
    return keys
  }
  return {
    prepare: async (action) =>
      readable(client, () => prepareTransaction(action, { ...parts, keys: own() })),
    replace: async (raw) =>
      readable(client, () => replaceTransaction(raw, { ...parts, keys: own() })),
    isLost: (raw) => isLost(raw, parts),
    reclaim: (leftovers, onRefused) =>
      readable(client, () => reclaim(leftovers, { ...parts, keys: own(), onRefused })),
    attested: {
      hasReceiver: (payout) => readable(client, () => hasReceiver(payout, parts)),
      draft: (payout) =>
        readable(client, async () => {
          const [instructions, mostPrice] = await Promise.all([
            payoutInstructions(payout, parts),
            payoutPriceLimit(payout, parts),
          ])
          const { message } = await writeMessage(instructions, { ...parts, mostPrice })
          return bytesHex(message)
        }),
      findFault: (message, payout) => findPayoutFault(message, { payout, chain }),
      join: joinAttestations,
    },
  }
}
