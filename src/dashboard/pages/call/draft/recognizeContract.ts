import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { formatAbi, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { getKnownFunctions } from '#chains/evm/operation/knownFunctions.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import {
  isKnownInterface,
  knownInterfaces,
} from '../../signing/operations/decoding/knownInterfaces.ts'
import type { CallDraft } from './callSearch.ts'
import type { TargetAsset } from './requirements.ts'

/** What the functions of a contract tell of it. */
export type RecognizedContract = {
  /** Id and name of the interface that it has whole; undefined if there is none. */
  interfaceOf: { id: string; name: string } | undefined
  /** ABI of all its functions that are known by name; undefined if there are none. */
  abi: string | undefined
  /** Number of the functions in that ABI. */
  count: number
  /** Selectors that no known function has. */
  unknown: readonly Hex[]
}

/** Recognizes a contract by the selectors in its code. */
export function recognizeContract({ selectors }: Pick<ContractFacts, 'selectors'>) {
  const { writers, readers } = getKnownFunctions()
  const functions = selectors.flatMap((selector) => writers.get(selector) ?? [])
  const found = selectors.flatMap((selector) => readers.get(selector) ?? [])
  const count = functions.length + found.length
  const recognized: RecognizedContract = {
    interfaceOf: knownInterfaces.find(({ abi }) => hasAll(selectors, abi)),
    abi: count === 0 ? undefined : formatAbi({ functions, readers: found, errors: [] }),
    count,
    unknown: selectors.filter((selector) => !writers.has(selector) && !readers.has(selector)),
  }
  return recognized
}

/** Whether a contract has every function of an interface that changes state. */
function hasAll(selectors: readonly Hex[], abi: string): boolean {
  return readAbiLines(abi).functions.every(({ selector }) => selectors.includes(selector))
}

/** Enters the contract of a call; while no function is chosen, a listed one brings its interface. */
export function setContract(
  draft: CallDraft,
  { to, place }: { to: string; place: { chain: EvmNetworkChain; assets: readonly TargetAsset[] } },
): CallDraft {
  const read = readPastedAddress(to)
  // A chain that is the call's own says nothing more; another one stays, and is told.
  const isHere =
    read.kind === 'address' && (read.chainId ?? place.chain.chainId) === place.chain.chainId
  const address = EvmAddress.safeParse(isHere ? read.address : undefined)
  const isOpen = draft.fn === '' && draft.data === undefined && isKnownInterface(draft.abi)
  const abi = isOpen && address.success ? findListedInterface(address.data, place) : undefined
  return { ...draft, to: address.data ?? to, ...(abi === undefined ? {} : { abi }) }
}

/** Returns the interface of a contract that the network file lists, by its id. */
function findListedInterface(
  address: EvmAddress,
  { chain, assets }: { chain: EvmNetworkChain; assets: readonly TargetAsset[] },
): string | undefined {
  if (chain.vault !== undefined && isSameAddress(chain.vault, address)) return 'erc4626'
  if (isSameAddress(chain.contracts.wrappedNative, address)) return 'weth'
  const isToken = assets.some(
    ({ token }) => token && token !== nativeToken && isSameAddress(token, address),
  )
  return isToken ? 'erc20' : undefined
}
