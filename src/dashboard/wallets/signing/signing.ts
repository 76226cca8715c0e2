import type { Connector } from 'wagmi'
import { withTimeout } from 'viem'
import {
  getCapabilities,
  getConnection,
  getConnections,
  sendCalls as askForCalls,
  sendTransaction as askForTransaction,
} from 'wagmi/actions'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { findConnectionForKey } from '../accounts/signerForKey.ts'
import { localWalletRdns } from '../local/localWalletIdentity.ts'
import {
  isChainUnknown,
  isOpenOrRefused,
  SigningError,
  toSigningError,
} from '../errors/signingError.ts'
import type {
  OwnerAuthorization,
  OwnerBatch,
  OwnerTransaction,
  SigningTarget,
  TypedData,
} from './signRequest.ts'
import type { Wallets } from '../walletConfig.ts'

/**
 * Signs typed data that the review verified and the user confirmed there, with the owner's wallet
 * on the domain's chain.
 *
 * @throws SigningError
 */
export async function signTypedData(
  signing: SigningTarget,
  what: { chainId: number; typedData: TypedData },
): Promise<`0x${string}`> {
  const typedData = addDomainType(what.typedData)
  if (isLocal(signing)) {
    const { signTypedDataLocally } = await import('./localSigning.ts')
    return signTypedDataLocally(signing, { chainId: what.chainId, typedData })
  }
  const params = [signing.owner, JSON.stringify(typedData)]
  const provider = await getProvider(await prepareConnector(signing, what.chainId))
  const asked = provider.request({ method: 'eth_signTypedData_v4', params })
  return toHex(
    await asked.catch((cause: unknown) => {
      throw toSigningError(cause)
    }),
  )
}

/**
 * Signs an EIP-7702 authorization that the review verified.
 *
 * @returns The wallet's answer (r, s and yParity), which the caller must check.
 * @throws SigningError `AUTHORIZATION` unless the local wallet holds the key: no other signs them.
 */
export async function signAuthorization(
  signing: SigningTarget,
  authorization: OwnerAuthorization,
): Promise<unknown> {
  if (!isLocal(signing))
    throw new SigningError(
      'AUTHORIZATION',
      translate(
        'This wallet can’t sign the authorization that turns your own address into a smart account.',
      ),
    )
  const { signAuthorizationLocally } = await import('./localSigning.ts')
  return signAuthorizationLocally(signing, authorization)
}

/** Sends a transaction from the owner's own address. @throws SigningError */
export async function sendTransaction(
  signing: SigningTarget,
  transaction: OwnerTransaction,
): Promise<`0x${string}`> {
  if (isLocal(signing)) {
    const { sendTransactionLocally } = await import('./localSigning.ts')
    return sendTransactionLocally(signing, transaction).catch((cause: unknown) => {
      throw toSigningError(cause)
    })
  }
  const connector = await prepareConnector(signing, transaction.chainId)
  const { config } = signing.wallets
  return toHex(
    await askForTransaction(config, {
      ...transaction,
      connector,
      account: signing.owner,
      value: transaction.value ?? 0n,
    }).catch((cause: unknown) => {
      throw toSigningError(cause)
    }),
  )
}

/** A wallet that says nothing for so long makes no calls at once. */
const capabilitiesMs = 3_000

/** The EVM chains on which the owner's wallet makes several calls in one transaction (EIP-5792). */
export async function readBatchChains(signing: SigningTarget): Promise<ReadonlySet<number>> {
  const { owner: account, wallets } = signing
  if (isLocal(signing)) return new Set()
  const asked = getCapabilities(wallets.config, { account, connector: findConnector(signing) })
  const known = await withTimeout(() => asked, { timeout: capabilitiesMs }).catch(() => ({}))
  const able = Object.entries(known).filter(
    ([, { atomic }]) => atomic?.status === 'supported' || atomic?.status === 'ready',
  )
  return new Set(able.map(([chainId]) => Number(chainId)))
}

/**
 * Asks the owner's wallet to make calls on one chain at once, all or none (EIP-5792).
 *
 * @returns The id by which the wallet knows them.
 * @throws SigningError
 */
export async function sendCalls(
  signing: SigningTarget,
  { chainId, calls }: OwnerBatch,
): Promise<string> {
  const connector = await prepareConnector(signing, chainId)
  const { owner: account, wallets } = signing
  const batch = { account, connector, chainId, calls, forceAtomic: true }
  const { id } = await askForCalls(wallets.config, batch).catch((cause: unknown) => {
    throw toSigningError(cause)
  })
  if (typeof id === 'string' && id !== '') return id
  throw new SigningError('FAILED', translate('The wallet returned no batch ID.'))
}

/** Whether the local wallet signs for the owner; it is asked by itself, not by its provider. */
function isLocal(signing: SigningTarget): boolean {
  return findConnector(signing).id === localWalletRdns
}

/**
 * Adds the `EIP712Domain` type that wallets want, its fields in EIP-712 order. Nothing else is
 * changed, so the hash is the one that was reviewed.
 */
export function addDomainType(typedData: TypedData): TypedData {
  const fields = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ].filter(({ name }) => typedData.domain[name] !== undefined)
  return { ...typedData, types: { EIP712Domain: fields, ...typedData.types } }
}

/** What a wallet is asked through. */
type Provider = {
  request: (request: { method: string; params: unknown }) => Promise<unknown>
}

