// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EstuaryTest} from "./EstuaryTest.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev Base of the tests of the 130-byte path.
abstract contract ServiceScene is EstuaryTest {
    uint256 internal constant WALLET_KEY = 0x7702;

    function _transferOp() internal view returns (PackedUserOperation memory op) {
        op = _op(_batch(_guarded(_transferCalls(STRANGER, 1e6))));
        _sponsor(op);
    }

    function _walletOp() internal returns (PackedUserOperation memory op) {
        address wallet = vm.addr(WALLET_KEY);
        usdc.mint(wallet, 5e6);
        vm.etch(wallet, abi.encodePacked(hex"ef0100", address(delegate)));
        return _opOf(wallet, "", _batch(_guarded(_transferCalls(STRANGER, 1e6))));
    }

    function _basic() internal view returns (address basic, bytes memory creation) {
        address signer = vm.addr(ADMIN_KEY);
        return (factory.basicAccount(signer), abi.encodeCall(factory.createBasic, (signer)));
    }

    function _assertPaid(uint256 amount) internal view {
        vm.assertEq(usdc.balanceOf(STRANGER), amount, "what the stranger got");
    }
}
