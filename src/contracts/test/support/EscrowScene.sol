// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, OriginEscrow} from "../../evm/OriginEscrow.sol";
import {EstuaryTest} from "./EstuaryTest.sol";

/// @dev Base of the escrow tests: one order of this contract.
abstract contract EscrowScene is EstuaryTest {
    Order internal order;
    bytes32 internal orderHash;

    function setUp() public override {
        super.setUp();
        usdc.mint(address(this), 1_000_000e6);
        usdc.approve(address(escrow), type(uint256).max);
        order = _order(keccak256("fill"));
        order.depositor = address(this);
        orderHash = escrow.hashOrder(order);
    }

    function _makeNative(uint256 amount, uint256 fee) internal {
        order.token = address(0);
        order.amount = amount;
        order.fee = fee;
        orderHash = escrow.hashOrder(order);
    }

    function _assertState(OriginEscrow.State expected) internal view {
        vm.assertEq(uint256(escrow.stateOf(orderHash)), uint256(expected), "state");
    }
}
