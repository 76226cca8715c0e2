import { concat, getAddress, keccak256, numberToHex, pad } from 'viem/utils'

import { type EvmAccount, getAccountKind } from '#protocol/accounts/account.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** The keys of an EVM account that a factory makes. */
export type AccountKeys =
  | { kind: 'roleBased'; session: EvmAddress; admin: EvmAddress }
  | { kind: 'basic'; signer: EvmAddress }

/** Where accounts of a network come from; the same on each of its chains. */
export type AccountOrigin = {
  accountFactory: EvmAddress
  roleAccount: EvmAddress
  basicAccount: EvmAddress
}

/** The keys of a role-based or basic account; undefined for an EIP-7702 one, which is its own key. */
export function getAccountKeys(account: EvmAccount): AccountKeys | undefined {
  if ('sessionAddress' in account)
    return { kind: 'roleBased', session: account.sessionAddress, admin: account.adminAddress }
  return getAccountKind(account) === 'basic'
    ? { kind: 'basic', signer: account.signerAddress }
    : undefined
}

/**
 * The address of an account, computed from its keys without asking a chain.
 *
 * Accounts are ERC-1167 clones that carry their keys after the code, made by CREATE2 with salt 0.
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

/** The code an account has once deployed: what a simulation puts at its address before that. */
export function buildCloneCode(keys: AccountKeys, origin: AccountOrigin): Hex {
  const implementation = keys.kind === 'roleBased' ? origin.roleAccount : origin.basicAccount
  return concat([
    '0x363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    cloneArguments(keys),
  ])
}

/** The factory's call that makes an account: `createRole(session, admin)`, `createBasic(signer)`. */
export function buildDeployment(keys: AccountKeys, origin: AccountOrigin) {
  const selector = keys.kind === 'roleBased' ? createRoleSelector : createBasicSelector
  const factoryData: Hex = `${selector}${cloneArguments(keys).slice(2)}`
  return { factory: origin.accountFactory, factoryData }
}

/** `createRole(address session, address admin)` of AccountFactory. */
const createRoleSelector = '0xa5618d62'
/** `createBasic(address signer)` of AccountFactory. */
const createBasicSelector = '0xd7738055'

/** The keys as the factory encodes them: a word each (plain padding, to stay small in a browser). */
function cloneArguments(keys: AccountKeys): Hex {
  return keys.kind === 'roleBased' ? concat([pad(keys.session), pad(keys.admin)]) : pad(keys.signer)
}
