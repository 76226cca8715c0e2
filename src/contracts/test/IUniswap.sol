// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev What the tests call of Uniswap v3's factory.
interface IUniswapFactory {
    function createPool(address a, address b, uint24 fee) external returns (address);
}

/// @dev What the tests call of Uniswap v3's pools.
interface IUniswapPool {
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        returns (uint256, uint256);
}

/// @dev What the tests call of Uniswap v3's router.
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
