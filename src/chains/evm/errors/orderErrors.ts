import type { ErrorFamily } from './errorFamily.ts'

/** Third-party bridges and order books. */
export const orderErrors: readonly ErrorFamily[] = [
  {
    source: 'Across, ERC-7683 settlers',
    errors: {
      'WrongSettlementContract()': 'DEPOSIT_ADDRESS_MISMATCH',
      'WrongChainId()': 'DEPOSIT_CHAIN_MISMATCH',
      'DisabledRoute()': 'NO_QUOTES',
      'RelayFilled()': 'ORDER_ALREADY_FILLED',
      'ExpiredFillDeadline()': 'ORDER_EXPIRED',
      'InvalidFillDeadline()': 'ORDER_EXPIRED',
      'NotExclusiveRelayer()': 'MARKETPLACE_INVALID_FULFILLER',
      'MaxTransferSizeExceeded()': 'SOLVER_CAPACITY_EXCEEDED',
      'MsgValueDoesNotMatchInputAmount()': 'INCORRECT_PAYMENT',
      'RefundAmountTooSmall(uint256 amount, uint256 minimum)': 'AMOUNT_TOO_LOW_TO_REFUND',
    },
  },
  {
    source: 'CCTP, cBridge',
    texts: [
      [/^Burn token not supported$/, 'INCORRECT_DEPOSIT_CURRENCY'],
      [
        /^Max fee must be less than amount$|^Insufficient max fee$/,
        'NEGATIVE_NEW_AMOUNT_AFTER_FEES',
      ],
      [/^Amount must be nonzero$|^amount too small$/, 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'],
      [/^Invalid destination domain$/, 'DEPOSIT_CHAIN_MISMATCH'],
      [/^Nonce already used$/, 'DOUBLE_SPEND'],
      [/refund.*(too (low|small)|below)/i, 'AMOUNT_TOO_LOW_TO_REFUND'],
    ],
  },
  {
    source: 'UniswapX, 1inch limit orders, 0x native orders',
    errors: {
      'InvalidGasPrice()': 'INVALID_GAS_PRICE',
      'DeadlinePassed()': 'ORDER_EXPIRED',
      'OrderExpired()': 'ORDER_EXPIRED',
      'NoExclusiveOverride()': 'MARKETPLACE_INVALID_FULFILLER',
      'PrivateOrder()': 'MARKETPLACE_INVALID_FULFILLER',
      'OrderNotFillableByTakerError(bytes32 orderHash, address taker, address orderTaker)':
        'MARKETPLACE_INVALID_FULFILLER',
      'BitInvalidatedOrder()': 'ORDER_ALREADY_FILLED',
      'InvalidatedOrder()': 'ORDER_ALREADY_FILLED',
    },
    texts: [[/gas price (is )?too (high|low)|invalid gas price/i, 'INVALID_GAS_PRICE']],
  },
]

/** NFT marketplaces and mints. */
export const marketErrors: readonly ErrorFamily[] = [
  {
    source: 'Seaport, LooksRare',
    errors: {
      'InexactFraction()': 'MARKETPLACE_INEXACT_FRACTION',
      'BadFraction()': 'MARKETPLACE_INEXACT_FRACTION',
      'PartialFillsNotEnabledForOrder()': 'MARKETPLACE_INEXACT_FRACTION',
      'OrderAlreadyFilled(bytes32 orderHash)': 'ORDER_ALREADY_FILLED',
      'OrderPartiallyFilled(bytes32 orderHash)': 'ORDER_ALREADY_FILLED',
      'OrderIsCancelled(bytes32 orderHash)': 'ORDER_IS_CANCELLED',
      'NoncesInvalid()': 'ORDER_IS_CANCELLED',
      'InvalidTime(uint256 startTime, uint256 endTime)': 'ORDER_EXPIRED',
      'OutsideOfTimeRange()': 'ORDER_EXPIRED',
      'InvalidRestrictedOrder(bytes32 orderHash)': 'MARKETPLACE_INVALID_FULFILLER',
      'InvalidContractOrder(bytes32 orderHash)': 'MARKETPLACE_INVALID_FULFILLER',
      'InsufficientNativeTokensSupplied()': 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
      'InsufficientEtherSupplied()': 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
      'InvalidMsgValue(uint256 value)': 'INCORRECT_PAYMENT',
      'ConsiderationNotMet(uint256 orderIndex, uint256 considerationIndex, uint256 shortfallAmount)':
        'INCORRECT_PAYMENT',
      'NativeTokenTransferGenericFailure(address account, uint256 amount)': 'TRANSFER_FAILED',
      'TokenTransferGenericFailure(address token, address from, address to, uint256 identifier, uint256 amount)':
        'TRANSFER_FROM_FAILED',
      'BadSignatureV(uint8 v)': 'INVALID_SIGNATURE',
      'InvalidSignature()': 'INVALID_SIGNATURE',
      'BadContractSignature()': 'INVALID_SIGNATURE',
    },
  },
  {
    source: 'SeaDrop, thirdweb, Zora, ERC-721A and mints that say it in words',
    errors: {
      'NotActive(uint256 currentTimestamp, uint256 startTimestamp, uint256 endTimestamp)':
        'MINT_NOT_ACTIVE',
      'DropClaimNotStarted(uint256 start, uint256 currentTimestamp)': 'MINT_NOT_ACTIVE',
      'Sale_Inactive()': 'MINT_NOT_ACTIVE',
      'SaleEnded()': 'MINT_NOT_ACTIVE',
      'SaleHasNotStarted()': 'MINT_NOT_ACTIVE',
      'MintQuantityExceedsMaxSupply(uint256 total, uint256 maxSupply)':
        'ERC_1155_TOO_MANY_REQUESTED',
      'MintQuantityExceedsMaxMintedPerWallet(uint256 total, uint256 allowed)':
        'ERC_1155_TOO_MANY_REQUESTED',
      'MintQuantityExceedsMaxTokenSupplyForStage(uint256 total, uint256 maxTokenSupplyForStage)':
        'ERC_1155_TOO_MANY_REQUESTED',
      'Mint_SoldOut()': 'ERC_1155_TOO_MANY_REQUESTED',
      'IncorrectPayment(uint256 got, uint256 want)': 'INCORRECT_PAYMENT',
      'Purchase_WrongPrice(uint256 correctPrice)': 'INCORRECT_PAYMENT',
      'WrongValueSent()': 'INCORRECT_PAYMENT',
      'TransferCallerNotOwnerNorApproved()': 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
      'TransferFromIncorrectOwner()': 'TRANSFER_FROM_FAILED',
    },
    texts: [
      [
        /(mint(ing)?|sale) (is )?not (active|open)|sale must be active|claim inactive/i,
        'MINT_NOT_ACTIVE',
      ],
      [/(incorrect|wrong) (payment|price|value)|value sent is not correct/i, 'INCORRECT_PAYMENT'],
    ],
  },
]
