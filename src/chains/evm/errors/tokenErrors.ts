import type { ErrorFamily } from './errorFamily.ts'

/** ERC-20 tokens with standard errors. */
const erc6093: ErrorFamily = {
  source: 'ERC-6093 and ERC-4626 of OpenZeppelin 5',
  errors: {
    'ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)':
      'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    'ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)':
      'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
    'ERC20InvalidReceiver(address receiver)': 'TRANSFER_FAILED',
    'ERC20InvalidSender(address sender)': 'INVALID_SENDER',
    'ERC20InvalidApprover(address approver)': 'INVALID_SENDER',
    'ERC20InvalidSpender(address spender)': 'EXECUTION_REVERTED',
    'ERC721NonexistentToken(uint256 tokenId)': 'TRANSFER_FROM_FAILED',
    'ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)':
      'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    'ERC721InsufficientApproval(address operator, uint256 tokenId)':
      'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
    'ERC721InvalidReceiver(address receiver)': 'TRANSFER_FAILED',
    'ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)':
      'ERC_1155_TOO_MANY_REQUESTED',
    'ERC1155MissingApprovalForAll(address operator, address owner)':
      'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
    'ERC1155InvalidReceiver(address receiver)': 'TRANSFER_FAILED',
    'ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)':
      'EXECUTION_REVERTED',
    'ERC4626ExceededMaxMint(address receiver, uint256 shares, uint256 max)': 'EXECUTION_REVERTED',
    'ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max)':
      'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    'ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max)':
      'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
  },
}

/** Token transfer helpers, and tokens that restrict transfers. */
const openZeppelin: ErrorFamily = {
  source: 'OpenZeppelin, solady, ERC-5192, ERC-721-C',
  errors: {
    'SafeERC20FailedOperation(address token)': 'TRANSFER_FROM_FAILED',
    'InsufficientBalance(uint256 balance, uint256 needed)': 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
    'AddressInsufficientBalance(address account)': 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
    'FailedCall()': 'EXECUTION_REVERTED',
    'OwnableUnauthorizedAccount(address account)': 'INVALID_SENDER',
    'AccessControlUnauthorizedAccount(address account, bytes32 neededRole)': 'INVALID_SENDER',
    'EnforcedPause()': 'TOKEN_NOT_TRANSFERABLE',
    'ErrLocked()': 'TOKEN_NOT_TRANSFERABLE',
    'CreatorTokenTransferValidator__CallerMustBeWhitelistedOperator()': 'TOKEN_NOT_TRANSFERABLE',
    'TransferFromFailed()': 'TRANSFER_FROM_FAILED',
    'TransferFailed()': 'TRANSFER_FAILED',
    'ETHTransferFailed()': 'TRANSFER_FAILED',
    'InsufficientBalance()': 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    'InsufficientAllowance()': 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
  },
}

/** Tokens with error texts. */
const words: ErrorFamily = {
  source: 'OpenZeppelin 4, USDC, DAI, UNI, stETH, MKR, TransferHelper',
  texts: [
    [/^FiatTokenV2: authorization is used or canceled$/, 'DOUBLE_SPEND'],
    [/^Blacklistable: account is blacklisted$/, 'TOKEN_NOT_TRANSFERABLE'],
    [/^(ERC20|ERC1155|ERC721)?Pausable: (token transfer while )?paused$/, 'TOKEN_NOT_TRANSFERABLE'],
    [/soulbound|non-?transferable|not transferable/i, 'TOKEN_NOT_TRANSFERABLE'],
    [/^ERC1155: insufficient balance/, 'ERC_1155_TOO_MANY_REQUESTED'],
    [
      /exceeds balance|insufficient[ -]balance|^BALANCE_EXCEEDED$|^ds-math-sub-underflow$/i,
      'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    ],
    [
      /exceeds (spender )?allowance|insufficient[ -](allowance|approval)|^ALLOWANCE_EXCEEDED$/i,
      'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
    ],
    [/^STF$|transfer_?from(_| )?failed|safetransferfrom/i, 'TRANSFER_FROM_FAILED'],
    [/^STE?$|transfer_?failed|^SafeERC20: /i, 'TRANSFER_FAILED'],
    [/^(Ownable: caller is not the owner$|AccessControl: account )/, 'INVALID_SENDER'],
  ],
}

/** Tokens and their transfer helpers. */
export const tokenErrors: readonly ErrorFamily[] = [erc6093, openZeppelin, words]
