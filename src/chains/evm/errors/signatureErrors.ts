import type { FailReason } from '#protocol/status/failReason.ts'
import type { ErrorFamily } from './errorFamily.ts'

/** Permit2, ERC-2612, ERC-3009 and their signature checks. */
export const signatureErrors: readonly ErrorFamily[] = [
  {
    source: 'Permit2',
    errors: {
      'AllowanceExpired(uint256 deadline)': 'SIGNATURE_EXPIRED',
      'SignatureExpired(uint256 signatureDeadline)': 'SIGNATURE_EXPIRED',
      'InsufficientAllowance(uint256 amount)': 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
      'InvalidSigner()': 'INVALID_SIGNATURE',
      'InvalidContractSignature()': 'INVALID_SIGNATURE',
      'InvalidSignatureLength()': 'INVALID_SIGNATURE',
      // A permit's nonce can be used once.
      'InvalidNonce()': 'DOUBLE_SPEND',
    },
  },
  {
    source: 'OpenZeppelin ECDSA and ERC20Permit, ERC-2612, ERC-3009, USDC',
    errors: {
      'ERC2612ExpiredSignature(uint256 deadline)': 'SIGNATURE_EXPIRED',
      'ERC2612InvalidSigner(address signer, address owner)': 'INVALID_SIGNATURE',
      'ECDSAInvalidSignature()': 'INVALID_SIGNATURE',
      'ECDSAInvalidSignatureLength(uint256 length)': 'INVALID_SIGNATURE',
      'ECDSAInvalidSignatureS(bytes32 s)': 'INVALID_SIGNATURE',
      'InvalidAccountNonce(address account, uint256 currentNonce)': 'INVALID_SIGNATURE',
    },
    texts: [
      [/permit.*expired|authorization is expired|PERMIT_DEADLINE_EXPIRED/i, 'SIGNATURE_EXPIRED'],
      [/invalid[ _]signature|^EIP2612: |^ECDSA: /i, 'INVALID_SIGNATURE'],
    ],
  },
]

/** Codes of EntryPoint v0.7, without those that wrap a revert. Source: EntryPoint.sol. */
export const entryPointCodes: Readonly<Record<string, FailReason>> = {
  AA10: 'TRANSACTION_REVERTED',
  AA21: 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
  AA22: 'SIGNATURE_EXPIRED',
  AA24: 'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR',
  AA25: 'ACCOUNT_ABSTRACTION_INVALID_NONCE',
  AA26: 'SWAP_USES_TOO_MUCH_GAS',
  AA31: 'SOLVER_CAPACITY_EXCEEDED',
  AA32: 'SIGNATURE_EXPIRED',
  AA34: 'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR',
  AA36: 'SWAP_USES_TOO_MUCH_GAS',
  AA41: 'SWAP_USES_TOO_MUCH_GAS',
  AA51: 'SWAP_USES_TOO_MUCH_GAS',
  AA94: 'INVALID_GAS_PRICE',
  AA95: 'SWAP_USES_TOO_MUCH_GAS',
}
