// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Functions of Uniswap v3's factory used by the tests.
interface IUniswapFactory {
    function createPool(address a, address b, uint24 fee) external returns (address);
}

/// @dev Functions of Uniswap v3's pools used by the tests.
interface IUniswapPool {
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        returns (uint256, uint256);
}

/// @dev Functions of Uniswap v3's router used by the tests.
interface IUniswapRouter {
    struct ExactInputSingle {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    function exactInputSingle(ExactInputSingle calldata swap) external payable returns (uint256);
}
