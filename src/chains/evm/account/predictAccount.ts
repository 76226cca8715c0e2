import { concat, getAddress, keccak256, numberToHex, pad } from 'viem/utils'

import { type EvmAccount, getAccountKind } from '#protocol/accounts/account.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** Keys of an EVM account that the factory deploys. */
export type AccountKeys =
  | { kind: 'roleBased'; session: EvmAddress; admin: EvmAddress }
  | { kind: 'basic'; signer: EvmAddress }

/** Contracts a network's accounts derive from; the same on all its chains. */
export type AccountOrigin = {
  accountFactory: EvmAddress
  roleAccount: EvmAddress
  basicAccount: EvmAddress
}

/** Keys of a role or basic account; undefined for an EIP-7702 account, which is its own key. */
export function getAccountKeys(account: EvmAccount): AccountKeys | undefined {
  if ('sessionAddress' in account)
    return { kind: 'roleBased', session: account.sessionAddress, admin: account.adminAddress }
  return getAccountKind(account) === 'basic'
    ? { kind: 'basic', signer: account.signerAddress }
    : undefined
}

/**
 * Computes the address of an account from its keys without reading the chain.
 *
 * Accounts are ERC-1167 clones with their keys after the code, deployed by CREATE2 with salt 0.
 * Source: AccountFactory.sol; OpenZeppelin Clones, "WithImmutableArgs".
 */
export function predictAccount(keys: AccountKeys, origin: AccountOrigin): EvmAddress {
  const code = buildCloneCode(keys, origin)
  const initCode = concat([
    '0x61',
    numberToHex(code.length / 2 - 1, { size: 2 }),
    '0x3d81600a3d39f3',
    code,
  ])
  const salt = `0x${'00'.repeat(32)}` as const
  const made = keccak256(concat(['0xff', origin.accountFactory, salt, keccak256(initCode)]))
  return getAddress(`0x${made.slice(-40)}`)
}

/** Code of a deployed account; a simulation sets it for one that is not deployed yet. */
export function buildCloneCode(keys: AccountKeys, origin: AccountOrigin): Hex {
  const implementation = keys.kind === 'roleBased' ? origin.roleAccount : origin.basicAccount
  return concat([
    '0x363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    cloneArguments(keys),
  ])
}

/** Call data that deploys an account: `createRole(session, admin)` or `createBasic(signer)`. */
export function buildDeployment(keys: AccountKeys, origin: AccountOrigin) {
  const selector = keys.kind === 'roleBased' ? createRoleSelector : createBasicSelector
  const factoryData: Hex = `${selector}${cloneArguments(keys).slice(2)}`
  return { factory: origin.accountFactory, factoryData }
}

/** `createRole(address session, address admin)` of AccountFactory. */
const createRoleSelector = '0xa5618d62'
/** `createBasic(address signer)` of AccountFactory. */
const createBasicSelector = '0xd7738055'

/** Keys as the factory encodes them, a word each; padded by hand to keep the bundle small. */
function cloneArguments(keys: AccountKeys): Hex {
  return keys.kind === 'roleBased' ? concat([pad(keys.session), pad(keys.admin)]) : pad(keys.signer)
}
