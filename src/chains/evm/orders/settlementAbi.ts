import { parseAbi } from 'viem/utils'

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
