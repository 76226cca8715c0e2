// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, OriginEscrow} from "../evm/OriginEscrow.sol";
import {EscrowScene} from "./support/EscrowScene.sol";
import {ReentrantReceiver, RefusingReceiver} from "./support/HostileContracts.sol";

/// @dev How a deposit leaves the escrow: release and refund.
contract EscrowPayoutTest is EscrowScene {
    // Releasing

    function test_release_paysPayeeAndFeeReceiver(uint96 amount, uint96 fee) public {
        order.amount = uint256(amount) + 1;
        order.fee = fee;
        usdc.mint(address(this), order.amount + fee);
        orderHash = escrow.hashOrder(order);
        escrow.deposit(order);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        vm.expectEmit();
        emit OriginEscrow.Released(order.fillId, orderHash);
        vm.prank(STRANGER);
        escrow.release(order, attestation);
        vm.assertEq(usdc.balanceOf(PAYEE), order.amount, "payee");
        vm.assertEq(usdc.balanceOf(FEE_RECEIVER), fee, "fee receiver");
        vm.assertEq(usdc.balanceOf(address(escrow)), 0, "nothing stays");
        _assertState(OriginEscrow.State.Released);
    }

    function test_release_paysNativeCoins() public {
        _makeNative(1 ether, 0.1 ether);
        escrow.deposit{value: 1.1 ether}(order);
        escrow.release(order, _attest(ATTESTOR_KEY, "Filled", order));
        vm.assertEq(PAYEE.balance, 1 ether, "payee");
        vm.assertEq(FEE_RECEIVER.balance, 0.1 ether, "fee receiver");
    }

    function test_release_worksAfterTheClockToo() public {
        escrow.deposit(order);
        vm.warp(order.refundAfter + 1 days);
        escrow.release(order, _attest(ATTESTOR_KEY, "Filled", order));
        vm.assertEq(usdc.balanceOf(PAYEE), order.amount, "payee");
    }

    function test_release_reverts_withoutDeposit() public {
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        _expectNotHeld(OriginEscrow.State.None);
        escrow.release(order, attestation);
    }

    function test_release_reverts_twice() public {
        escrow.deposit(order);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        escrow.release(order, attestation);
        _expectNotHeld(OriginEscrow.State.Released);
        escrow.release(order, attestation);
    }

    function test_release_reverts_afterRefund() public {
        escrow.deposit(order);
        escrow.refund(order, _attest(ATTESTOR_KEY, "Cancelled", order));
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        _expectNotHeld(OriginEscrow.State.Refunded);
        escrow.release(order, attestation);
    }

    function test_release_reverts_whenSomebodyElseAttests(uint64 key) public {
        vm.assume(key != 0 && key != ATTESTOR_KEY);
        escrow.deposit(order);
        bytes memory attestation = _attest(key, "Filled", order);
        _expectNotAttested();
        escrow.release(order, attestation);
    }

    function test_release_reverts_withACancelAttestation() public {
        escrow.deposit(order);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Cancelled", order);
        _expectNotAttested();
        escrow.release(order, attestation);
    }

    function test_release_reverts_withoutAttestationEvenAfterTheClock() public {
        escrow.deposit(order);
        vm.warp(order.refundAfter);
        _expectNotAttested();
        escrow.release(order, "");
    }

    function test_release_reverts_withAnAttestationOfAnotherOrder() public {
        escrow.deposit(order);
        Order memory other = order;
        other.fillId = keccak256("other");
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", other);
        _expectNotAttested();
        escrow.release(order, attestation);
    }

    function test_release_reverts_withAnAttestationOfAnotherChain() public {
        escrow.deposit(order);
        vm.chainId(block.chainid + 1);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        vm.chainId(31_337);
        _expectNotAttested();
        escrow.release(order, attestation);
    }

    function test_release_reverts_withAnAttestationForAnotherEscrow() public {
        escrow.deposit(order);
        OriginEscrow ours = escrow;
        escrow = new OriginEscrow(signers);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        escrow = ours;
        _expectNotAttested();
        escrow.release(order, attestation);
    }

    function test_release_reverts_whenTheFillHashDiffers() public {
        escrow.deposit(order);
        order.fillHash = keccak256("a better one");
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        orderHash = escrow.hashOrder(order);
        _expectNotHeld(OriginEscrow.State.None);
        escrow.release(order, attestation);
    }

    function test_release_reverts_whenThePayeeRefusesCoins() public {
        order.payee = address(new RefusingReceiver());
        _makeNative(1 ether, 0);
        escrow.deposit{value: 1 ether}(order);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        vm.expectRevert(
            abi.encodeWithSelector(OriginEscrow.NativeTransferFailed.selector, order.payee, 1 ether)
        );
        escrow.release(order, attestation);
    }

    // Refunding

    function test_refund_givesAllBackAtOnceWhenCancelled() public {
        escrow.deposit(order);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Cancelled", order);
        uint256 before = usdc.balanceOf(address(this));
        vm.expectEmit();
        emit OriginEscrow.Refunded(order.fillId, orderHash, false);
        vm.prank(STRANGER);
        escrow.refund(order, attestation);
        vm.assertEq(usdc.balanceOf(address(this)) - before, 10.1e6, "amount and fee");
        _assertState(OriginEscrow.State.Refunded);
    }

    function test_refund_isOpenToAnybodyByTheClock() public {
        escrow.deposit(order);
        uint256 before = usdc.balanceOf(address(this));
        vm.warp(order.refundAfter);
        vm.expectEmit();
        emit OriginEscrow.Refunded(order.fillId, orderHash, true);
        vm.prank(STRANGER);
        escrow.refund(order, "");
        vm.assertEq(usdc.balanceOf(address(this)) - before, 10.1e6, "amount and fee");
    }

    function test_refund_givesNativeCoinsBack() public {
        _makeNative(1 ether, 0.1 ether);
        order.depositor = PAYEE;
        vm.deal(PAYEE, 1.1 ether);
        vm.prank(PAYEE);
        escrow.deposit{value: 1.1 ether}(order);
        vm.warp(order.refundAfter);
        escrow.refund(order, "");
        vm.assertEq(PAYEE.balance, 1.1 ether, "amount and fee");
    }

    function test_refund_reverts_aSecondBeforeTheClock() public {
        escrow.deposit(order);
        vm.warp(order.refundAfter - 1);
        _expectNotAttested();
        escrow.refund(order, "");
    }

    function test_refund_reverts_whenSomebodyElseAttests(uint64 key) public {
        vm.assume(key != 0 && key != ATTESTOR_KEY);
        escrow.deposit(order);
        bytes memory attestation = _attest(key, "Cancelled", order);
        _expectNotAttested();
        escrow.refund(order, attestation);
    }

    function test_refund_reverts_withAFillAttestation() public {
        escrow.deposit(order);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        _expectNotAttested();
        escrow.refund(order, attestation);
    }

    function test_refund_reverts_withoutDeposit() public {
        vm.warp(order.refundAfter);
        _expectNotHeld(OriginEscrow.State.None);
        escrow.refund(order, "");
    }

    function test_refund_reverts_twice() public {
        escrow.deposit(order);
        vm.warp(order.refundAfter);
        escrow.refund(order, "");
        _expectNotHeld(OriginEscrow.State.Refunded);
        escrow.refund(order, "");
    }

    function test_refund_reverts_afterRelease() public {
        escrow.deposit(order);
        escrow.release(order, _attest(ATTESTOR_KEY, "Filled", order));
        vm.warp(order.refundAfter);
        _expectNotHeld(OriginEscrow.State.Released);
        escrow.refund(order, "");
    }

    function test_refund_reverts_forAChangedDepositor() public {
        escrow.deposit(order);
        vm.warp(order.refundAfter);
        order.depositor = STRANGER;
        orderHash = escrow.hashOrder(order);
        _expectNotHeld(OriginEscrow.State.None);
        escrow.refund(order, "");
    }

    // Both

    /// @dev A receiver could trigger another payout within its own: every payout is locked while
    /// one runs.
    function test_payout_reverts_whenWhoIsPaidTakesAnotherOneMeanwhile() public {
        escrow.deposit(order);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        bytes[2] memory others = [
            abi.encodeCall(escrow.release, (order, attestation)),
            abi.encodeCall(escrow.refund, (order, bytes("")))
        ];
        ReentrantReceiver receiver = new ReentrantReceiver();
        Order memory paid = _paidTo(address(receiver));
        attestation = _attest(ATTESTOR_KEY, "Filled", paid);
        vm.warp(order.refundAfter);
        for (uint256 i; i < 2; ++i) {
            receiver.callBack(address(escrow), others[i]);
            vm.expectPartialRevert(OriginEscrow.NativeTransferFailed.selector);
            escrow.release(paid, attestation);
            vm.expectPartialRevert(OriginEscrow.NativeTransferFailed.selector);
            escrow.refund(paid, "");
        }
        // Each of them succeeds by itself.
        (bool isRefunded,) = address(escrow).call(others[1]);
        vm.assertTrue(isRefunded, "the other order");
    }

    /// @dev A deposited order of native coins whose depositor and payee are the same.
    function _paidTo(address who) private returns (Order memory paid) {
        paid = order;
        paid.token = address(0);
        paid.fee = 0;
        (paid.depositor, paid.payee) = (who, who);
        vm.deal(who, paid.amount);
        vm.prank(who);
        escrow.deposit{value: paid.amount}(paid);
    }

    function _expectNotHeld(OriginEscrow.State state) private {
        vm.expectRevert(
            abi.encodeWithSelector(OriginEscrow.OrderNotHeld.selector, orderHash, state)
        );
    }

    function _expectNotAttested() private {
        vm.expectRevert(
            abi.encodeWithSelector(
                OriginEscrow.NotAttested.selector, orderHash, order.refundAfter, block.timestamp
            )
        );
    }
}
