// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DestinationSettler, Fill} from "../../evm/DestinationSettler.sol";
import {EstuaryTest} from "./EstuaryTest.sol";

/// @dev Base of the settler tests: one fill and its hash.
abstract contract SettlerScene is EstuaryTest {
    bytes32 internal constant ID = keccak256("fill");
    bytes32 internal constant ORDERS = keccak256("orders hash");
    Fill internal fill;

    function setUp() public override {
        super.setUp();
        fill = _fill(ID);
        vm.deal(STRANGER, 0);
    }

    function _plainHash(Fill memory order) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                block.chainid,
                address(settler),
                order.fillId,
                order.ordersHash,
                SOLVER,
                order.recipient,
                order.token,
                order.minimumAmount,
                order.fillDeadline
            )
        );
    }

    function _expectKnown(bytes32 was) internal {
        vm.expectRevert(
            abi.encodeWithSelector(DestinationSettler.FillKnown.selector, SOLVER, ID, was)
        );
    }
}
