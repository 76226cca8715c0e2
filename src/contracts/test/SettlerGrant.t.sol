// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DestinationSettler} from "../evm/DestinationSettler.sol";
import {FeeToken, HostileToken, TakingToken} from "./support/HostileContracts.sol";
import {SettlerScene} from "./support/SettlerScene.sol";

/// @dev Lending to a prepared call: grant, pull, revoke.
contract SettlerGrantTest is SettlerScene {
    // Granting and pulling

    function test_pull_deliversWhatWasGranted(uint96 tokens, uint64 coins) public {
        usdc.mint(SOLVER, tokens);
        _grant(tokens, coins);
        bytes32 hash = _callHash(tokens, coins);
        (address[] memory assets, uint256[] memory amounts) = _assets(tokens, coins);
        vm.expectEmit();
        emit DestinationSettler.Filled(ID, SOLVER, hash, tokens);
        vm.prank(STRANGER);
        settler.pull(ID, SOLVER, assets, amounts);
        vm.assertEq(usdc.balanceOf(STRANGER), tokens, "tokens");
        vm.assertEq(STRANGER.balance, coins, "coins");
        vm.assertEq(settler.fillOf(SOLVER, ID), hash, "remembered");
        vm.assertEq(address(settler).balance, 0, "nothing stays");
    }

    function test_pull_ofNothingCountsAsFilled() public {
        address[] memory none = new address[](0);
        uint256[] memory nothing = new uint256[](0);
        vm.prank(SOLVER);
        settler.grant(ID, ORDERS, STRANGER, none, nothing, fill.fillDeadline);
        vm.prank(STRANGER);
        settler.pull(ID, SOLVER, none, nothing);
        vm.assertFalse(settler.fillOf(SOLVER, ID) == 0, "filled");
    }

    function test_pull_isUndoneWithTheCallsAfterIt() public {
        _grant(5e6, 1 ether);
        try this.pullAndFail() {
            revert("it went through");
        } catch {}
        vm.assertEq(settler.fillOf(SOLVER, ID), 0, "nothing was filled");
        vm.assertEq(usdc.balanceOf(STRANGER), 0, "nothing was delivered");
        vm.assertEq(address(settler).balance, 1 ether, "the grant still stands");
    }

    function pullAndFail() external {
        (address[] memory assets, uint256[] memory amounts) = _assets(5e6, 1 ether);
        vm.prank(STRANGER);
        settler.pull(ID, SOLVER, assets, amounts);
        revert("a later call fails");
    }

    function test_pull_reverts_forAnotherAccount() public {
        _grant(5e6, 0);
        _expectNotGranted(OWNER);
        _pullAs(OWNER, 5e6, 0);
    }

    function test_pull_reverts_forOtherAmounts(uint64 amount) public {
        vm.assume(amount != 5e6);
        _grant(5e6, 0);
        _expectNotGranted(STRANGER);
        _pullAs(STRANGER, amount, 0);
    }

    function test_pull_reverts_withoutGrant() public {
        _expectNotGranted(STRANGER);
        _pullAs(STRANGER, 5e6, 0);
    }

    function test_pull_reverts_twice() public {
        _grant(5e6, 0);
        _pullAs(STRANGER, 5e6, 0);
        _expectNotGranted(STRANGER);
        _pullAs(STRANGER, 5e6, 0);
    }

    function test_pull_reverts_afterItsDeadline() public {
        _grant(5e6, 0);
        vm.warp(fill.fillDeadline + 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.FillExpired.selector, fill.fillDeadline, block.timestamp
            )
        );
        _pullAs(STRANGER, 5e6, 0);
    }

    function test_pull_reverts_afterCancel() public {
        _grant(5e6, 0);
        vm.prank(SOLVER);
        settler.cancel(ID);
        _expectNotGranted(STRANGER);
        _pullAs(STRANGER, 5e6, 0);
    }

    function test_pull_reverts_afterFill() public {
        _grant(5e6, 0);
        bytes32 hash = _plainHash(fill);
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
        _expectKnown(hash);
        _pullAs(STRANGER, 5e6, 0);
    }

    function test_pull_reverts_whenTheTokenTakesAFee() public {
        _expectTooLittlePulled(new FeeToken(), 4.95e6);
    }

    function test_pull_reverts_whenTheTokenTakesFromWhoGetsIt() public {
        TakingToken token = new TakingToken();
        token.mint(STRANGER, 5e6);
        _expectTooLittlePulled(token, 0);
    }

    /// The grant is pulled in full, but only `delivered` of 5e6 is received.
    function _expectTooLittlePulled(HostileToken token, uint256 delivered) private {
        token.mint(SOLVER, 5e6);
        vm.prank(SOLVER);
        token.approve(address(settler), 5e6);
        vm.prank(SOLVER);
        settler.grant(ID, ORDERS, STRANGER, _list(address(token)), _list(5e6), fill.fillDeadline);
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.TooLittleDelivered.selector, address(token), 5e6, delivered
            )
        );
        vm.prank(STRANGER);
        settler.pull(ID, SOLVER, _list(address(token)), _list(5e6));
    }

    function test_cancel_givesGrantedCoinsBack() public {
        uint256 before = SOLVER.balance;
        _grant(5e6, 1 ether);
        vm.assertEq(SOLVER.balance, before - 1 ether, "kept meanwhile");
        vm.prank(SOLVER);
        settler.cancel(ID);
        vm.assertEq(SOLVER.balance, before, "back");
    }

    function test_revoke_givesGrantedCoinsBackEvenAfterAFill() public {
        uint256 before = SOLVER.balance;
        _grant(5e6, 1 ether);
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
        vm.prank(SOLVER);
        settler.revoke(ID);
        vm.assertEq(SOLVER.balance, before, "back");
        vm.prank(SOLVER);
        settler.revoke(ID);
        vm.assertEq(SOLVER.balance, before, "only once");
    }

    function test_revoke_closesAGrantAndLeavesTheExecutionOpen() public {
        _grant(5e6, 0);
        vm.prank(SOLVER);
        settler.revoke(ID);
        vm.assertEq(settler.fillOf(SOLVER, ID), 0, "open");
        _expectNotGranted(STRANGER);
        _pullAs(STRANGER, 5e6, 0);
    }

    function test_revoke_takesNothingOfAnotherSolver() public {
        _grant(5e6, 1 ether);
        vm.prank(STRANGER);
        settler.revoke(ID);
        vm.assertEq(STRANGER.balance, 0, "nothing taken");
        _pullAs(STRANGER, 5e6, 1 ether);
    }

    function test_grant_reverts_twice() public {
        _grant(5e6, 0);
        vm.expectRevert(abi.encodeWithSelector(DestinationSettler.GrantKnown.selector, SOLVER, ID));
        this.grantFromSolver(5e6, 0, 0);
    }

    function test_grant_reverts_afterPull() public {
        _grant(5e6, 0);
        _pullAs(STRANGER, 5e6, 0);
        _expectKnown(settler.fillOf(SOLVER, ID));
        this.grantFromSolver(5e6, 0, 0);
    }

    function test_grant_reverts_afterCancel() public {
        vm.prank(SOLVER);
        settler.cancel(ID);
        _expectKnown(bytes32(uint256(1)));
        this.grantFromSolver(5e6, 0, 0);
    }

    function test_grant_reverts_afterItsDeadline() public {
        vm.warp(fill.fillDeadline + 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.FillExpired.selector, fill.fillDeadline, block.timestamp
            )
        );
        this.grantFromSolver(5e6, 0, 0);
    }

    function test_grant_isTakenOnItsLastSecondAndAnnounced() public {
        vm.warp(fill.fillDeadline);
        (address[] memory assets, uint256[] memory amounts) = _assets(5e6, 1 ether);
        vm.expectEmit();
        emit DestinationSettler.Granted(ID, SOLVER, STRANGER, assets, amounts, fill.fillDeadline);
        _grant(5e6, 1 ether);
        _pullAs(STRANGER, 5e6, 1 ether);
    }

    function test_grant_reverts_withTheWrongNativeValue(uint64 value) public {
        vm.assume(value != 1 ether);
        vm.expectRevert(
            abi.encodeWithSelector(DestinationSettler.WrongNativeValue.selector, 1 ether, value)
        );
        this.grantFromSolver(5e6, 1 ether, value);
    }

    function test_grant_reverts_whenTheListsDiffer() public {
        vm.expectRevert(abi.encodeWithSelector(DestinationSettler.LengthMismatch.selector, 1, 0));
        vm.prank(SOLVER);
        settler.grant(
            ID, ORDERS, STRANGER, _list(address(usdc)), new uint256[](0), fill.fillDeadline
        );
    }

    function grantFromSolver(uint256 tokens, uint256 coins, uint256 value) external {
        (address[] memory assets, uint256[] memory amounts) = _assets(tokens, coins);
        vm.prank(SOLVER);
        settler.grant{value: value}(ID, ORDERS, STRANGER, assets, amounts, fill.fillDeadline);
    }

    function _grant(uint256 tokens, uint256 coins) private {
        this.grantFromSolver(tokens, coins, coins);
    }

    function _pullAs(address who, uint256 tokens, uint256 coins) private {
        (address[] memory assets, uint256[] memory amounts) = _assets(tokens, coins);
        vm.prank(who);
        settler.pull(ID, SOLVER, assets, amounts);
    }

    function _assets(uint256 tokens, uint256 coins)
        private
        view
        returns (address[] memory assets, uint256[] memory amounts)
    {
        assets = new address[](2);
        amounts = new uint256[](2);
        assets[0] = address(usdc);
        (amounts[0], amounts[1]) = (tokens, coins);
    }

    function _callHash(uint256 tokens, uint256 coins) private view returns (bytes32) {
        (address[] memory assets, uint256[] memory amounts) = _assets(tokens, coins);
        return keccak256(
            abi.encode(
                block.chainid,
                address(settler),
                ID,
                ORDERS,
                SOLVER,
                STRANGER,
                keccak256(abi.encode(assets, amounts)),
                fill.fillDeadline
            )
        );
    }

    function _expectNotGranted(address caller) private {
        vm.expectRevert(
            abi.encodeWithSelector(DestinationSettler.NotGranted.selector, SOLVER, ID, caller)
        );
    }
}
