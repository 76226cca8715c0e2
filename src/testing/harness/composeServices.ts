import { getEvmChains, getSolanaChains } from '#networks/getChain.ts'
import { getKeyAddress, signEvmAttestation } from '#chains/evm/settlement/evmKeys.ts'
import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { createEvmSettlement } from '#chains/evm/settlement/evmSettlement.ts'
import type { SettlementKeys } from '#chains/evm/settlement/prepareTransaction.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { signAttestation } from '#chains/solana/settlement/keys/solanaAttestation.ts'
import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { getSolanaKeyAddress } from '#chains/solana/settlement/keys/solanaKey.ts'
import { createSolanaSettlement } from '#chains/solana/settlement/solanaSettlement.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { Network } from '#networks/network.ts'
import { getTokenContracts } from '#networks/contracts.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import {
  type EvmChainOperation,
  isEvmOperation,
  type TypedDataToSign,
} from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import type { SessionDefault } from '#protocol/accounts/sessionDefault.ts'
import { isTerminal, StatusRecord } from '#protocol/status/status.ts'
import { hangMs } from '#testing/hangMs.ts'
import { postByNode } from '#service/links/postByNode.ts'
import type { Storage } from '#service/storage/database.ts'
import { composeQuotes, testQuoteKey } from '#testing/quotes/quotes.ts'
import { createValuation } from '#service/prices/valuation.ts'
import { createSessionGuard } from '#service/quotes/request/sessionGuard.ts'
import { createRepricing } from '#service/quotes/pricing/repricing.ts'
import { createAttestor } from '#service/executions/attestor/attestor.ts'
import type { OnFailpoint } from '#service/executions/plan/failpoint.ts'
import type { SponsorLimits } from '#service/executions/sponsorship/checkSponsorship.ts'
import { createExecutions } from '#service/executions/executions.ts'
import type { InFlightLimits } from '#service/executions/sponsorship/inFlight.ts'
import { createWorker } from '#service/executions/worker/worker.ts'

/** Private keys of the roles. */
export type TestKeys = SettlementKeys & {
  attestor: Hash
  /** Keys for the network's Solana chain, if it has one. */
  solana?: { executor: Hash; solver: Hash; attestor: Hash }
}

/** The devnet's keys, for EVM chains alone. */
export const testKeys: TestKeys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }

/** Executions with worker and attestor for tests, on the real nodes of a network. */
export type TestServices = ReturnType<typeof composeServices>

const dollar = 10n ** 8n

/** Sponsorship limits of a service without configuration, 1e-8 US dollars. */
export const testLimits = {
  accountUsd: 300n * dollar,
  newAccountUsd: 300n * dollar,
  keyUsd: 1_500n * dollar,
  visitorUsd: 1_500n * dollar,
  totalUsd: 3_000n * dollar,
}

/** In-flight limits that one caller may use up alone, 1e-8 US dollars. */
export function unlimitedInFlight(totalUsd: bigint): InFlightLimits {
  return {
    totalUsd,
    accountUsd: totalUsd,
    newAccountUsd: totalUsd,
    keyUsd: totalUsd,
    visitorUsd: totalUsd,
  }
}

