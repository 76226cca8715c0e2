import { buildDelegationCode } from '#chains/evm/account/delegation.ts'
import { buildCloneCode, getAccountKeys } from '#chains/evm/account/predictAccount.ts'
import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AccountAddress, type ChainId, isSameAddress } from '#protocol/ids/caip.ts'
import type { ChainOperationRequest, TrialAnswer } from '#dashboard/api/chains/operationTrials.ts'
import type { EvmRootAsset, RootAsset, Roots } from '#dashboard/review/cases/roots.ts'
import type { EvmOperationFacts, OperationFacts } from '#dashboard/review/verifyQuote.ts'

/** What signed operations do to the balances of their accounts by a simulation. */
export type SimulatedChanges = {
  /** Smallest units of an account's asset; undefined where it was not simulated. */
  changeOf: (account: AccountAddress, asset: RootAsset) => bigint | undefined
  /** All that the accounts lose by it, whether or not what they sign says so. */
  losses: readonly { account: AccountAddress; asset: RootAsset; change: bigint }[]
  /** Whether a chain has not answered yet. */
  isRunning: boolean
  /** Chains whose operations were not simulated: of Solana, and where the node did not do it. */
  missing: readonly ChainId[]
  /** Chains on which an operation would fail now. */
  failing: readonly ChainId[]
}

/** The operations on EVM chains, as the EntryPoint will run them with the pinned code of their accounts. */
export function buildTrialRequests(
  operations: readonly OperationFacts[],
  { assets }: Pick<Roots, 'assets'>,
): readonly ChainOperationRequest[] {
  return operations.filter(isEvm).map((operation) => {
    const { account, userOp } = operation
    const { chainId, contracts } = operation.chain
    const keys = getAccountKeys(account)
    return {
      chainId,
      account: account.accountAddress,
      code: keys ? buildCloneCode(keys, contracts) : buildDelegationCode(contracts.delegate),
      entryPoint: contracts.entryPoint,
      callData: userOp.callData,
      tokens: listAssets(operation, assets).flatMap(({ token }) =>
        token === nativeToken ? [] : [token],
      ),
    }
  })
}

/** Adds up what the chains said of these operations; answers in the order of {@link buildTrialRequests}. */
export function readTrials(
  operations: readonly OperationFacts[],
  { assets, answers }: Pick<Roots, 'assets'> & { answers: readonly TrialAnswer[] },
): SimulatedChanges {
  const trials = operations.filter(isEvm).map((operation, at) => {
    return { operation, answer: answers[at] }
  })
  const units = new Map<string, Loss>()
  for (const { operation, answer } of trials) {
    if (typeof answer !== 'object' || !answer.isSuccess) continue
    for (const { token, change } of answer.changes)
      for (const asset of listAssets(operation, assets))
        if (isSameAddress(asset.token, token)) add(operation.account.accountAddress, asset, change)
  }
  const missing = [
    ...operations.filter((one) => !isEvm(one)),
    ...trials.filter(({ answer }) => typeof answer === 'string').map(toOperation),
  ].map(getChainId)
  const failing = trials.filter(hasFailed).map(toOperation).map(getChainId)
  const running = trials.filter(({ answer }) => answer === undefined).map(toOperation)
  const unknown = new Set([...missing, ...failing, ...running.map(getChainId)])
  return {
    changeOf: (account, asset) =>
      unknown.has(asset.chainId) ? undefined : units.get(toKey(account, asset))?.change,
    losses: [...units.values()].filter(({ change }) => change < 0n),
    isRunning: running.length > 0,
    missing: [...new Set(missing)],
    failing: [...new Set(failing)],
  }

  function add(account: AccountAddress, asset: RootAsset, change: bigint): void {
    const key = toKey(account, asset)
    units.set(key, { account, asset, change: (units.get(key)?.change ?? 0n) + change })
  }
}

type Loss = SimulatedChanges['losses'][number]

type Trial = { operation: EvmOperationFacts; answer: TrialAnswer }

function hasFailed({ answer }: Trial): boolean {
  return typeof answer === 'object' && !answer.isSuccess
}

function toOperation({ operation }: Trial): OperationFacts {
  return operation
}

function getChainId({ chain }: OperationFacts): ChainId {
  return chain.chainId
}

function isEvm(operation: OperationFacts): operation is EvmOperationFacts {
  return operation.kind === 'evm'
}

/** The listed assets of an operation's chain, and the one on no list that it trades. */
function listAssets(
  { chain, traded }: EvmOperationFacts,
  assets: readonly RootAsset[],
): readonly EvmRootAsset[] {
  const listed = assets.filter((one) => one.kind === 'evm' && one.chainId === chain.chainId)
  return [...listed, ...(traded ? [traded] : [])].filter((one) => one.kind === 'evm')
}

function toKey(account: AccountAddress, { assetType }: RootAsset): string {
  return `${toAddressKey(account)} ${assetType}`
}
