import { toFunctionSelector } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'

/** Functions by which an account grants rights over its tokens. */
const approvingFunctions = [
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'decreaseApproval(address,uint256)',
  'safeApprove(address,uint256)',
  'approveMax(address)',
  // ds-token: unlimited
  'approve(address)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'permit(address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,uint256,uint256,bytes)',
  'permitForAll(address,address,bool,uint256,uint256,bytes)',
  'setApprovalForAll(address,bool)',
  // ERC-6909 and ERC-777
  'approve(address,uint256,uint256)',
  'setOperator(address,bool)',
  'authorizeOperator(address)',
  // Permit2
  'approve(address,address,uint160,uint48)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  // Uniswap: the caller's permits for the router
  'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
  'selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)',
  'selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)',
  'selfPermitAllowedIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)',
  // Aave and Compound: borrowing and managing on behalf of the account
  'approveDelegation(address,uint256)',
  'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'allow(address,bool)',
  'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)',
  // Morpho, Balancer, Maker and Euler: acting on behalf of the account
  'setAuthorization(address,bool)',
  'setRelayerApproval(address,address,bool)',
  'hope(address)',
  'setAccountOperator(address,address,bool)',
]

const approvingNames: ReadonlyMap<string, string> = new Map(
  approvingFunctions.map((signature) => [toFunctionSelector(`function ${signature}`), signature]),
)

/**
 * The signature of the function if a call would grant rights over its sender's tokens; otherwise
 * undefined. Functions not listed here show in a simulation's events (findApprovals.ts). Source:
 * wire, "Contract calls".
 */
export function findApprovingFunction(data: Hex): string | undefined {
  return approvingNames.get(data.slice(0, 10).toLowerCase())
}
