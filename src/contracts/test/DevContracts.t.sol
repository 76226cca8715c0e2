// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DevNames} from "../evm/dev/DevNames.sol";
import {DevToken} from "../evm/dev/DevToken.sol";
import {PriceFeed} from "../evm/dev/PriceFeed.sol";
import {WrappedNative} from "../evm/dev/WrappedNative.sol";
import {EstuaryTest} from "./support/EstuaryTest.sol";
import {RefusingReceiver} from "./support/HostileContracts.sol";

contract DevContractsTest is EstuaryTest {
    function test_token_isMintedByItsMinterOnly() public {
        DevToken token = new DevToken("Tether", "USDT", 18, OWNER);
        vm.expectRevert(abi.encodeWithSelector(DevToken.NotMinter.selector, address(this)));
        token.mint(STRANGER, 1);
        vm.prank(OWNER);
        token.mint(STRANGER, 1);
        vm.assertEq(token.balanceOf(STRANGER), 1, "minted");
        vm.assertEq(token.decimals(), 18, "decimals");
    }

    function test_wrapped_isWorthItsCoins(uint64 amount) public {
        WrappedNative weth = new WrappedNative();
        vm.deal(STRANGER, amount);
        vm.startPrank(STRANGER, STRANGER);
        (bool success,) = address(weth).call{value: amount}("");
        vm.assertTrue(success, "wrapped by a plain transfer");
        vm.assertEq(weth.balanceOf(STRANGER), amount, "tokens");
        weth.withdraw(amount);
        vm.assertEq(STRANGER.balance, amount, "coins");
        vm.expectPartialRevert(
            bytes4(keccak256("ERC20InsufficientBalance(address,uint256,uint256)"))
        );
        weth.withdraw(1);
        vm.stopPrank();
    }

    function test_wrapped_reverts_forWhoRefusesCoins() public {
        WrappedNative weth = new WrappedNative();
        address receiver = address(new RefusingReceiver());
        weth.deposit{value: 1}();
        weth.transfer(receiver, 1);
        vm.expectRevert(
            abi.encodeWithSelector(WrappedNative.NativeTransferFailed.selector, receiver, 1)
        );
        vm.prank(receiver);
        weth.withdraw(1);
    }

    function test_feed_givesTheLastAnswerAndItsTime() public {
        PriceFeed feed = new PriceFeed(8, "ETH / USD", OWNER);
        vm.expectRevert(PriceFeed.NoAnswer.selector);
        feed.latestRoundData();
        vm.expectRevert(abi.encodeWithSelector(PriceFeed.NotOwner.selector, address(this)));
        feed.setAnswer(1);
        vm.prank(OWNER);
        feed.setAnswer(3_000e8);
        vm.warp(START + 60);
        (uint80 round, int256 answer,, uint256 updatedAt,) = feed.latestRoundData();
        vm.assertEq(round, 1, "round");
        vm.assertEq(uint256(answer), 3_000e8, "answer");
        vm.assertEq(updatedAt, START, "when it was set");
    }

    function test_names_pointWhereTheirOwnerSays(bytes32 node, bytes32 other, address account)
        public
    {
        vm.assume(node != other);
        bytes32[] memory nodes = new bytes32[](1);
        address[] memory accounts = new address[](1);
        (nodes[0], accounts[0]) = (node, account);
        DevNames names = new DevNames(OWNER, nodes, accounts);
        vm.assertEq(_ask(names, node, 60), abi.encodePacked(account), "on Ethereum");
        vm.assertEq(_ask(names, node, 0x80000001), "", "on another chain");

        bytes memory asked = abi.encodeWithSignature("addr(bytes32,uint256)", other, 60);
        vm.expectRevert(abi.encodeWithSelector(DevNames.ResolverNotFound.selector, bytes("name")));
        names.resolveWithGateways("name", asked, new string[](0));
        vm.expectRevert(abi.encodeWithSelector(DevNames.NotOwner.selector, address(this)));
        names.setAddress(node, 60, "");
        vm.prank(OWNER);
        names.setAddress(other, 60, abi.encodePacked(account));
        vm.assertEq(_ask(names, other, 60), abi.encodePacked(account), "set");

        bytes memory data = abi.encodeWithSignature("addr(bytes32)", node);
        vm.expectRevert(
            abi.encodeWithSelector(DevNames.UnsupportedResolverProfile.selector, bytes4(data))
        );
        names.resolveWithGateways("name", data, new string[](0));
    }

    function _ask(DevNames names, bytes32 node, uint256 coinType)
        private
        view
        returns (bytes memory)
    {
        bytes memory data = abi.encodeWithSignature("addr(bytes32,uint256)", node, coinType);
        (bytes memory result,) = names.resolveWithGateways("name", data, new string[](0));
        return abi.decode(result, (bytes));
    }
}
