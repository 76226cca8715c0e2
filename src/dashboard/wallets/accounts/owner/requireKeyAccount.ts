import type { EvmAddress } from '#protocol/ids/caip.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../../language/translate.ts'
import { SigningError } from '../../errors/signingError.ts'

/** Begins the code of an address that a key holds still. Source: EIP-7702. */
const delegation = /^0xef0100[0-9a-f]{40}$/i
/**
 * Rejects an address that is a contract, such as a Safe. Accounts of Estuary are held by a key:
 * their contracts recover an ECDSA signature and accept none by a contract (ERC-1271), so what such
 * an owner received could never be moved. A chain that does not answer decides nothing: `OwnerNote`
 * says so before the account receives.
 *
 * @param rpcUrls - Of each chain.
 * @param askingMs - Time after which chains that have not answered are no longer waited for.
 * @throws SigningError `ACCOUNT` for a contract.
 */
export async function requireKeyAccount(
  address: EvmAddress,
  rpcUrls: readonly (readonly string[])[],
  askingMs = 5_000,
): Promise<void> {
  const enough = AbortSignal.timeout(askingMs)
  await Promise.all(
    rpcUrls.map(async (urls) => {
      const code = await readCode(address, { urls, signal: enough })
      if (code === undefined || code === '0x' || delegation.test(code)) return
      throw new SigningError(
        'ACCOUNT',
        translate(
          'This address is a contract, such as a Safe, so it has no key to sign for an account here.',
        ),
      )
    }),
  )
}

async function readCode(
  address: EvmAddress,
  how: { urls: readonly string[]; signal: AbortSignal },
): Promise<string | undefined> {
  const asked = { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] }
  const answer = await postToFirst(how.urls, JSON.stringify(asked), how.signal)
  const code = isRecord(answer) ? answer['result'] : undefined
  return typeof code === 'string' ? code : undefined
}

/** The answer of the first address that gives one; undefined when none does by the signal. */
async function postToFirst(
  urls: readonly string[],
  body: string,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  for (const url of urls) {
    // oxlint-disable-next-line no-await-in-loop -- the next address is tried when this one fails
    const answered: unknown = await fetch(url, { method: 'POST', headers, body, signal })
      .then(async (response) => response.json())
      .catch(() => undefined)
    if (isRecord(answered)) return answered
  }
  return undefined
}
