import type { Connector } from 'wagmi'
import { getConnection, getConnections } from 'wagmi/actions'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { findConnectionForKey } from '../accounts/signerForKey.ts'
import {
  isChainUnknown,
  isOpenOrRefused,
  SigningError,
  toSigningError,
} from '../requests/signingError.ts'
import type { OwnerAuthorization, OwnerTransaction, TypedData } from './signRequest.ts'
import { type PreApproval, preApprove } from '../requests/preApproval.ts'
import type { Wallets } from '../walletConfig.ts'

/** Whose wallet is asked; `walletId`: the connector that held the key last, where known. */
export type SigningTarget = { wallets: Wallets; owner: EvmAddress; walletId?: string | undefined }

/**
 * Signs typed data that the review verified and the user confirmed there, with the owner's wallet
 * on the domain's chain. The local wallet does not ask again.
 *
 * @throws SigningError
 */
export async function signTypedData(
  signing: SigningTarget,
  what: { chainId: number; typedData: TypedData },
): Promise<`0x${string}`> {
  const params = [signing.owner, toTypedDataJson(what.typedData)]
  const request = { method: 'eth_signTypedData_v4', params }
  return toHex(
    await requestFromWallet(signing, request, { chainId: what.chainId, preApproval: 'reviewed' }),
  )
}

/**
 * Signs an EIP-7702 authorization that the review verified. Only the local wallet supports it, and
 * it asks again in its own dialog, because the authorization outlives the operation.
 *
 * @returns The wallet's answer (r, s and yParity), which the caller must check.
 * @throws SigningError
 */
export async function signAuthorization(
  signing: SigningTarget,
  { chainId, contractAddress, nonce }: OwnerAuthorization,
): Promise<unknown> {
  const params = [{ chainId, contractAddress, nonce, from: signing.owner }]
  const request = { method: 'wallet_signAuthorization', params }
  return requestFromWallet(signing, request, { chainId, preApproval: 'asked' })
}

/** Sends a transaction from the owner's own address. @throws SigningError */
export async function sendTransaction(
  signing: SigningTarget,
  transaction: OwnerTransaction,
): Promise<`0x${string}`> {
  const { chainId, to, data, value = 0n } = transaction
  const amount = `0x${value.toString(16)}`
  const sent = { from: signing.owner, to, data, value: amount, chainId: toChainHex(chainId) }
  const request = { method: 'eth_sendTransaction', params: [sent] }
  return toHex(await requestFromWallet(signing, request, { chainId, preApproval: 'asked' }))
}

/**
 * Serializes typed data for wallets: JSON with the `EIP712Domain` type, its fields in EIP-712
 * order. Nothing else is changed, so the hash is the one that was reviewed.
 */
export function toTypedDataJson(typedData: TypedData): string {
  const fields = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ].filter(({ name }) => typedData.domain[name] !== undefined)
  return JSON.stringify({ ...typedData, types: { EIP712Domain: fields, ...typedData.types } })
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

/**
 * Sends a request to the owner's wallet on a chain, pre-approved for the local wallet.
 *
 * @throws SigningError
 */
export async function requestFromWallet(
  signing: SigningTarget,
  request: { method: string; params: readonly unknown[] },
  { chainId, preApproval }: { chainId: number; preApproval: PreApproval },
): Promise<unknown> {
  const provider = await prepareProvider(signing, chainId)
  const withdrawApproval = preApprove(request, preApproval)
  try {
    return await provider.request(request)
  } catch (cause) {
    throw toSigningError(cause)
  } finally {
    withdrawApproval()
  }
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
