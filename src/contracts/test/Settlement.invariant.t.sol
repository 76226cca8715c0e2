// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OriginEscrow} from "../evm/OriginEscrow.sol";
import {EstuaryTest} from "./support/EstuaryTest.sol";
import {SettlementActors} from "./support/SettlementActors.sol";

/// @dev Invariants under any order of actions by users, solver, attestor and attackers.
contract SettlementInvariantTest is EstuaryTest {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    SettlementActors private actors;

    function setUp() public override {
        super.setUp();
        actors = new SettlementActors();
        actors.begin(escrow, settler, usdc);
        usdc.mint(address(actors), 1e15);
        actors.fund();
        vm.deal(address(actors), 0);
    }

    function targetContracts() external view returns (address[] memory) {
        return _list(address(actors));
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        bytes4[] memory selectors = new bytes4[](13);
        selectors[0] = actors.deposit.selector;
        selectors[1] = actors.depositCopy.selector;
        selectors[2] = actors.fill.selector;
        selectors[3] = actors.cancel.selector;
        selectors[4] = actors.grant.selector;
        selectors[5] = actors.pull.selector;
        selectors[6] = actors.revoke.selector;
        selectors[7] = actors.release.selector;
        selectors[8] = actors.refundCancelled.selector;
        selectors[9] = actors.refundByClock.selector;
        selectors[10] = actors.steal.selector;
        selectors[11] = actors.wait.selector;
        selectors[12] = actors.deposit.selector;
        targets[0] = FuzzSelector(address(actors), selectors);
    }

    /// @dev Conservation: the escrow's balances equal the sum of the held orders.
    function invariant_escrowHoldsWhatIsHeld() public view {
        vm.assertEq(usdc.balanceOf(address(escrow)), actors.heldTokens(), "tokens");
        vm.assertEq(address(escrow).balance, actors.heldCoins(), "coins");
    }

    /// @dev The settler holds nothing but granted native coins.
    function invariant_settlerHoldsGrantedCoinsOnly() public view {
        vm.assertEq(usdc.balanceOf(address(settler)), 0, "tokens");
        vm.assertEq(address(settler).balance, actors.grantedCoins(), "coins");
    }

    /// @dev An execution is filled or cancelled, never both, and that is final.
    function invariant_whatIsDecidedStaysDecided() public view {
        vm.assertFalse(actors.wasDecisionChanged(), "a decision changed");
    }

    /// @dev Only depositors, payees and fee receivers named in orders are paid, each exactly what
    /// is due.
    function invariant_onlyThoseNamedArePaid() public view {
        for (uint256 i; i < actors.userCount(); ++i) {
            address user = actors.users(i);
            vm.assertEq(usdc.balanceOf(user), actors.dueTokens(user), "a user's tokens");
            vm.assertEq(user.balance, actors.dueCoins(user), "a user's coins");
        }
        address payee = actors.PAYEE();
        address feeReceiver = actors.FEE_RECEIVER();
        vm.assertEq(usdc.balanceOf(payee), actors.dueTokens(payee), "the payee's tokens");
        vm.assertEq(payee.balance, actors.dueCoins(payee), "the payee's coins");
        vm.assertEq(usdc.balanceOf(feeReceiver), actors.dueTokens(feeReceiver), "fee, tokens");
        vm.assertEq(feeReceiver.balance, actors.dueCoins(feeReceiver), "fee, coins");
        vm.assertEq(usdc.balanceOf(actors.THIEF()), 0, "a thief's tokens");
        vm.assertEq(actors.THIEF().balance, 0, "a thief's coins");
    }

    /// @dev A fill releases at most the orders it names; nothing is released without a fill.
    function invariant_releasedAtMostTheNamedOrders() public view {
        for (uint256 i; i < actors.executionCount(); ++i) {
            (uint256 named, uint256 released, bool isFilled) = actors.execution(i);
            vm.assertLe(released, isFilled ? named : 0, "released");
        }
    }

    /// @dev Every held order can be refunded by anyone after `refundAfter`.
    function invariant_everythingCanBeRefundedInTheEnd() public {
        vm.warp(block.timestamp + escrow.MAX_LOCK());
        for (uint256 i; i < actors.orderCount(); ++i) {
            actors.refundByClock(i);
        }
        vm.assertEq(usdc.balanceOf(address(escrow)), 0, "tokens");
        vm.assertEq(address(escrow).balance, 0, "coins");
    }

    /// @dev The actors reach every outcome; otherwise the invariants could hold for lack of action.
    function test_actors_reachEveryEnd() public {
        actors.deposit(0, 5e6, 1e5, 0);
        actors.fill(0, 0);
        actors.release(0);
        vm.assertEq(usdc.balanceOf(actors.PAYEE()), 5e6 + 1, "released");
        actors.deposit(1, 5e6, 1e5, 0);
        actors.cancel(1);
        actors.refundCancelled(1);
        actors.deposit(2, 5e6, 1e5, 1);
        actors.wait(599);
        actors.wait(599);
        actors.refundByClock(2);
        actors.deposit(3, 5e6, 1e5, 3);
        actors.grant(3, 7);
        actors.pull(3);
        actors.release(3);
        actors.depositCopy(3);
        actors.release(4);
        vm.assertEq(uint256(actors.stateOf(0)), uint256(OriginEscrow.State.Released), "0");
        vm.assertEq(uint256(actors.stateOf(1)), uint256(OriginEscrow.State.Refunded), "1");
        vm.assertEq(uint256(actors.stateOf(2)), uint256(OriginEscrow.State.Refunded), "2");
        vm.assertEq(uint256(actors.stateOf(3)), uint256(OriginEscrow.State.Released), "3");
        vm.assertEq(uint256(actors.stateOf(4)), uint256(OriginEscrow.State.Held), "a copy");
    }
}
