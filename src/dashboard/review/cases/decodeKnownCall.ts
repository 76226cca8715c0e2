import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { decodeCallFields } from '#chains/evm/operation/callFields.ts'
import { type CallFunction, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type EvmRootAsset, type EvmRootChain, type Roots, findRootToken } from './roots.ts'

/** An amount of a bundled asset, smallest units. */
type KnownAmount = { asset: EvmRootAsset; amount: bigint }

/** What a call does with a bundled asset, decoded without any help of the service. */
export type KnownEffect =
  | ({ kind: 'send'; to: string } & KnownAmount)
  | ({ kind: 'sendFrom'; from: string; to: string } & KnownAmount)
  /** Grants an allowance. */
  | ({ kind: 'allow'; spender: string } & KnownAmount)
  /** Converts the native coin to its wrapped token, or back, one to one. */
  | ({ kind: 'wrap' | 'unwrap' } & KnownAmount)
  /** Deposits assets into the chain's vault; `to` gets the shares. */
  | ({ kind: 'deposit'; to: string } & KnownAmount)
  /** Withdraws assets from the vault to `to`, for shares of `owner`. */
  | ({ kind: 'withdraw'; to: string; owner: string } & KnownAmount)
  /** The same two, counted in shares, whose decimals are not pinned. */
  | { kind: 'mint'; shares: bigint; asset: EvmRootAsset; to: string }
  | { kind: 'redeem'; shares: bigint; asset: EvmRootAsset; to: string; owner: string }

/** A call decoded by what the bundle knows about its contract. */
export type KnownCall = {
  effect: KnownEffect
  /** Undefined for a plain transfer of the native coin. */
  function: CallFunction | undefined
  /** Its arguments as text, in order. */
  values: readonly string[]
}

type RawCall = { to: EvmAddress; value: bigint; data: Hex }
type CallPlace = { roots: Roots; chain: EvmRootChain }

const tokenAbi = readAbiLines(`function transfer(address to, uint256 amount)
function transferFrom(address from, address to, uint256 amount)
function approve(address spender, uint256 amount)
function increaseAllowance(address spender, uint256 addedValue)
function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)`)
const wrapperAbi = readAbiLines(`function deposit() payable
function withdraw(uint256 amount)`)
const vaultAbi = readAbiLines(`function deposit(uint256 assets, address receiver)
function mint(uint256 shares, address receiver)
function withdraw(uint256 assets, address receiver, address owner)
function redeem(uint256 shares, address receiver, address owner)`)

/**
 * Decodes a call of a listed token, the wrapped coin or the chain's vault, or a plain transfer of
 * coins. Undefined for other contracts and functions, and for data that is not the exact encoding
 * of the function's arguments. Source: pages, "Review and sign"; ERC-20, ERC-2612, ERC-4626.
 */
export function decodeKnownCall(call: RawCall, place: CallPlace): KnownCall | undefined {
  const { roots, chain } = place
  const { chainId, contracts } = chain
  const coin = findRootToken(roots, { chainId, token: nativeToken })
  if (call.data === '0x')
    return (
      coin && {
        effect: buildSendEffect(coin, call.value, call.to),
        function: undefined,
        values: [],
      }
    )
  const token = findRootToken(roots, { chainId, token: call.to })
  return (
    (coin && isSameAddress(call.to, contracts.wrappedNative)
      ? decodeBy(wrapperAbi.functions, call, (name, values) =>
          toWrapperEffect(name, { values, value: call.value, coin, wrapped: token ?? coin }),
        )
      : undefined) ??
    (token && call.value === 0n
      ? decodeBy(tokenAbi.functions, call, (name, values) =>
          toTokenEffect(name, { values, asset: token }),
        )
      : undefined) ??
    decodeVaultCall(call, place)
  )
}

/** The vault's asset is the chain's USDC. Source: networks, `vault`. */
function decodeVaultCall(call: RawCall, { roots, chain }: CallPlace): KnownCall | undefined {
  const asset = roots.assets
    .filter((one) => one.kind === 'evm')
    .find(({ chainId, symbol }) => chainId === chain.chainId && symbol === 'USDC')
  const isVault = chain.vault !== undefined && isSameAddress(call.to, chain.vault)
  if (!asset || !isVault || call.value > 0n) return undefined
  return decodeBy(vaultAbi.functions, call, (name, values) =>
    toVaultEffect(name, { values, asset }),
  )
}

type EffectDecoder = (name: string, values: readonly string[]) => KnownEffect | undefined

function decodeBy(
  functions: readonly CallFunction[],
  { data }: RawCall,
  read: EffectDecoder,
): KnownCall | undefined {
  for (const one of functions) {
    const values = decodeCallFields(one, data)?.filter((value) => typeof value === 'string')
    const effect = values && read(one.name, values)
    if (effect) return { effect, function: one, values }
  }
  return undefined
}

function buildSendEffect(asset: EvmRootAsset, amount: bigint, to: string): KnownEffect {
  return { kind: 'send', asset, amount, to }
}

function toWrapperEffect(
  name: string,
  of: { values: readonly string[]; value: bigint; coin: EvmRootAsset; wrapped: EvmRootAsset },
): KnownEffect | undefined {
  const { values, value, coin, wrapped } = of
  if (name === 'deposit') return { kind: 'wrap', asset: coin, amount: value }
  return value === 0n
    ? { kind: 'unwrap', asset: wrapped, amount: BigInt(values[0] ?? '0') }
    : undefined
}

function toTokenEffect(
  name: string,
  { values, asset }: { values: readonly string[]; asset: EvmRootAsset },
): KnownEffect | undefined {
  const [first = '', second = '', third = '0'] = values
  switch (name) {
    case 'transfer':
      return buildSendEffect(asset, BigInt(second), first)
    case 'transferFrom':
      return { kind: 'sendFrom', asset, amount: BigInt(third), from: first, to: second }
    case 'approve':
    case 'increaseAllowance':
      return { kind: 'allow', asset, amount: BigInt(second), spender: first }
    case 'permit':
      return { kind: 'allow', asset, amount: BigInt(third), spender: second }
    default:
      return undefined
  }
}

function toVaultEffect(
  name: string,
  { values, asset }: { values: readonly string[]; asset: EvmRootAsset },
): KnownEffect | undefined {
  const [count = '0', to = '', owner = ''] = values
  switch (name) {
    case 'deposit':
      return { kind: 'deposit', asset, amount: BigInt(count), to }
    case 'mint':
      return { kind: 'mint', asset, shares: BigInt(count), to }
    case 'withdraw':
      return { kind: 'withdraw', asset, amount: BigInt(count), to, owner }
    case 'redeem':
      return { kind: 'redeem', asset, shares: BigInt(count), to, owner }
    default:
      return undefined
  }
}
