// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OutputGuard} from "../evm/OutputGuard.sol";
import {TaxToken} from "../evm/dev/TaxToken.sol";
import {EstuaryTest} from "./support/EstuaryTest.sol";

contract OutputGuardTest is EstuaryTest {
    OutputGuard private outputs;
    TaxToken private token;

    function setUp() public override {
        super.setUp();
        outputs = new OutputGuard();
        token = new TaxToken("Odd", "ODD", 18, address(this));
    }

    function test_check_passesFromTheMinimumOn(uint128 before, uint128 received, uint128 minimum)
        public
    {
        token.mint(PAYEE, before);
        outputs.watch(token, PAYEE);
        token.mint(PAYEE, received);
        if (received < minimum) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    OutputGuard.ReceivedTooLittle.selector, address(token), received, minimum
                )
            );
        }
        outputs.check(token, PAYEE, minimum);
    }

    function test_check_countsWhatArrivesWhenTheTokenKeepsAPart() public {
        token.mint(address(this), 1000);
        token.setTax(100);
        outputs.watch(token, PAYEE);
        token.transfer(PAYEE, 1000);
        vm.expectRevert(
            abi.encodeWithSelector(OutputGuard.ReceivedTooLittle.selector, address(token), 990, 991)
        );
        outputs.check(token, PAYEE, 991);
    }

    function test_check_countsALossAsNothing() public {
        token.mint(address(this), 1000);
        outputs.watch(token, address(this));
        token.transfer(PAYEE, 1);
        vm.expectRevert(
            abi.encodeWithSelector(OutputGuard.ReceivedTooLittle.selector, address(token), 0, 1)
        );
        outputs.check(token, address(this), 1);
    }

    function test_check_needsAWatchOfItsOwn() public {
        vm.prank(STRANGER);
        outputs.watch(token, PAYEE);
        bytes memory expected =
            abi.encodeWithSelector(OutputGuard.NotWatched.selector, address(token), PAYEE);
        vm.expectRevert(expected);
        outputs.check(token, PAYEE, 0);
        outputs.watch(token, PAYEE);
        outputs.check(token, PAYEE, 0);
        vm.expectRevert(expected);
        outputs.check(token, PAYEE, 0);
    }
}
