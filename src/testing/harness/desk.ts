import { evmChains, solanaChains } from '#networks/chainsOf.ts'
import { addressOfKey } from '#chains/evm/settlement/addressOfKey.ts'
import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { createEvmSettlement } from '#chains/evm/settlement/evmSettlement.ts'
import { signVerdict } from '#chains/evm/settlement/attest.ts'
import type { SettlementKeys } from '#chains/evm/settlement/prepareTransaction.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { signAttestation } from '#chains/solana/settlement/attest.ts'
import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { addressOfSolanaKey } from '#chains/solana/settlement/key.ts'
import { createSolanaSettlement } from '#chains/solana/settlement/solanaSettlement.ts'
import type { Network } from '#networks/network.ts'
import { tokenContracts } from '#networks/tokenContracts.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import {
  type EvmChainOperation,
  isEvmOperation,
  type TypedDataToSign,
} from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { quoteSignerOf } from '#protocol/quotes/seal.ts'
import type { SessionDefault } from '#protocol/accounts/session.ts'
import { isTerminal, StatusRecord } from '#protocol/status/status.ts'
import { hangMs } from '#testing/hangMs.ts'
import { nodePost } from '#service/links/nodePost.ts'
import type { Storage } from '#service/storage/database.ts'
import { composeQuotes, testQuoteKey } from '#testing/quotes/quotes.ts'
import { createValuation } from '#service/prices/valuation.ts'
import { createSessionGuard } from '#service/quotes/request/sessionGuard.ts'
import { createRepricing } from '#service/quotes/pricing/repricing.ts'
import { createAttestor } from '#service/executions/attestor/attestor.ts'
import type { OnBoundary } from '#service/executions/plan/boundary.ts'
import type { SponsorLimits } from '#service/executions/sponsorship/checkSponsorship.ts'
import { createExecutions } from '#service/executions/executions.ts'
import type { InFlightLimits } from '#service/executions/sponsorship/inFlight.ts'
import { createWorker } from '#service/executions/worker/worker.ts'

/** Keys that a test gives: the devnet's. */
export type TestKeys = SettlementKeys & {
  attestor: Hash
  /** Of the network's Solana chain, where it has one. */
  solana?: { executor: Hash; solver: Hash; attestor: Hash }
}

/** Executions with worker and attestor for tests, on the real nodes of a network. */
export type TestDesk = ReturnType<typeof composeDesk>

const dollar = 10n ** 8n

/** What a service bears that nobody has configured. */
export const testLimits = {
  accountUsd: 300n * dollar,
  newAccountUsd: 300n * dollar,
  keyUsd: 1_500n * dollar,
  visitorUsd: 1_500n * dollar,
  totalUsd: 3_000n * dollar,
}

/** Limits of what is under way that anybody may use up alone, 1e-8 US dollars. */
export function wholeForAll(totalUsd: bigint): InFlightLimits {
  return {
    totalUsd,
    accountUsd: totalUsd,
    newAccountUsd: totalUsd,
    keyUsd: totalUsd,
    visitorUsd: totalUsd,
  }
}

/** Composes everything that executes quotes; nothing runs before `start`. */
export function composeDesk(
  network: Network,
  options: {
    storage: Storage
    keys: TestKeys
    /** Attests from this database instead. */
    attestorStorage?: Storage
    onBoundary?: OnBoundary
    sponsorLimits?: SponsorLimits
    inFlightLimits?: InFlightLimits
    /** Without a limit unless given: some tests alter one quote in many ways. */
    mostRefusals?: number
    /** Second providers of the chains. */
    witnessUrls?: Readonly<Record<ChainId, string>>
    /** What session keys may do of which nobody said anything; all unless given. */
    sessionDefault?: SessionDefault
    /** Executors beside the first. */
    moreExecutors?: readonly Hash[]
    /** Puts something between the service and each chain. */
    alterChain?: (chain: SettlementChain) => SettlementChain
  },
) {
  const { storage, keys, onBoundary, sponsorLimits = testLimits, sessionDefault = 'open' } = options
  const errors: unknown[] = []
  const alarms: string[] = []
  const parts = { ...options, onDisagreement: (sentence: string) => alarms.push(sentence) }
  const { alterChain = (chain) => chain } = options
  const reached = settlementsOf(network, parts)
  const chains = new Map([...reached].map(([id, chain]) => [id, alterChain(chain)]))
  const boundary = onBoundary ? { onBoundary } : {}
  const sessionGuard = createSessionGuard({ database: storage, sessionDefault })
  const service = composeQuotes(network, {
    paymasterKey: keys.paymaster,
    isNarrowed: sessionGuard.isNarrowed,
  })
  const repricing = createRepricing({ network, prices: service.prices })
  const worker = createWorker({
    storage,
    network,
    chains,
    sponsorLimits,
    repricing,
    onError: (error) => errors.push(error),
    ...boundary,
  })
  const attestor = createAttestor({
    storage: options.attestorStorage ?? storage,
    network,
    chains,
    attestor: addressOfKey(keys.attestor),
    sign: (verdict, about) => signVerdict(verdict, { ...about, key: keys.attestor }),
    transactions: keys.solana && messageSigner(keys.solana.attestor),
    onError: (error) => errors.push(error),
    ...boundary,
  })
  const executions = createExecutions({
    storage,
    network,
    chains,
    readers: service.chains,
    quoteSigner: quoteSignerOf(testQuoteKey),
    explorerOf: (chainId: ChainId) => `http://explorer.test/${chainId}`,
    repricing,
    onAccepted: () => worker.nudge(),
    valuation: createValuation({ network, prices: service.prices }),
    sponsorLimits,
    inFlightLimits: options.inFlightLimits ?? wholeForAll(50_000_000n * dollar),
    mostRefusals: options.mostRefusals ?? Infinity,
    readWorth: (account) => service.balances.readWorth(account),
    sessionGuard,
    ...boundary,
  })
  return {
    chains,
    worker,
    attestor,
    executions,
    sessionGuard,
    /** What worker and attestor had to try again. */
    errors,
    /** Disagreements between providers. */
    alarms,
    service,
    async start() {
      attestor.start()
      await worker.start()
    },
    async stop() {
      await worker.stop()
      await attestor.stop()
    },
  }
}

