// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WrappedNative} from "../evm/dev/WrappedNative.sol";
import {Call, EstuaryTest} from "./support/EstuaryTest.sol";
import {IUniswapFactory, IUniswapPool, IUniswapRouter} from "./support/IUniswap.sol";

/// @dev Swaps on one chain: one batch through a real Uniswap v3 pool, without escrow, all or
/// nothing.
/// forge-config: default.isolate = true
contract SwapTest is EstuaryTest {
    int24 private constant WHOLE_RANGE = 887_270;
    IUniswapRouter private router;
    WrappedNative private weth;

    function setUp() public override {
        super.setUp();
        weth = new WrappedNative();
        weth.deposit{value: 200 ether}();
        usdc.mint(address(this), 1_000_000e6);
        IUniswapFactory factory_ = IUniswapFactory(
            _create("v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json", "")
        );
        router = IUniswapRouter(
            _create(
                "v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json",
                abi.encode(address(factory_), address(weth))
            )
        );
        IUniswapPool pool = IUniswapPool(factory_.createPool(address(usdc), address(weth), 500));
        // 3000 USDC per ETH: sqrt(price of token0 in token1) * 2^96.
        bool isUsdcFirst = address(usdc) < address(weth);
        pool.initialize(
            isUsdcFirst
                ? 1_446_501_726_624_926_496_477_173_928_747_177
                : 4_339_505_179_874_779_489_431_521
        );
        pool.mint(address(this), -WHOLE_RANGE, WHOLE_RANGE, 5e15, "");
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        (uint256 inUsdc, uint256 inWeth) =
            address(usdc) < address(weth) ? (amount0, amount1) : (amount1, amount0);
        usdc.transfer(msg.sender, inUsdc);
        weth.transfer(msg.sender, inWeth);
    }

    function test_gas_swap() public {
        _submit(_signedOp(_swapCalls(10e6, 0.003 ether)));
        vm.assertTrue(weth.balanceOf(PAYEE) > 0.003 ether, "swapped");
        _submit(_signedOp(_swapCalls(20e6, 0.006 ether)));
        vm.snapshotGasLastCall("gas", "same-chain swap");
        vm.assertEq(usdc.balanceOf(FEE_RECEIVER), 0.2e6, "the fee is inside");
    }

    function test_swap_belowTheMinimumTakesNothing() public {
        _submit(_signedOp(_swapCalls(10e6, 0.004 ether)));
        vm.assertEq(usdc.balanceOf(address(account)), 1_000e6, "nothing left, the fee neither");
        vm.assertEq(usdc.allowance(address(account), address(router)), 0, "nothing approved");
    }

    function _swapCalls(uint256 amount, uint256 minimum) private view returns (Call[] memory) {
        Call[] memory calls = new Call[](3);
        calls[0] = Call(address(usdc), 0, abi.encodeCall(usdc.approve, (address(router), amount)));
        calls[1] = Call(
            address(router),
            0,
            abi.encodeCall(
                router.exactInputSingle,
                IUniswapRouter.ExactInputSingle({
                    tokenIn: address(usdc),
                    tokenOut: address(weth),
                    fee: 500,
                    recipient: PAYEE,
                    deadline: block.timestamp + 120,
                    amountIn: amount,
                    amountOutMinimum: minimum,
                    sqrtPriceLimitX96: 0
                })
            )
        );
        calls[2] = _transferCalls(FEE_RECEIVER, 0.1e6)[0];
        return calls;
    }

    function _create(string memory artifact, bytes memory arguments)
        private
        returns (address made)
    {
        string memory path = string.concat("../../node_modules/@uniswap/", artifact);
        bytes memory creation =
            abi.encodePacked(vm.parseJsonBytes(vm.readFile(path), ".bytecode"), arguments);
        assembly {
            made := create(0, add(creation, 32), mload(creation))
        }
        vm.assertTrue(made.code.length != 0, artifact);
    }
}
