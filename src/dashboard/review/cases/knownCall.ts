import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { decodeCallFields } from '#chains/evm/operation/callFields.ts'
import { type CallFunction, readAbi } from '#chains/evm/operation/readAbi.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type EvmRootAsset, type EvmRootChain, type Roots, rootToken } from './roots.ts'

/** An amount of an asset that the bundle names, in its smallest units. */
type Amount = { asset: EvmRootAsset; amount: bigint }

/** What a call does to an asset that the bundle knows; nothing of it is the service's word. */
export type KnownEffect =
  | ({ kind: 'send'; to: string } & Amount)
  | ({ kind: 'sendFrom'; from: string; to: string } & Amount)
  /** A right to take that lasts. */
  | ({ kind: 'allow'; spender: string } & Amount)
  /** The native coin into its token, one for one, and back. */
  | ({ kind: 'wrap' | 'unwrap' } & Amount)
  /** Into the chain's vault; who gets the shares. */
  | ({ kind: 'deposit'; to: string } & Amount)
  /** Out of it; who gets the assets, and whose shares go. */
  | ({ kind: 'withdraw'; to: string; owner: string } & Amount)
  /** The same counted in shares, whose decimals are not pinned. */
  | { kind: 'mint'; shares: bigint; asset: EvmRootAsset; to: string }
  | { kind: 'redeem'; shares: bigint; asset: EvmRootAsset; to: string; owner: string }

/** A call that was read by what the bundle knows of its contract. */
export type KnownCall = {
  effect: KnownEffect
  /** Undefined where only coins are sent. */
  function: CallFunction | undefined
  /** Its arguments as text, in their order. */
  values: readonly string[]
}

type Call = { to: EvmAddress; value: bigint; data: Hex }
type Place = { roots: Roots; chain: EvmRootChain }

const tokenFunctions = functionsOf(`function transfer(address to, uint256 amount)
function transferFrom(address from, address to, uint256 amount)
function approve(address spender, uint256 amount)
function increaseAllowance(address spender, uint256 addedValue)
function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)`)
const wrapperFunctions = functionsOf(`function deposit() payable
function withdraw(uint256 amount)`)
const vaultFunctions = functionsOf(`function deposit(uint256 assets, address receiver)
function mint(uint256 shares, address receiver)
function withdraw(uint256 assets, address receiver, address owner)
function redeem(uint256 shares, address receiver, address owner)`)

/**
 * Reads a call of a listed token, of the wrapped coin or of the chain's vault from its own data, and
 * plain coins. Undefined for other contracts and functions, and for data that is not to the byte what
 * the function takes. Source: pages, "Review and sign"; ERC-20, ERC-2612, ERC-4626.
 */
export function readKnownCall(call: Call, place: Place): KnownCall | undefined {
  const { roots, chain } = place
  const { chainId, contracts } = chain
  const coin = rootToken(roots, { chainId, token: nativeToken })
  if (call.data === '0x')
    return coin && { effect: sent(coin, call.value, call.to), function: undefined, values: [] }
  const token = rootToken(roots, { chainId, token: call.to })
  return (
    (coin && isSameAddress(call.to, contracts.wrappedNative)
      ? readBy(wrapperFunctions, call, (name, values) =>
          wrapperEffect(name, { values, value: call.value, coin, wrapped: token ?? coin }),
        )
      : undefined) ??
    (token && call.value === 0n
      ? readBy(tokenFunctions, call, (name, values) => tokenEffect(name, { values, asset: token }))
      : undefined) ??
    readVaultCall(call, place)
  )
}

/** The vault keeps the chain's USDC. Source: networks, `vault`. */
function readVaultCall(call: Call, { roots, chain }: Place): KnownCall | undefined {
  const asset = roots.assets
    .filter((one) => one.kind === 'evm')
    .find(({ chainId, symbol }) => chainId === chain.chainId && symbol === 'USDC')
  const isVault = chain.vault !== undefined && isSameAddress(call.to, chain.vault)
  if (!asset || !isVault || call.value > 0n) return undefined
  return readBy(vaultFunctions, call, (name, values) => vaultEffect(name, { values, asset }))
}

type Read = (name: string, values: readonly string[]) => KnownEffect | undefined

function readBy(
  functions: readonly CallFunction[],
  { data }: Call,
  read: Read,
): KnownCall | undefined {
  for (const one of functions) {
    const values = decodeCallFields(one, data)?.filter((value) => typeof value === 'string')
    const effect = values && read(one.name, values)
    if (effect) return { effect, function: one, values }
  }
  return undefined
}

function sent(asset: EvmRootAsset, amount: bigint, to: string): KnownEffect {
  return { kind: 'send', asset, amount, to }
}

function wrapperEffect(
  name: string,
  of: { values: readonly string[]; value: bigint; coin: EvmRootAsset; wrapped: EvmRootAsset },
): KnownEffect | undefined {
  const { values, value, coin, wrapped } = of
  if (name === 'deposit') return { kind: 'wrap', asset: coin, amount: value }
  return value === 0n
    ? { kind: 'unwrap', asset: wrapped, amount: BigInt(values[0] ?? '0') }
    : undefined
}

function tokenEffect(
  name: string,
  { values, asset }: { values: readonly string[]; asset: EvmRootAsset },
): KnownEffect | undefined {
  const [first = '', second = '', third = '0'] = values
  switch (name) {
    case 'transfer':
      return sent(asset, BigInt(second), first)
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

function vaultEffect(
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

function functionsOf(abi: string): readonly CallFunction[] {
  const read = readAbi(abi)
  return 'functions' in read ? read.functions : []
}