/** Composes executions, worker and attestor; nothing runs before `start`. */
export function composeServices(
  network: Network,
  options: {
    storage: Storage
    keys: TestKeys
    /** Database of the attestor; the same as the worker's unless given. */
    attestorStorage?: Storage
    onFailpoint?: OnFailpoint
    sponsorLimits?: SponsorLimits
    inFlightLimits?: InFlightLimits
    /** Unlimited unless given: some tests send one quote altered in many ways. */
    maxRefusals?: number
    /** Second providers of the chains. */
    quorumRpcUrls?: Readonly<Record<ChainId, string>>
    /** Rights of session keys without a policy; all unless given. */
    sessionDefault?: SessionDefault
    /** Executor keys in addition to the first. */
    moreExecutors?: readonly Hash[]
    /** Wraps each chain that the service uses. */
    alterChain?: (chain: SettlementChain) => SettlementChain
  },
) {
  const {
    storage,
    keys,
    onFailpoint,
    sponsorLimits = testLimits,
    sessionDefault = 'open',
  } = options
  const errors: unknown[] = []
  const alarms: string[] = []
  const parts = { ...options, onDisagreement: (sentence: string) => alarms.push(sentence) }
  const { alterChain = (chain) => chain } = options
  const reached = createSettlements(network, parts)
  const chains = new Map([...reached].map(([id, chain]) => [id, alterChain(chain)]))
  const failpoint = onFailpoint ? { onFailpoint } : {}
  const sessionGuard = createSessionGuard({ database: storage, sessionDefault })
  const service = composeQuotes(network, {
    paymasterKey: keys.paymaster,
    isNarrowed: sessionGuard.isNarrowed,
  })
  const repricing = createRepricing({ network, prices: service.prices })
  const valuation = createValuation({ network, prices: service.prices })
  const worker = createWorker({
    storage,
    network,
    chains,
    sponsorLimits,
    repricing,
    valuation,
    onError: (error) => errors.push(error),
    ...failpoint,
  })
  const attestor = createAttestor({
    storage: options.attestorStorage ?? storage,
    network,
    chains,
    attestor: getKeyAddress(keys.attestor),
    sign: (verdict, about) => signEvmAttestation(verdict, { ...about, key: keys.attestor }),
    transactions: keys.solana && createMessageSigner(keys.solana.attestor),
    onError: (error) => errors.push(error),
    ...failpoint,
  })
  const executions = createExecutions({
    storage,
    network,
    chains,
    readers: service.chains,
    quoteSigner: getQuoteSigner(testQuoteKey),
    explorerOf: (chainId: ChainId) => `http://explorer.test/${chainId}`,
    prices: service.prices,
    repricing,
    onAccepted: () => worker.wake(),
    valuation,
    sponsorLimits,
    inFlightLimits: options.inFlightLimits ?? unlimitedInFlight(50_000_000n * dollar),
    maxQuoteErrors: options.maxRefusals ?? Infinity,
    readWorth: (account) => service.balances.readWorth(account),
    sessionGuard,
    ...failpoint,
  })
  return {
    chains,
    worker,
    attestor,
    executions,
    sessionGuard,
    /** Errors after which worker or attestor retried. */
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
  quorumRpcUrls?: Readonly<Record<ChainId, string>>
  moreExecutors?: readonly Hash[]
  onDisagreement: (sentence: string) => void
}

function createSettlements(
  network: Network,
  { keys, quorumRpcUrls, moreExecutors = [], onDisagreement }: ChainParts,
): Map<ChainId, SettlementChain> {
  const evm = getEvmChains(network).map((chain) => {
    const { chainId, rpcUrl } = chain
    const witnessUrl = quorumRpcUrls?.[chainId]
    const settlement = createEvmSettlement(chain, {
      client: createEvmClient(chainId, { rpcUrl, post: postByNode }),
      quorumClients: witnessUrl ? [createEvmClient(chainId, { rpcUrl: witnessUrl })] : [],
      onDisagreement,
      roles: network.roles,
      tokens: getTokenContracts(network, chainId),
      keys,
      moreExecutors,
    })
    return [chainId, settlement] as const
  })
  const solana = getSolanaChains(network).map((chain) => {
    const endpoints = { rpcUrls: [chain.rpcUrl], post: postByNode }
    const client = createSolanaClient(chain.chainId, { ...chain, ...endpoints })
    const signing = keys.solana && { keys: keys.solana }
    const settlement = createSolanaSettlement(chain, { client, onDisagreement, ...signing })
    return [chain.chainId, settlement] as const
  })
  return new Map<ChainId, SettlementChain>([...evm, ...solana])
}

function createMessageSigner(key: Hash) {
  return {
    attestor: getSolanaKeyAddress(key),
    sign: (message: Hex) => Promise.resolve(signAttestation(message, key)),
  }
}

/** Signs EIP-712 typed data, as viem's accounts do. */
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

/** Signs an operation's typed data. @returns 65 bytes. */
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

/** An asset of a network by chain name and symbol. @throws Error when there is none. */
export function getAsset(
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
export async function waitUntilTerminal(
  { executions, errors }: Pick<TestServices, 'executions' | 'errors'>,
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
    // Each read takes time from the service itself. Poll faster only to see every status.
    await new Promise((resolve) => setTimeout(resolve, options.onStatus ? 20 : 80))
  }
}
