import { findApprovingFunction } from '#chains/evm/operation/findApprovingFunction.ts'
import { countRights } from '#chains/evm/calls/findRights.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import type { AllowanceRequirement, Call, StateOverride } from '#protocol/quotes/callQuote.ts'
import { type EvmAddress, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { ServiceError } from '../../ServiceError.ts'

/** Input of {@link checkCalls}. */
export type CheckedCalls = {
  account: EvmAddress
  chain: EvmNetworkChain
  calls: readonly Call[]
  allowances: readonly AllowanceRequirement[]
  overrides: readonly StateOverride[]
  /** Token contracts of the network on this chain. */
  tokens: readonly EvmAddress[]
}

/** Maximum token rights that are compared before and after the calls. */
const maxRights = 6_000

/**
 * Refuses calls that could grant token rights or reach contracts that protect the account. Runs
 * before any chain is read.
 *
 * @throws ServiceError INVALID_REQUEST with the field at fault.
 * Source: wire, "Invalid call data"; security rules 14 and 17.
 */
export function checkCalls(options: CheckedCalls): void {
  const { calls, allowances, overrides, chain } = options
  for (const [index, { to, data }] of calls.entries()) {
    const guarded = findGuardedName(to, options)
    if (guarded) throw buildInvalidError(`calls.${index}.to`, `A call cannot go to ${guarded}.`)
    const approving = findApprovingFunction(data)
    if (approving)
      throw buildInvalidError(
        `calls.${index}.data`,
        `A call cannot give rights over tokens (${approving}): list it in allowanceRequirements.`,
      )
  }
  if (countRights(options) > maxRights)
    throw buildInvalidError(
      'calls',
      'They name too many addresses to tell what rights they would leave.',
    )
  for (const [index, { assetType, spender }] of allowances.entries()) {
    const { chainId, namespace } = splitAssetType(assetType)
    if (chainId !== chain.chainId || namespace !== 'erc20')
      throw buildInvalidError(
        `allowanceRequirements.${index}.assetType`,
        `Only ERC-20 tokens of ${chain.chainId} can be approved.`,
      )
    const guarded = findGuardedName(spender, options)
    if (guarded)
      throw buildInvalidError(
        `allowanceRequirements.${index}.spender`,
        `Nothing is approved to ${guarded}.`,
      )
  }
  for (const [index, { address }] of overrides.entries()) {
    const guarded = findGuardedName(address, options)
    const isToken = options.tokens.some((token) => isSameAddress(token, address))
    if (guarded || isToken)
      throw buildInvalidError(
        `overrides.${index}.address`,
        `The state of ${guarded ?? 'a listed token'} cannot be overridden.`,
      )
  }
}

/** Returns the name of a protected contract, the account itself or the zero address. */
function findGuardedName(
  address: EvmAddress,
  { account, chain }: { account: EvmAddress; chain: EvmNetworkChain },
): string | undefined {
  if (BigInt(address) === 0n) return 'address 0'
  if (isSameAddress(address, account)) return 'the account itself'
  const { swapRouter: _router, quoter: _quoter, poolFactory: _pools, ...ours } = chain.contracts
  const { wrappedNative: _wrapped, ...guarded } = ours
  return Object.entries(guarded).find(([, contract]) => isSameAddress(contract, address))?.[0]
}

function buildInvalidError(path: string, message: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', 'Invalid call data', { issues: [{ path, message }] })
}
