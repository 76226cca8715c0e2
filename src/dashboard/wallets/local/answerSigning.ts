import { type AskedSignature, askedKey, readAsked } from '../requests/askedRequest.ts'
import {
  readGas,
  readNonce,
  type RpcCall,
  type TransactionGas,
} from '../requests/fillTransaction.ts'
import { localWallet, signerForProvider } from './localWallet.ts'
import type { Prompts } from '../requests/prompts.ts'
import { providerCode, ProviderError } from '../requests/providerError.ts'
import { takeVouch } from '../requests/vouched.ts'

/** Where the local wallet is asked. */
export type SigningContext = {
  /** The chain that the provider is on. */
  chainId: number
  rpc: RpcCall
  prompts: Prompts
  /** Whether a wallet without a passphrase may sign here. */
  isPlayMoney: boolean
}

/**
 * Answers a request for a signature: reads it, asks the person unless they confirmed this very
 * request in this app's review, signs what was read.
 *
 * @throws ProviderError 4100 without a wallet, for another account, or for what this app did not ask
 *   while the wallet is locked; 4001 rejected; -32602 unreadable; -32005 too many requests.
 */
export async function answerSigning(
  request: { method: string; params: readonly unknown[] },
  context: SigningContext,
): Promise<unknown> {
  const { prompts, isPlayMoney } = context
  const { addresses, status } = localWallet()
  const [first] = addresses
  if (first === undefined)
    throw new ProviderError(providerCode.unauthorized, 'There is no local wallet.')
  const vouch = takeVouch(request)
  const from = vouch === undefined ? 'page' : 'app'
  const address = askedKey(request, addresses) ?? first
  const asked = readAsked(request, { address, chainId: context.chainId })
  // Only this app may make the wallet ask for its passphrase.
  if (from === 'page' && status === 'locked')
    throw new ProviderError(providerCode.unauthorized, 'The wallet is locked.')
  const isReviewed = vouch === 'reviewed'
  if (asked.kind === 'transaction') {
    const gas = await readGas(asked.transaction, { from: address, rpc: context.rpc })
    if (!isReviewed) await prompts.ask({ from, address, asked: Object.freeze({ ...asked, gas }) })
    const signer = await signerForProvider({ address, isPlayMoney })
    return send({ ...asked, gas }, { signer, rpc: context.rpc })
  }
  if (!isReviewed) await prompts.ask({ from, address, asked })
  return sign(asked, await signerForProvider({ address, isPlayMoney }))
}

type Signer = Awaited<ReturnType<typeof signerForProvider>>

function sign(
  asked: Exclude<AskedSignature, { kind: 'transaction' }>,
  signer: Signer,
): Promise<unknown> {
  switch (asked.kind) {
    case 'message':
      return signer.signMessage(asked.bytes)
    case 'typedData':
      return signer.signTypedData(asked.typedData)
    case 'authorization':
      return signer.signAuthorization(asked.authorization)
  }
}

async function send(
  asked: Extract<AskedSignature, { kind: 'transaction' }> & { gas: TransactionGas },
  how: { signer: Signer; rpc: RpcCall },
): Promise<unknown> {
  const { transaction, gas } = asked
  const nonce = await readNonce(transaction, { from: how.signer.address, rpc: how.rpc })
  const raw = await how.signer.signTransaction({ ...transaction, ...gas, nonce })
  return how.rpc('eth_sendRawTransaction', [raw])
}
