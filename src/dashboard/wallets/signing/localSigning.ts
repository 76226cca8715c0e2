import { createWalletClient, fallback, http } from 'viem'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { SigningError } from '../errors/signingError.ts'
import type {
  OwnerAuthorization,
  OwnerTransaction,
  SigningTarget,
  TypedData,
} from './signRequest.ts'
import { getLocalWallet, openLocalKeys } from '../local/localWallet.ts'

/*
 * Signs without asking again: the only callers are the functions of `signing.ts`, which hand over
 * what the review showed. There is no other way to ask this wallet, by messages of the page neither.
 * A script that is written to import this app's modules gets past that, and finds the phrase in the
 * storage too: the content security policy keeps scripts out, but not browser extensions, which is
 * why this wallet is for test funds.
 */

/**
 * Signs typed data. @throws SigningError `ACCOUNT` for a key that is not the wallet's, `CHAIN` for a
 * chain that is not the network's or not the domain's.
 */
export async function signTypedDataLocally(
  signing: SigningTarget,
  { chainId, typedData }: { chainId: number; typedData: TypedData },
): Promise<`0x${string}`> {
  if (Number(typedData.domain['chainId']) !== chainId) throw createChainError(chainId)
  const { account } = await openAccount(signing, chainId)
  return account.signTypedData(typedData)
}

/** Signs an EIP-7702 authorization. @throws SigningError as {@link signTypedDataLocally}. */
export async function signAuthorizationLocally(
  signing: SigningTarget,
  { chainId, contractAddress: address, nonce }: OwnerAuthorization,
) {
  const { account } = await openAccount(signing, chainId)
  return account.signAuthorization({ address, chainId, nonce })
}

/** Signs and sends a transaction. @returns Its hash. @throws SigningError, or the chain's error. */
export async function sendTransactionLocally(
  signing: SigningTarget,
  { chainId, to, data, value = 0n }: OwnerTransaction,
): Promise<`0x${string}`> {
  const { account, chain } = await openAccount(signing, chainId)
  const urls = signing.wallets.rpcUrls.get(chainId) ?? []
  const transport = fallback(urls.map((url) => http(url)))
  return createWalletClient({ account, chain, transport }).sendTransaction({ to, data, value })
}

/** The key and the chain, where both are the wallet's. Chain 0, of every chain, is none of them. */
async function openAccount({ wallets, owner }: SigningTarget, chainId: number) {
  const chain = wallets.config.chains.find(({ id }) => id === chainId)
  if (!chain) throw createChainError(chainId)
  const addresses = getLocalWallet()?.addresses ?? []
  const index = addresses.findIndex((address) => isSameAddress(address, owner))
  if (index === -1)
    throw new SigningError('ACCOUNT', translate('This wallet doesn’t have that account.'))
  const { accountAt } = await openLocalKeys()
  const account = accountAt(index)
  return { account, chain }
}

function createChainError(chainId: number): SigningError {
  return new SigningError('CHAIN', translate('Chain {chainId} isn’t supported here.', { chainId }))
}
