// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, OriginEscrow} from "../evm/OriginEscrow.sol";
import {EscrowScene} from "./support/EscrowScene.sol";
import {FeeToken, ReentrantToken} from "./support/HostileContracts.sol";

/// @dev Deposits: which are taken and which are rejected.
contract EscrowDepositTest is EscrowScene {
    // Depositing

    function test_deposit_holdsAmountAndFee(uint96 amount, uint96 fee) public {
        order.amount = uint256(amount) + 1;
        order.fee = fee;
        usdc.mint(address(this), order.amount + fee);
        orderHash = escrow.hashOrder(order);
        vm.expectEmit();
        emit OriginEscrow.Deposited(order.fillId, orderHash, order);
        escrow.deposit(order);
        vm.assertEq(usdc.balanceOf(address(escrow)), order.amount + fee, "held");
        _assertState(OriginEscrow.State.Held);
    }

    function test_deposit_holdsNativeCoins(uint64 amount, uint64 fee) public {
        _makeNative(uint256(amount) + 1, fee);
        escrow.deposit{value: order.amount + order.fee}(order);
        vm.assertEq(address(escrow).balance, order.amount + order.fee, "held");
    }

    function test_deposit_isTakenOnItsLastSecond() public {
        vm.warp(order.depositDeadline);
        escrow.deposit(order);
        _assertState(OriginEscrow.State.Held);
    }

    function test_deposit_reverts_forAnotherPayer() public {
        vm.prank(STRANGER);
        vm.expectRevert(
            abi.encodeWithSelector(OriginEscrow.NotDepositor.selector, STRANGER, address(this))
        );
        escrow.deposit(order);
    }

    function test_deposit_reverts_afterItsDeadline() public {
        vm.warp(order.depositDeadline + 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                OriginEscrow.DepositExpired.selector, order.depositDeadline, block.timestamp
            )
        );
        escrow.deposit(order);
    }

    function test_deposit_reverts_whenRefundIsNotAfterTheDeadline() public {
        order.refundAfter = order.depositDeadline;
        _expectRefundTimeRefused();
        escrow.deposit(order);
    }

    function test_deposit_reverts_whenItWouldBeLockedTooLong() public {
        order.refundAfter = uint64(block.timestamp + escrow.MAX_LOCK() + 1);
        _expectRefundTimeRefused();
        escrow.deposit(order);
    }

    function test_deposit_mayBeLockedForTheLongestTime() public {
        order.refundAfter = uint64(block.timestamp + escrow.MAX_LOCK());
        orderHash = escrow.hashOrder(order);
        escrow.deposit(order);
        _assertState(OriginEscrow.State.Held);
    }

    /// @dev Security rule 6: whatever the timestamps, a deposit that is taken can be refunded
    /// without a signature within MAX_LOCK.
    function test_deposit_locksForAtMostMaxLock(uint64 now_, uint64 deadline, uint64 refundAfter)
        public
    {
        now_ = uint64(START) + now_ % 365 days;
        vm.warp(now_);
        order.depositDeadline = _near(now_, deadline);
        order.refundAfter = _near(now_, refundAfter);
        bool isAllowed = now_ <= order.depositDeadline && order.depositDeadline < order.refundAfter
            && order.refundAfter <= now_ + escrow.MAX_LOCK();
        (bool isTaken,) = address(escrow).call(abi.encodeCall(escrow.deposit, (order)));
        vm.assertEq(isTaken, isAllowed, "taken unless the times are wrong");
        if (!isTaken) return;
        uint256 before = usdc.balanceOf(address(this));
        vm.warp(now_ + escrow.MAX_LOCK());
        vm.prank(STRANGER);
        escrow.refund(order, "");
        vm.assertEq(usdc.balanceOf(address(this)) - before, 10.1e6, "all of it came back");
    }

    function test_deposit_reverts_twice() public {
        escrow.deposit(order);
        vm.expectRevert(
            abi.encodeWithSelector(
                OriginEscrow.OrderKnown.selector, orderHash, OriginEscrow.State.Held
            )
        );
        escrow.deposit(order);
    }

    function test_deposit_reverts_againAfterRelease() public {
        escrow.deposit(order);
        escrow.release(order, _attest(ATTESTOR_KEY, "Filled", order));
        vm.expectRevert(
            abi.encodeWithSelector(
                OriginEscrow.OrderKnown.selector, orderHash, OriginEscrow.State.Released
            )
        );
        escrow.deposit(order);
    }

    function test_deposit_reverts_withNothingToHold() public {
        order.amount = 0;
        _expectEmpty();
        escrow.deposit(order);
    }

    function test_deposit_reverts_withNobodyToPay() public {
        order.payee = address(0);
        _expectEmpty();
        escrow.deposit(order);
    }

    function test_deposit_reverts_withNobodyToPayTheFeeTo() public {
        order.feeReceiver = address(0);
        _expectEmpty();
        escrow.deposit(order);
    }

    function test_deposit_withoutAFeeNeedsNobodyToPayItTo() public {
        order.fee = 0;
        order.feeReceiver = address(0);
        orderHash = escrow.hashOrder(order);
        escrow.deposit(order);
        escrow.release(order, _attest(ATTESTOR_KEY, "Filled", order));
        vm.assertEq(usdc.balanceOf(PAYEE), order.amount, "payee");
    }

    function test_deposit_reverts_withTheWrongNativeValue(uint64 value) public {
        _makeNative(1 ether, 1);
        vm.assume(value != 1 ether + 1);
        vm.expectRevert(
            abi.encodeWithSelector(OriginEscrow.WrongNativeValue.selector, 1 ether + 1, value)
        );
        escrow.deposit{value: value}(order);
    }

    function test_deposit_reverts_withCoinsBesidesTokens() public {
        vm.expectRevert(abi.encodeWithSelector(OriginEscrow.WrongNativeValue.selector, 0, 1));
        escrow.deposit{value: 1}(order);
    }

    function test_deposit_reverts_forATokenThatTakesAFee() public {
        FeeToken token = new FeeToken();
        token.mint(address(this), 100e6);
        token.approve(address(escrow), type(uint256).max);
        order.token = address(token);
        vm.expectRevert(
            abi.encodeWithSelector(
                OriginEscrow.WrongAmountReceived.selector, address(token), 10.1e6, 10.1e6 - 101_000
            )
        );
        escrow.deposit(order);
    }

    function test_deposit_reverts_forATokenThatCallsBack() public {
        ReentrantToken token = new ReentrantToken();
        token.mint(address(this), 100e6);
        order.token = address(token);
        token.callBack(address(escrow), abi.encodeCall(escrow.deposit, (order)));
        vm.expectRevert(abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        escrow.deposit(order);
    }

    function test_deposit_reverts_forATokenThatIsNoContract() public {
        order.token = STRANGER;
        vm.expectRevert();
        escrow.deposit(order);
    }

    function test_deposit_reverts_withBitsBesideAnAddress() public {
        bytes memory data = abi.encodeCall(escrow.deposit, (order));
        data[4 + 5 * 32] = 0x01;
        (bool isTaken,) = address(escrow).call(data);
        vm.assertFalse(isTaken, "an order has one encoding");
    }

    // The hash

    function test_hashOrder_isTheHashOfItsEncoding(Order memory any) public view {
        bytes32 expected = keccak256(abi.encode(block.chainid, address(escrow), any));
        vm.assertEq(escrow.hashOrder(any), expected, "as documented");
    }

    /// @dev A time close to now, on either side, so that both sides of each bound are tested.
    function _near(uint64 now_, uint64 seed) private pure returns (uint64) {
        return seed % 16 == 0 ? seed : now_ - 2 hours + seed % 5 hours;
    }

    function _expectRefundTimeRefused() private {
        vm.expectRevert(
            abi.encodeWithSelector(
                OriginEscrow.RefundTimeOutOfRange.selector,
                order.depositDeadline,
                order.refundAfter,
                block.timestamp + 2 hours
            )
        );
    }

    function _expectEmpty() private {
        bytes32 hash = escrow.hashOrder(order);
        vm.expectRevert(abi.encodeWithSelector(OriginEscrow.EmptyOrder.selector, hash));
    }
}
