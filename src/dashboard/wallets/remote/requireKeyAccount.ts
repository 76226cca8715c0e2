import type { EvmAddress } from '#protocol/ids/caip.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../language/translate.ts'
import { postToFirst } from '../requests/postToFirst.ts'
import { SigningError } from '../requests/signingError.ts'

/** Begins the code of an address that a key holds still. Source: EIP-7702. */
const delegation = /^0xef0100[0-9a-f]{40}$/i

/**
 * Rejects an address that is a contract, such as a Safe. Accounts of Estuary are held by a key:
 * their contracts recover an ECDSA signature and accept none by a contract (ERC-1271), so what such
 * an owner received could never be moved.
 *
 * @param rpcUrls - Of the chains on which the wallet offers the address.
 * @throws SigningError `ACCOUNT` for a contract; `CHAIN` when no chain could say.
 */
export async function requireKeyAccount(
  address: EvmAddress,
  rpcUrls: readonly (readonly string[])[],
): Promise<void> {
  const codes = await Promise.all(rpcUrls.map((urls) => readCode(address, urls)))
  if (codes.some((code) => code !== undefined && code !== '0x' && !delegation.test(code)))
    throw new SigningError(
      'ACCOUNT',
      translate(
        'This address is a contract, such as a Safe. It has no key that could sign for an account here.',
      ),
    )
  if (codes.every((code) => code === undefined))
    throw new SigningError(
      'CHAIN',
      translate('No chain could say whether this address is held by a key or is a contract.'),
    )
}

async function readCode(address: EvmAddress, urls: readonly string[]): Promise<string | undefined> {
  const asked = { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] }
  const answer = await postToFirst(urls, JSON.stringify(asked))
  const code = isRecord(answer) ? answer['result'] : undefined
  return typeof code === 'string' ? code : undefined
}
