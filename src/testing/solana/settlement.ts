import { Keypair } from '@solana/web3.js'

import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import {
  hashSolanaOrder,
  nativeMint,
  type SolanaFill,
  type SolanaOrder,
} from '#protocol/orders/solanaOrder.ts'
import type {
  Action,
  TransactionOutcome,
  OrderState,
  RevertedSimulation,
  SignedTransaction,
  SolanaEcosystem,
} from '#chains/ports/settlementChain.ts'
import { signAttestation } from '#chains/solana/settlement/keys/solanaAttestation.ts'
import { decodeBase64, encodeHex } from '#chains/solana/program/bytes.ts'
import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { signBytes } from '#chains/solana/settlement/keys/solanaKey.ts'
import {
  createSolanaSettlement,
  type SolanaSettlement,
} from '#chains/solana/settlement/solanaSettlement.ts'
import {
  toAsset,
  buildDeposit,
  buildOperation,
  buildOrder,
  generateHash,
  type SolanaTestAsset,
} from './intents.ts'
import { type SolanaChainHarness, startSolanaChainHarness } from './solanaChainHarness.ts'

const { chainId, genesisHash, program, roles, name, port } = devnetSolana

/** The local cluster as a chain of a network. */
export const reef: SolanaNetworkChain = {
  kind: 'solana',
  chainId,
  genesisHash,
  name,
  isTestnet: true,
  nativeAsset: `${chainId}/slip44:501`,
  depth: 1,
  blockMs: 400,
  rpcUrl: `http://127.0.0.1:${port}`,
  program,
  roles,
}

/** Seeds of the service's keys. */
export const keys = { executor: getSeed('executor'), solver: getSeed('solver') }
/** Seed of the attestor's key. */
export const attestorKey = getSeed('attestor')

/** A cluster with the escrow program, on which the service settles. */
export type SettlementHarness = SolanaChainHarness & {
  settlement: SolanaSettlement
  /** A deposit with its user's signature. */
  signedDeposit(
    user: Keypair,
    asset: SolanaTestAsset,
    changes?: Partial<SolanaOrder>,
  ): Promise<{ order: SolanaOrder; orderHash: Hash; operation: SolanaChainOperation }>
  /** Prepares and signs; throws the fail reason when it would fail. */
  sign(action: Action<SolanaEcosystem>): Promise<SignedTransaction<SolanaEcosystem>>
  /** Prepares, signs and sends; resolves once it has landed. */
  run(action: Action<SolanaEcosystem>): Promise<TransactionOutcome<SolanaEcosystem>>
  getError(action: Action<SolanaEcosystem>): Promise<RevertedSimulation['refused'] | undefined>
  /** The attestor's attestation for an order: its payout's message, signed. */
  attest(kind: 'release' | 'refund', order: SolanaOrder): Promise<Hex>
  readState(orderHash: Hash): Promise<OrderState>
}

/** Starts a cluster for one test file; `solana.stop` stops it. */
export async function startSettlementHarness(): Promise<SettlementHarness> {
  const harness = await startSolanaChainHarness()
  const { solana, chain } = harness
  const solver = deriveSolanaKey('solver').publicKey
  await solana.give(solver, [
    { asset: 'sol', units: 1_000_000_000_000n },
    ...(['usdc', 'token2022'] as const).map((asset) => ({ asset, units: 10n ** 15n })),
  ])
  await solana.give(deriveSolanaKey('payee').publicKey, [{ asset: 'sol', units: 10_000_000n }])
  const settlement = createSettlementAt([solana.node.rpcUrl])
  return {
    ...harness,
    settlement,
    async signedDeposit(user, asset, changes = {}) {
      const order = { ...buildOrder(user, asset), ...changes }
      const intent = buildDeposit(user, { order, asset })
      const operation = buildOperation(await chain.prepareOperation(intent))
      const orderHash = hashSolanaOrder(order, program)
      return { order, orderHash, operation: signOperation(user, operation) }
    },
    sign,
    async run(action) {
      const { hash, raw } = await sign(action)
      const answer = await settlement.broadcast(raw)
      const outcome = await settlement.readTransactionOutcome(hash, undefined)
      if (!outcome) throw new Error(`${action.kind} has not landed: ${answer}.`)
      return outcome
    },
    async getError(action) {
      const prepared = await settlement.prepare(action)
      return 'refused' in prepared ? prepared.refused : undefined
    },
    async attest(kind, order) {
      const attestors = [roles.attestor]
      const message = await settlement.attested.draft({ kind, order, attestors })
      const joined = settlement.attested.join([signAttestation(message, attestorKey)])
      if (!joined) throw new Error('The attestation is not whole.')
      return joined
    },
    async readState(orderHash) {
      const { number } = await settlement.readHead()
      const state = await settlement.readState(
        { orders: [orderHash], nonces: [], fills: [] },
        number,
      )
      return state.orders[0] ?? 'none'
    },
  }

  async function sign(action: Action<SolanaEcosystem>) {
    const prepared = await settlement.prepare(action)
    if ('refused' in prepared) throw new Error(`${action.kind} was refused: ${prepared.refused}`)
    return prepared.sign(7n)
  }
}

/** Creates the settlement of the local cluster with one provider per endpoint. */
export function createSettlementAt(
  rpcUrls: readonly string[],
  options: { onDisagreement?: (sentence: string) => void; chain?: SolanaNetworkChain } = {},
): SolanaSettlement {
  const { chain = reef, ...others } = options
  const [client, ...quorumClients] = rpcUrls.map((rpcUrl) =>
    createSolanaClient(chainId, { rpcUrls: [rpcUrl], genesisHash }),
  )
  if (!client) throw new Error('There is no provider.')
  return createSolanaSettlement(chain, { client, quorumClients, keys, ...others })
}

/** Adds a key's signature to an operation. */
export function signOperation(
  user: Keypair,
  operation: SolanaChainOperation,
): SolanaChainOperation {
  const signature = signBytes(decodeBase64(operation.dataToSign), getSeedAt(user))
  return { ...operation, signature: encodeBase58(signature) }
}

/** A fill from the solver to a new wallet. */
export function buildFill(asset: SolanaTestAsset, changes: Partial<SolanaFill> = {}): SolanaFill {
  return {
    fillId: generateHash(),
    ordersHash: generateHash(),
    recipient: Keypair.generate().publicKey.toBase58(),
    token: asset === 'sol' ? nativeMint : solanaTokens[asset].mint,
    minimumAmount: 900_000n,
    fillDeadline: BigInt(Math.floor(Date.now() / 1_000)) + 300n,
    ...changes,
  }
}

/** The action that withdraws an asset from the solver. */
export function buildSweep(asset: SolanaTestAsset, amount: bigint): Action<SolanaEcosystem> {
  return { kind: 'sweep', assetType: toAsset(asset), to: roles.payee, amount }
}

function getSeed(role: 'executor' | 'solver' | 'attestor'): Hash {
  return getSeedAt(deriveSolanaKey(role))
}

function getSeedAt(key: Keypair): Hash {
  return Hash.parse(encodeHex(key.secretKey.slice(0, 32)))
}
