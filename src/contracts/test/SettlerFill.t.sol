// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DestinationSettler, Fill} from "../evm/DestinationSettler.sol";
import {
    FeeToken,
    ReentrantReceiver,
    ReentrantToken,
    RefusingReceiver
} from "./support/HostileContracts.sol";
import {SettlerScene} from "./support/SettlerScene.sol";

/// @dev Filling and cancelling: one or the other.
contract SettlerFillTest is SettlerScene {
    // Filling

    function test_fill_deliversAndRemembersTheHash(uint96 minimum, uint96 more) public {
        fill.minimumAmount = minimum;
        uint256 amount = uint256(minimum) + more;
        usdc.mint(SOLVER, amount);
        bytes32 hash = _plainHash(fill);
        vm.expectEmit();
        emit DestinationSettler.Filled(ID, SOLVER, hash, amount);
        vm.prank(SOLVER);
        settler.fill(fill, amount);
        vm.assertEq(usdc.balanceOf(STRANGER), amount, "delivered");
        vm.assertEq(settler.fillOf(SOLVER, ID), hash, "remembered");
        vm.assertEq(settler.fillHash(SOLVER, fill), hash, "as documented");
    }

    function test_fill_deliversNativeCoins() public {
        fill.token = address(0);
        vm.prank(SOLVER);
        settler.fill{value: 9e6}(fill, 9e6);
        vm.assertEq(STRANGER.balance, 9e6, "delivered");
    }

    function test_fill_worksOnItsLastSecond() public {
        vm.warp(fill.fillDeadline);
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
        vm.assertEq(usdc.balanceOf(STRANGER), 9e6, "delivered");
    }

    function test_fill_reverts_afterItsDeadline() public {
        vm.warp(fill.fillDeadline + 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.FillExpired.selector, fill.fillDeadline, block.timestamp
            )
        );
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
    }

    function test_fill_reverts_belowTheMinimum(uint256 amount) public {
        amount %= 9e6;
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.TooLittleDelivered.selector, address(usdc), 9e6, amount
            )
        );
        vm.prank(SOLVER);
        settler.fill(fill, amount);
    }

    function test_fill_reverts_belowTheMinimumInCoins() public {
        fill.token = address(0);
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.TooLittleDelivered.selector, address(0), 9e6, 9e6 - 1
            )
        );
        vm.prank(SOLVER);
        settler.fill{value: 9e6 - 1}(fill, 9e6 - 1);
    }

    function test_fill_reverts_whenTheTokenTakesAFee() public {
        FeeToken token = new FeeToken();
        token.mint(SOLVER, 9e6);
        fill.token = address(token);
        vm.prank(SOLVER);
        token.approve(address(settler), 9e6);
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.TooLittleDelivered.selector, address(token), 9e6, 8.91e6
            )
        );
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
    }

    function test_fill_acceptsATokenThatTakesAFeeWhenEnoughArrives() public {
        FeeToken token = new FeeToken();
        token.mint(SOLVER, 10e6);
        fill.token = address(token);
        vm.prank(SOLVER);
        token.approve(address(settler), 10e6);
        vm.prank(SOLVER);
        settler.fill(fill, 10e6);
        vm.assertEq(token.balanceOf(STRANGER), 9.9e6, "at least the minimum arrived");
    }

    function test_fill_reverts_whenTheSolverPaysItself() public {
        fill.recipient = SOLVER;
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.TooLittleDelivered.selector, address(usdc), 9e6, 0
            )
        );
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
    }

    function test_fill_reverts_toNobodyOrToTheSettler() public {
        address[2] memory bad = [address(0), address(settler)];
        for (uint256 i; i < 2; ++i) {
            fill.recipient = bad[i];
            vm.expectRevert(
                abi.encodeWithSelector(DestinationSettler.BadRecipient.selector, bad[i])
            );
            vm.prank(SOLVER);
            settler.fill(fill, 9e6);
        }
    }

    function test_fill_reverts_twice() public {
        bytes32 hash = _plainHash(fill);
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
        _expectKnown(hash);
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
    }

    function test_fill_reverts_afterCancel() public {
        vm.prank(SOLVER);
        settler.cancel(ID);
        _expectKnown(bytes32(uint256(1)));
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
    }

    function test_fill_reverts_withTheWrongNativeValue() public {
        vm.expectRevert(abi.encodeWithSelector(DestinationSettler.WrongNativeValue.selector, 0, 1));
        vm.prank(SOLVER);
        settler.fill{value: 1}(fill, 9e6);
        fill.token = address(0);
        vm.expectRevert(
            abi.encodeWithSelector(DestinationSettler.WrongNativeValue.selector, 9e6, 9e6 + 1)
        );
        vm.prank(SOLVER);
        settler.fill{value: 9e6 + 1}(fill, 9e6);
    }

    function test_fill_reverts_whenTheRecipientRefusesCoins() public {
        fill.token = address(0);
        fill.recipient = address(new RefusingReceiver());
        vm.expectRevert(
            abi.encodeWithSelector(
                DestinationSettler.NativeTransferFailed.selector, fill.recipient, 9e6
            )
        );
        vm.prank(SOLVER);
        settler.fill{value: 9e6}(fill, 9e6);
    }

    /// @dev Each of these calls succeeds by itself; all are locked while a delivery runs.
    function test_fill_reverts_whateverTheRecipientCallsBack() public {
        ReentrantReceiver receiver = new ReentrantReceiver();
        (address[] memory none, uint256[] memory nothing) = (new address[](0), new uint256[](0));
        vm.prank(OWNER);
        settler.grant(ID, ORDERS, address(receiver), none, nothing, fill.fillDeadline);
        fill.token = address(0);
        Fill memory own = fill;
        own.minimumAmount = 0;
        bytes[5] memory calls = [
            abi.encodeCall(settler.fill, (own, 0)),
            abi.encodeCall(settler.cancel, (ID)),
            abi.encodeCall(settler.revoke, (ID)),
            abi.encodeCall(settler.grant, (ID, ORDERS, STRANGER, none, nothing, fill.fillDeadline)),
            abi.encodeCall(settler.pull, (ID, OWNER, none, nothing))
        ];
        fill.recipient = address(receiver);
        for (uint256 i; i < 5; ++i) {
            receiver.callBack(address(settler), calls[i]);
            vm.expectPartialRevert(DestinationSettler.NativeTransferFailed.selector);
            vm.prank(SOLVER);
            settler.fill{value: 9e6}(fill, 9e6);
        }
    }

    function test_fill_reverts_whenTheTokenCallsBack() public {
        ReentrantToken token = new ReentrantToken();
        token.mint(SOLVER, 9e6);
        token.callBack(address(settler), abi.encodeCall(settler.cancel, (ID)));
        fill.token = address(token);
        vm.expectRevert(abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
    }

    function test_fill_byAStrangerBurnsNothingOfTheSolvers() public {
        usdc.mint(OWNER, 9e6);
        vm.startPrank(OWNER, OWNER);
        usdc.approve(address(settler), 9e6);
        settler.fill(fill, 9e6);
        settler.cancel(keccak256("another"));
        vm.stopPrank();
        vm.assertEq(settler.fillOf(SOLVER, ID), 0, "still open for the solver");
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
    }

    function test_fillHash_bindsEverything(uint8 leaf) public {
        bytes32 hash = settler.fillHash(SOLVER, fill);
        leaf %= 8;
        if (leaf == 0) fill.fillId = "x";
        if (leaf == 1) fill.ordersHash = "x";
        if (leaf == 2) fill.recipient = OWNER;
        if (leaf == 3) fill.token = address(0);
        if (leaf == 4) fill.minimumAmount -= 1;
        if (leaf == 5) fill.fillDeadline += 1;
        if (leaf == 6) vm.chainId(1);
        bytes32 other = settler.fillHash(leaf == 7 ? STRANGER : SOLVER, fill);
        vm.assertFalse(hash == other, "a leaf is not bound");
    }

    // Cancelling

    function test_cancel_isRememberedForGood() public {
        vm.expectEmit();
        emit DestinationSettler.FillCancelled(ID, SOLVER);
        vm.prank(SOLVER);
        settler.cancel(ID);
        vm.assertEq(settler.fillOf(SOLVER, ID), bytes32(uint256(1)), "cancelled");
        _expectKnown(bytes32(uint256(1)));
        vm.prank(SOLVER);
        settler.cancel(ID);
    }

    function test_cancel_reverts_afterFill() public {
        bytes32 hash = _plainHash(fill);
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
        _expectKnown(hash);
        vm.prank(SOLVER);
        settler.cancel(ID);
    }
}
