import type { ErrorFamily } from './errorFamily.ts'

/** Exchanges and price sources. */
export const swapErrors: readonly ErrorFamily[] = [
  {
    source: 'Uniswap v3 pool and router',
    isSwap: true,
    texts: [
      [/^Too little received$|^Insufficient (WETH9|token)$/, 'TOO_LITTLE_RECEIVED'],
      [/^Too much requested$|^Price slippage check$/, 'SLIPPAGE'],
      [/^Transaction too old$/, 'ORDER_EXPIRED'],
      [/^Not WETH9$/, 'ORIGIN_CURRENCY_MISMATCH'],
      [/^AS$/, 'ZERO_SELL_AMOUNT'],
      [/^(IIA|LOK|SPL|L|M0|M1|F0|F1)$/, 'PROTOCOL_DEX_ERROR'],
    ],
  },
  {
    source: 'Uniswap v2 and its likes',
    isSwap: true,
    texts: [
      [/Router: EXPIRED$/, 'ORDER_EXPIRED'],
      [/INSUFFICIENT_OUTPUT_AMOUNT$/, 'TOO_LITTLE_RECEIVED'],
      [/EXCESSIVE_INPUT_AMOUNT$/, 'SLIPPAGE'],
      [/INSUFFICIENT_INPUT_AMOUNT$/, 'ZERO_SELL_AMOUNT'],
      [/: INVALID_PATH$/, 'NO_INTERNAL_SWAP_ROUTES_FOUND'],
      [/^\w+: (K|LOCKED|INSUFFICIENT_LIQUIDITY|OVERFLOW)$/, 'PROTOCOL_DEX_ERROR'],
    ],
  },
  {
    source: 'Uniswap universal router and v4',
    isSwap: true,
    errors: {
      'V2TooLittleReceived()': 'TOO_LITTLE_RECEIVED',
      'V3TooLittleReceived()': 'TOO_LITTLE_RECEIVED',
      'V4TooLittleReceived(uint256 minAmountOutReceived, uint256 amountReceived)':
        'TOO_LITTLE_RECEIVED',
      'V2TooMuchRequested()': 'SLIPPAGE',
      'V3TooMuchRequested()': 'SLIPPAGE',
      'V4TooMuchRequested(uint256 maxAmountInRequested, uint256 amountRequested)': 'SLIPPAGE',
      'TransactionDeadlinePassed()': 'ORDER_EXPIRED',
      'InvalidCommandType(uint256 commandType)': 'GENERATE_SWAP_FAILED',
      'LengthMismatch()': 'GENERATE_SWAP_FAILED',
      'SliceOutOfBounds()': 'GENERATE_SWAP_FAILED',
      'InsufficientETH()': 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
      'InsufficientToken()': 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
      'V2InvalidPath()': 'NO_INTERNAL_SWAP_ROUTES_FOUND',
      'V3InvalidSwap()': 'PROTOCOL_DEX_ERROR',
      'PoolNotInitialized()': 'NO_INTERNAL_SWAP_ROUTES_FOUND',
      'SwapAmountCannotBeZero()': 'ZERO_SELL_AMOUNT',
      'PriceLimitAlreadyExceeded(uint160 sqrtPriceCurrentX96, uint160 sqrtPriceLimitX96)':
        'SLIPPAGE',
      'CurrencyNotSettled()': 'PROTOCOL_DEX_ERROR',
      'NotEnoughLiquidity(bytes32 poolId)': 'PROTOCOL_DEX_ERROR',
    },
  },
  {
    source: '1inch, 0x, LI.FI',
    isSwap: true,
    errors: {
      'ReturnAmountIsNotEnough()': 'TOO_LITTLE_RECEIVED',
      'ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)': 'TOO_LITTLE_RECEIVED',
      'ZeroReturnAmount()': 'TOO_LITTLE_RECEIVED',
      'TooMuchSlippage(address token, uint256 expected, uint256 actual)': 'SLIPPAGE',
      'CumulativeSlippageTooHigh(uint256 minAmount, uint256 receivedAmount)': 'SLIPPAGE',
      'ActionInvalid(uint256 i, bytes4 action, bytes data)': 'GENERATE_SWAP_FAILED',
      'NoSwapDataProvided()': 'GENERATE_SWAP_FAILED',
      'NoSwapFromZeroBalance()': 'ZERO_SELL_AMOUNT',
      'SwapWithZeroAmount()': 'ZERO_SELL_AMOUNT',
      'InvalidSendingToken()': 'ORIGIN_CURRENCY_MISMATCH',
      'BadPool()': 'PROTOCOL_DEX_ERROR',
    },
    texts: [[/^(Min return not reached|Return amount is not enough)$/, 'TOO_LITTLE_RECEIVED']],
  },
  {
    source: 'Curve, Balancer, Aerodrome, Liquidity Book',
    isSwap: true,
    errors: {
      'PoolDoesNotExist()': 'NO_INTERNAL_SWAP_ROUTES_FOUND',
      'InsufficientOutputAmount()': 'TOO_LITTLE_RECEIVED',
      'InvalidTokenInForETHDeposit()': 'ORIGIN_CURRENCY_MISMATCH',
      'Expired()': 'ORDER_EXPIRED',
      'LBRouter__PairNotCreated(address tokenX, address tokenY, uint256 binStep)':
        'NO_INTERNAL_SWAP_ROUTES_FOUND',
      'LBRouter__InsufficientAmountOut(uint256 amountOutMin, uint256 amountOut)':
        'TOO_LITTLE_RECEIVED',
    },
    texts: [
      [/^Exchange resulted in fewer coins than expected$/, 'TOO_LITTLE_RECEIVED'],
      [/^(Slippage|BAL#507)$/, 'SLIPPAGE'],
      [/^BAL#508$/, 'ORDER_EXPIRED'],
      [/^BAL#500$/, 'NO_INTERNAL_SWAP_ROUTES_FOUND'],
      [/^BAL#\d{3}$/, 'PROTOCOL_DEX_ERROR'],
    ],
  },
  {
    source: 'Pyth, Chainlink',
    errors: { 'PriceFeedNotFound()': 'NO_QUOTES', 'StalePrice()': 'NO_QUOTES' },
    texts: [[/^No data present$/, 'NO_QUOTES']],
  },
]