type ChainParts = {
  keys: TestKeys
  witnessUrls?: Readonly<Record<ChainId, string>>
  moreExecutors?: readonly Hash[]
  onDisagreement: (sentence: string) => void
}

function settlementsOf(
  network: Network,
  { keys, witnessUrls, moreExecutors = [], onDisagreement }: ChainParts,
): Map<ChainId, SettlementChain> {
  const evm = evmChains(network).map((chain) => {
    const { chainId, rpcUrl } = chain
    const witnessUrl = witnessUrls?.[chainId]
    const settlement = createEvmSettlement(chain, {
      client: createEvmClient(chainId, { rpcUrl, post: nodePost }),
      witnesses: witnessUrl ? [createEvmClient(chainId, { rpcUrl: witnessUrl })] : [],
      onDisagreement,
      roles: network.roles,
      tokens: tokenContracts(network, chainId),
      keys,
      moreExecutors,
    })
    return [chainId, settlement] as const
  })
  const solana = solanaChains(network).map((chain) => {
    const endpoints = { rpcUrls: [chain.rpcUrl], post: nodePost }
    const client = createSolanaClient(chain.chainId, { ...chain, ...endpoints })
    const signing = keys.solana && { keys: keys.solana }
    const settlement = createSolanaSettlement(chain, { client, onDisagreement, ...signing })
    return [chain.chainId, settlement] as const
  })
  return new Map<ChainId, SettlementChain>([...evm, ...solana])
}

function messageSigner(key: Hash) {
  return {
    attestor: addressOfSolanaKey(key),
    sign: (message: Hex) => Promise.resolve(signAttestation(message, key)),
  }
}

/** Somebody who signs EIP-712 structures, as viem's accounts do. */
export type TestSigner = {
  signTypedData: (data: {
    domain: TypedDataToSign['domain']
    types: { Approve: [{ name: 'callDataAndNonceHash'; type: 'bytes32' }] }
    primaryType: 'Approve'
    message: TypedDataToSign['message']
  }) => Promise<Hex>
}

/** Signs every operation of a quote. */
export async function signQuote(quote: Quote, signer: TestSigner): Promise<Quote> {
  const originChainsOperations = await Promise.all(
    quote.originChainsOperations.map(async (operation) => {
      if (!isEvmOperation(operation)) return operation
      const signature = await signApproval(operation, signer)
      return { ...operation, userOp: { ...operation.userOp, signature } }
    }),
  )
  return { ...quote, originChainsOperations }
}

/** Approves an operation: 65 bytes over its typed data. */
export async function signApproval(
  { typedDataToSign: { domain, message } }: EvmChainOperation,
  signer: TestSigner,
): Promise<Hex> {
  return signer.signTypedData({
    domain,
    types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
    primaryType: 'Approve',
    message,
  })
}

/** An asset of a network by chain name and symbol. */
export function assetOf(
  network: Network,
  { chain, symbol }: { chain: string; symbol: string },
): AssetType {
  const chainId = network.chains.find(({ name }) => name === chain)?.chainId
  const found = network.aggregates
    .flatMap(({ members }) => members)
    .find((member) => member.symbol === symbol && member.assetType.startsWith(`${chainId}/`))
  if (!found) throw new Error(`${symbol} is not on ${chain}.`)
  return found.assetType
}

/** Waits until an execution is terminal. @throws Error with its last record when it hangs. */
export async function untilTerminal(
  { executions, errors }: Pick<TestDesk, 'executions' | 'errors'>,
  options: { quoteId: string; onStatus?: (status: string) => void },
): Promise<StatusRecord> {
  const deadline = performance.now() + hangMs
  for (;;) {
    const record = await executions.status(options.quoteId)
    if ('status' in record) {
      options.onStatus?.(record.status)
      if (isTerminal(record.status)) return StatusRecord.parse(record)
    }
    if (performance.now() > deadline)
      throw new Error(`Not terminal: ${JSON.stringify(record)} after ${String(errors.at(-1))}`)
    // A reading costs some milliseconds of what it waits for. Who wants each status looks more often.
    await new Promise((resolve) => setTimeout(resolve, options.onStatus ? 20 : 80))
  }
}
