import { predictAccount, getAccountKeys } from '#chains/evm/account/predictAccount.ts'
import { getTokenAddress } from '#chains/evm/assets/readBalances.ts'
import { buildTransferCall, nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import {
  type ChainId,
  type EvmAddress,
  getEvmChainNumber,
  isSameAddress,
} from '#protocol/ids/caip.ts'
import { computeOwnAccount, type EvmKind } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { SigningError } from '#dashboard/wallets/errors/signingError.ts'
import type { OwnerBatch } from '#dashboard/wallets/signing/signRequest.ts'
import { translate } from '../../../language/translate.ts'
import type { MoveRun, MoveStep } from './moveRun.ts'
import type { Move } from './walletHoldings.ts'

/** The account that receives, by its owner and kind. */
export type MoveTarget = { owner: EvmAddress; kind: EvmKind }

/**
 * Groups what is moved in into steps, chain by chain, the coin last, as it pays for gas. On the
 * chains in `batchChains` (EIP-155 numbers) all is one batch.
 */
export function toMoveSteps(moves: readonly Move[], batchChains: ReadonlySet<number>): MoveStep[] {
  const chains = [...new Set(moves.map(({ asset }) => asset.chainId))]
  return chains.flatMap((chainId): MoveStep[] => {
    const transfers = moves
      .filter(({ asset }) => asset.chainId === chainId)
      .toSorted((a, b) => Number(a.asset.isNative) - Number(b.asset.isNative))
      .map(({ asset: { assetType, symbol, decimals }, amount }) => {
        return { assetType, symbol, decimals, amount }
      })
    const step = { chainId, state: 'waiting' as const }
    return transfers.length > 1 && batchChains.has(getEvmChainNumber(chainId) ?? 0)
      ? [{ ...step, isBatch: true, transfers }]
      : transfers.map((transfer) => ({ ...step, isBatch: false, transfers: [transfer] }))
  })
}

/**
 * Builds the transfers of a step: from the network alone, to the account computed here from the
 * owner's key, with the contracts of that chain too.
 *
 * @throws Error when the account would not be the owner's on that chain; SigningError `ACCOUNT` when it is
 *   not the one that was reviewed, as after a change of the active account.
 */
export function buildMove(
  step: Pick<MoveStep, 'chainId' | 'transfers'> & Pick<MoveRun, 'recipient'>,
  { network, target }: { network: Network; target: MoveTarget },
): OwnerBatch {
  const { chainId, transfers } = step
  const recipient = computeRecipient(network, { ...target, chainId })
  if (!isSameAddress(recipient, step.recipient))
    throw new SigningError(
      'ACCOUNT',
      translate(
        'You chose this for your account {address}. Make it the active account, then try again.',
        { address: step.recipient },
      ),
    )
  const number = getEvmChainNumber(chainId)
  if (number === undefined) throw new Error(translate('That isn’t an EVM chain.'))
  const calls = transfers.map(({ assetType, amount }) =>
    buildTransferCall(getTokenAddress(assetType) ?? nativeToken, { recipient, amount }),
  )
  return { chainId: number, calls }
}

/**
 * Computes the address that receives on a chain.
 *
 * @throws Error when it would not be the owner's there.
 */
export function computeRecipient(
  network: Network,
  { owner, kind, chainId }: MoveTarget & { chainId: ChainId },
): EvmAddress {
  const chain = findEvmChain(network, chainId)
  const account = computeOwnAccount(network, { owner, kind })
  const keys = getAccountKeys(account)
  if (!chain || !keys) throw new Error(translate('The wallet has no account there.'))
  if (!isSameAddress(predictAccount(keys, chain.contracts), account.accountAddress))
    throw new Error(
      translate('You wouldn’t control this account on {chain}, so nothing is sent there.', {
        chain: chain.name,
      }),
    )
  return account.accountAddress
}