/** The owner's wallet, on the owner's account and this chain. @throws SigningError */
async function prepareConnector(signing: SigningTarget, chainId: number): Promise<Connector> {
  const connector = findConnector(signing)
  if (!connector.getProvider)
    throw new SigningError('ACCOUNT', translate('The wallet is still reconnecting.'))
  await requireAccount(connector, signing.owner)
  if ((await readChainId(connector)) === chainId) return connector
  const provider = await getProvider(connector)
  await switchToChain(provider, { wallets: signing.wallets, chainId }).catch((cause: unknown) => {
    throw toSigningError(cause, 'CHAIN')
  })
  await requireChain(connector, chainId)
  return connector
}

/** Some wallets say that they switched, and did not; others take a moment. */
async function requireChain(connector: Connector, chainId: number): Promise<void> {
  for (const waitMs of [0, 100, 400, 1500]) {
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    // oxlint-disable-next-line no-await-in-loop -- see above
    if ((await readChainId(connector)) === chainId) return
  }
  throw new SigningError(
    'CHAIN',
    translate('{wallet} is still on another chain. Switch it there, then sign again.', {
      wallet: connector.name,
    }),
  )
}

/** The wallet's chain; undefined when it is on a chain it does not know, or on none. */
async function readChainId(connector: Connector): Promise<number | undefined> {
  try {
    return await connector.getChainId()
  } catch (cause) {
    if (isChainUnknown(cause)) return undefined
    throw toSigningError(cause, 'CHAIN')
  }
}

/**
 * Switches the wallet's chain, adding the chain first where that fails: few wallets say by the code for it
 * that they do not know a chain.
 */
async function switchToChain(
  provider: Provider,
  { wallets, ...wanted }: { wallets: Wallets; chainId: number },
): Promise<void> {
  const chainId = toChainHex(wanted.chainId)
  const change = { method: 'wallet_switchEthereumChain', params: [{ chainId }] }
  try {
    await provider.request(change)
  } catch (cause) {
    if (isOpenOrRefused(cause)) throw cause
    const chain = wallets.config.chains.find(({ id }) => id === wanted.chainId)
    const { name: chainName, nativeCurrency } = chain ?? {}
    const rpcUrls = getRpcUrls(wallets, wanted.chainId)
    const params = [{ chainId, chainName, nativeCurrency, rpcUrls }]
    await provider
      .request({ method: 'wallet_addEthereumChain', params })
      .catch((problem: unknown) => {
        throw isChainUnknown(cause) || isOpenOrRefused(problem) ? problem : cause
      })
    // Adding a chain does not always switch to it.
    await provider.request(change)
  }
}

/**
 * The wallet that shows the key, or the one that held it, where another account is selected now.
 */
function findConnector({ wallets: { config }, owner, walletId }: SigningTarget): Connector {
  const connections = getConnections(config)
  const had =
    walletId === undefined
      ? getConnection(config).connector
      : connections.find(({ connector }) => connector.id === walletId)?.connector
  const found = findConnectionForKey(owner, connections)?.connector ?? had
  if (found) return found
  throw new SigningError(
    'ABSENT',
    translate('The wallet with the key {key} isn’t connected.', { key: shortenKey(owner) }),
  )
}

/** Checked before the chain is switched, so that a wallet on another account is left as it is. */
async function requireAccount(connector: Connector, owner: EvmAddress): Promise<void> {
  const shown = await connector.getAccounts().catch((cause: unknown) => {
    throw toSigningError(cause, 'ACCOUNT')
  })
  const accounts = shown.length > 0 ? shown : await requestAccounts(connector)
  if (!accounts.some((account) => isSameAddress(account, owner)))
    throw new SigningError(
      'ACCOUNT',
      translate('Select the account {key} in {wallet}, then sign again.', {
        key: shortenKey(owner),
        wallet: connector.name,
      }),
    )
}

/** Asks a wallet that shows no account to unlock. @throws SigningError `LOCKED` */
async function requestAccounts(connector: Connector): Promise<readonly string[]> {
  const provider = await getProvider(connector)
  await provider.request({ method: 'eth_requestAccounts', params: [] }).catch(() => undefined)
  const accounts = await connector.getAccounts().catch(() => [])
  if (accounts.length > 0) return accounts
  throw new SigningError(
    'LOCKED',
    translate('{wallet} isn’t sharing an account.', { wallet: connector.name }),
  )
}

function toChainHex(chainId: number): `0x${string}` {
  return `0x${chainId.toString(16)}`
}

function shortenKey(owner: EvmAddress): string {
  return `${owner.slice(0, 6)}\u2026${owner.slice(-4)}`
}

function getRpcUrls({ rpcUrls }: Wallets, chainId: number): string[] {
  return [...(rpcUrls.get(chainId) ?? [])]
}

async function getProvider(connector: Connector): Promise<Provider> {
  const provider = await connector.getProvider()
  if (isProvider(provider)) return provider
  throw new SigningError('FAILED', translate('The wallet isn’t responding.'))
}

/** Some wallets are proxies that do not list their properties, so `request` is read directly. */
function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'request') === 'function'
  )
}

function toHex(answer: unknown): `0x${string}` {
  if (typeof answer === 'string' && isHexText(answer)) return answer
  throw new SigningError(
    'FAILED',
    translate('The wallet returned something that isn’t a signature or hash.'),
  )
}

function isHexText(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]+$/.test(text)
}
