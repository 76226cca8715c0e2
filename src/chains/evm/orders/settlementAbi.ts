import { parseAbi, encodeFunctionData } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Order } from '#protocol/orders/order.ts'

const order =
  'struct Order { bytes32 fillId; address depositor; address token; uint256 amount; uint256 fee; address feeReceiver; address payee; uint64 depositDeadline; uint64 refundAfter; bytes32 fillHash; }'

/** Parts of the escrow that the browser uses; the whole ABI would weigh four times as much. */
export const escrowParts = parseAbi([
  order,
  'event Deposited(bytes32 indexed fillId, bytes32 indexed orderHash, Order order)',
  'event Released(bytes32 indexed fillId, bytes32 indexed orderHash)',
  'event Refunded(bytes32 indexed fillId, bytes32 indexed orderHash, bool byClock)',
  'function refund(Order order, bytes attestation)',
])

/** Parts of the EntryPoint that are decoded: bundles and the outcome of operations. */
export const entryPointParts = parseAbi([
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Packed[] ops, address beneficiary)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
])

/** Parts of the settler that the browser uses. */
export const settlerParts = parseAbi([
  'event Filled(bytes32 indexed fillId, address indexed solver, bytes32 fillHash, uint256 amount)',
  'event FillCancelled(bytes32 indexed fillId, address indexed solver)',
])

/**
 * Builds the call that refunds a deposit to its depositor. Runs in the browser.
 *
 * Without an attestation anyone may send it from `order.refundAfter` on, without the service. The
 * depositor is paid, whoever calls.
 */
export function buildRefund(
  order: Order,
  options: { escrow: EvmAddress; attestation?: Hex },
): { to: EvmAddress; data: Hex; value: bigint } {
  const data = encodeFunctionData({
    abi: escrowParts,
    functionName: 'refund',
    args: [order, options.attestation ?? '0x'],
  })
  return { to: options.escrow, data, value: 0n }
}
