import type { Connector } from 'wagmi'
import { getConnection, getConnections } from 'wagmi/actions'

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
  const request = { method: 'eth_signTypedData_v4', params }
  return toHex(await requestFromWallet(signing, request, what.chainId))
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
  const { chainId, to, data, value = 0n } = transaction
  const amount = `0x${value.toString(16)}`
  const sent = { from: signing.owner, to, data, value: amount, chainId: toChainHex(chainId) }
  const request = { method: 'eth_sendTransaction', params: [sent] }
  return toHex(await requestFromWallet(signing, request, chainId))
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
export type Provider = {
  request: (request: { method: string; params: unknown }) => Promise<unknown>
}

async function prepareProvider(signing: SigningTarget, chainId: number): Promise<Provider> {
  const connector = findConnector(signing)
  if (!connector.getProvider)
    throw new SigningError('ACCOUNT', translate('The wallet is still reconnecting.'))
  await requireAccount(connector, signing.owner)
  const provider = await getProvider(connector)
  if ((await readChainId(connector)) === chainId) return provider
  await switchToChain(provider, { wallets: signing.wallets, chainId }).catch((cause: unknown) => {
    throw toSigningError(cause, 'CHAIN')
  })
  await requireChain(connector, chainId)
  return provider
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

/** The provider of the owner's wallet, on whatever chain it is. @throws SigningError */
export async function findOwnerProvider(signing: SigningTarget): Promise<Provider> {
  return getProvider(findConnector(signing))
}

/** Sends a request to the owner's wallet on a chain. @throws SigningError */
export async function requestFromWallet(
  signing: SigningTarget,
  request: { method: string; params: readonly unknown[] },
  chainId: number,
): Promise<unknown> {
  const provider = await prepareProvider(signing, chainId)
  return provider.request(request).catch((cause: unknown) => {
    throw toSigningError(cause)
  })
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
