// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SponsorPaymaster} from "../evm/SponsorPaymaster.sol";
import {Call, EstuaryTest} from "./support/EstuaryTest.sol";
import {IPaymaster, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

contract SponsorPaymasterTest is EstuaryTest {
    PackedUserOperation private signed;

    function setUp() public override {
        super.setUp();
        signed = _signedOp(_transferCalls(STRANGER, 1e6));
    }

    /// @dev Security rule 1.
    function test_refused_whenAStrangerSubmits(address stranger) public {
        PackedUserOperation memory op = signed;
        vm.assume(stranger != EXECUTOR && stranger.code.length == 0 && uint160(stranger) > 0xffff);
        uint256 before = entryPoint.balanceOf(address(paymaster));
        _expectPaymasterRevert(
            abi.encodeWithSelector(SponsorPaymaster.NotExecutor.selector, stranger)
        );
        _submitAs(op, stranger);
        vm.assertEq(entryPoint.balanceOf(address(paymaster)), before, "nothing was paid");
    }

    function test_refused_whenTheOwnerBundlesItself() public {
        PackedUserOperation memory op = signed;
        _expectPaymasterRevert(
            abi.encodeWithSelector(SponsorPaymaster.NotExecutor.selector, vm.addr(ADMIN_KEY))
        );
        _submitAs(op, vm.addr(ADMIN_KEY));
    }

    function test_refused_onceAnExecutorIsRemoved() public {
        PackedUserOperation memory op = signed;
        vm.expectEmit();
        emit SponsorPaymaster.ExecutorSet(EXECUTOR, false);
        vm.prank(OWNER);
        paymaster.setExecutor(EXECUTOR, false);
        _expectPaymasterRevert(
            abi.encodeWithSelector(SponsorPaymaster.NotExecutor.selector, EXECUTOR)
        );
        _submit(op);
    }

    function test_paysForOperationsThatFail() public {
        PackedUserOperation memory op = signed;
        op = _signedOp(_transferCalls(STRANGER, 1_000_000e6));
        uint256 before = entryPoint.balanceOf(address(paymaster));
        _submit(op);
        vm.assertTrue(entryPoint.balanceOf(address(paymaster)) < before, "paid");
        vm.assertEq(usdc.balanceOf(STRANGER), 0, "nothing moved");
    }

    function test_refused_whenSomebodyElseSigned(uint64 key) public {
        PackedUserOperation memory op = signed;
        vm.assume(key != 0 && key != PAYMASTER_KEY);
        _sponsorAs(op, key, 0, uint48(block.timestamp + 120));
        _refusePaymaster(op);
    }

    function test_refused_afterItsTime() public {
        PackedUserOperation memory op = signed;
        _sponsorAs(op, PAYMASTER_KEY, 0, uint48(block.timestamp - 1));
        _approve(op, SESSION_KEY);
        _expectFailedOp("AA32 paymaster expired or not due");
        _submit(op);
    }

    function test_refused_beforeItsTime() public {
        PackedUserOperation memory op = signed;
        _sponsorAs(op, PAYMASTER_KEY, uint48(block.timestamp + 10), uint48(block.timestamp + 120));
        _approve(op, SESSION_KEY);
        _expectFailedOp("AA32 paymaster expired or not due");
        _submit(op);
    }

    function test_refused_whenItsTimeIsStretched() public {
        PackedUserOperation memory op = signed;
        op.paymasterAndData[63] ^= 0x01;
        _refusePaymaster(op);
    }

    function test_refused_withAnythingElseBehindTheLimits(bytes calldata noise) public {
        PackedUserOperation memory op = signed;
        vm.assume(noise.length != 77);
        op.paymasterAndData =
            abi.encodePacked(address(paymaster), uint128(100_000), uint128(1), noise);
        _refusePaymaster(op);
    }

    function test_refused_whenTheSignerIsShutOff() public {
        PackedUserOperation memory op = signed;
        vm.prank(OWNER);
        signers.disable(vm.addr(PAYMASTER_KEY));
        _refusePaymaster(op);
        op.paymasterAndData = abi.encodePacked(
            address(paymaster), uint128(100_000), uint128(1), uint96(0), new bytes(65)
        );
        _refusePaymaster(op);
    }

    /// @dev The paymaster's signature binds every field except the signatures.
    function test_refused_whenAFieldChanges(uint8 field, uint64 by) public {
        PackedUserOperation memory op = signed;
        uint256 change = uint256(by % 1_000) + 1;
        field %= 7;
        if (field == 0) op.callData = _batch(_guarded(_transferCalls(STRANGER, 1e6 + change)));
        if (field == 1) op.nonce += change << 64;
        if (field == 2) op.accountGasLimits = bytes32(uint256(op.accountGasLimits) + change);
        if (field == 3) op.preVerificationGas += change;
        if (field == 4) op.gasFees = bytes32(uint256(op.gasFees) + change);
        if (field == 5) op.paymasterAndData[35] ^= 0x01;
        if (field == 6) {
            _makeAccount();
            op.initCode = "";
        }
        _refusePaymaster(op);
    }

    function test_refused_onAnotherChain() public {
        PackedUserOperation memory op = signed;
        bytes memory ours = op.paymasterAndData;
        vm.chainId(1);
        op.paymasterAndData = ours;
        _refusePaymaster(op);
    }

    function test_validation_isForTheEntryPoint() public {
        PackedUserOperation memory op = signed;
        vm.expectRevert(abi.encodeWithSignature("PaymasterUnauthorized(address)", EXECUTOR));
        vm.prank(EXECUTOR, EXECUTOR);
        paymaster.validatePaymasterUserOp(op, bytes32(0), 0);
        vm.expectRevert(abi.encodeWithSignature("PaymasterUnauthorized(address)", EXECUTOR));
        vm.prank(EXECUTOR, EXECUTOR);
        paymaster.postOp(IPaymaster.PostOpMode.opSucceeded, "", 0, 0);
    }

    function test_money_isTheOwners() public {
        vm.deal(OWNER, 10 ether);
        vm.startPrank(OWNER, OWNER);
        paymaster.withdraw(payable(PAYEE), 1 ether);
        vm.assertEq(PAYEE.balance, 1 ether, "withdrawn");
        paymaster.addStake{value: 2 ether}(1);
        paymaster.unlockStake();
        vm.warp(block.timestamp + 1);
        paymaster.withdrawStake(payable(PAYEE));
        vm.assertEq(PAYEE.balance, 3 ether, "unstaked");
        vm.stopPrank();
    }

    function test_money_isNobodyElses() public {
        bytes[5] memory calls = [
            abi.encodeCall(paymaster.withdraw, (payable(STRANGER), 1)),
            abi.encodeCall(paymaster.addStake, (1)),
            abi.encodeCall(paymaster.unlockStake, ()),
            abi.encodeCall(paymaster.withdrawStake, (payable(STRANGER))),
            abi.encodeCall(paymaster.setExecutor, (STRANGER, true))
        ];
        for (uint256 i; i < 5; ++i) {
            vm.prank(STRANGER);
            (bool success, bytes memory reason) = address(paymaster).call(calls[i]);
            vm.assertFalse(success, "refused");
            bytes memory expected =
                abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", STRANGER);
            vm.assertEq(reason, expected, "why");
        }
    }

    /// @dev Signs again for everyone but the paymaster, and expects the paymaster to reject it.
    function _refusePaymaster(PackedUserOperation memory op) private {
        _approve(op, SESSION_KEY);
        _expectFailedOp("AA34 signature error");
        _submit(op);
    }

    function _expectPaymasterRevert(bytes memory reason) private {
        vm.expectRevert(
            abi.encodeWithSignature(
                "FailedOpWithRevert(uint256,string,bytes)", 0, "AA33 reverted", reason
            )
        );
    }
}
