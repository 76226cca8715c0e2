import { translate } from '../../language/translate.ts'
import {
  type SignatureRequest,
  findRequestedKey,
  parseSignatureRequest,
} from '../requests/parseSignatureRequest.ts'
import {
  readGas,
  readNonce,
  type CallRpc,
  type TransactionGas,
} from '../requests/fillTransaction.ts'
import { getLocalWallet, getProviderSigner } from './localWallet.ts'
import type { Prompts } from '../requests/prompts.ts'
import { providerCode, ProviderError } from '../requests/providerError.ts'
import { takePreApproval } from '../requests/preApproval.ts'

/** What the local wallet needs to answer a request. */
export type SigningContext = {
  /** The provider's current chain. */
  chainId: number
  rpc: CallRpc
  prompts: Prompts
  /** Whether a wallet without a passphrase may sign here. */
  isPlayMoney: boolean
}

/**
 * Answers a signature request: parses it, prompts the user unless they confirmed this exact request
 * in the app's review, and signs what was parsed.
 *
 * @throws ProviderError 4100 without a wallet, for another account, or for a request that is not
 *   the app's own while the wallet is locked; 4001 rejected; -32602 unreadable; -32005 too many
 *   requests.
 */
export async function answerSigning(
  request: { method: string; params: readonly unknown[] },
  context: SigningContext,
): Promise<unknown> {
  const { prompts, isPlayMoney } = context
  const { addresses, status } = getLocalWallet()
  const [first] = addresses
  if (first === undefined)
    throw new ProviderError(providerCode.unauthorized, translate('There is no local wallet.'))
  const approval = takePreApproval(request)
  const from = approval === undefined ? 'page' : 'app'
  const address = findRequestedKey(request, addresses) ?? first
  const asked = parseSignatureRequest(request, { address, chainId: context.chainId })
  // Only the app's own requests may open the passphrase dialog.
  if (from === 'page' && status === 'locked')
    throw new ProviderError(providerCode.unauthorized, translate('The wallet is locked.'))
  const isReviewed = approval === 'reviewed'
  if (asked.kind === 'transaction') {
    const gas = await readGas(asked.transaction, { from: address, rpc: context.rpc })
    if (!isReviewed) await prompts.ask({ from, address, request: Object.freeze({ ...asked, gas }) })
    const signer = await getProviderSigner({ address, isPlayMoney })
    return send({ ...asked, gas }, { signer, rpc: context.rpc })
  }
  if (!isReviewed) await prompts.ask({ from, address, request: asked })
  return sign(asked, await getProviderSigner({ address, isPlayMoney }))
}

type RequestSigner = Awaited<ReturnType<typeof getProviderSigner>>

function sign(
  asked: Exclude<SignatureRequest, { kind: 'transaction' }>,
  signer: RequestSigner,
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
  asked: Extract<SignatureRequest, { kind: 'transaction' }> & { gas: TransactionGas },
  how: { signer: RequestSigner; rpc: CallRpc },
): Promise<unknown> {
  const { transaction, gas } = asked
  const nonce = await readNonce(transaction, { from: how.signer.address, rpc: how.rpc })
  const raw = await how.signer.signTransaction({ ...transaction, ...gas, nonce })
  return how.rpc('eth_sendRawTransaction', [raw])
}
