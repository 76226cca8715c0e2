// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ValidityGuard} from "../evm/ValidityGuard.sol";
import {EstuaryTest} from "./support/EstuaryTest.sol";

contract ValidityGuardTest is EstuaryTest {
    function test_check_passesInsideAndRevertsOutside(
        uint48 validAfter,
        uint48 validUntil,
        uint48 now_
    ) public {
        vm.warp(now_);
        if (now_ < validAfter || now_ > validUntil) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    ValidityGuard.OutsideValidity.selector, validAfter, validUntil, now_
                )
            );
        }
        guard.check(validAfter, validUntil);
    }

    function test_check_includesBothEnds() public view {
        guard.check(uint48(block.timestamp), uint48(block.timestamp));
    }
}
