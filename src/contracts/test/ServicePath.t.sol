// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "../evm/Batch.sol";
import {EstuaryAccount} from "../evm/EstuaryAccount.sol";
import {Signers} from "../evm/Signers.sol";
import {ValidityGuard} from "../evm/ValidityGuard.sol";
import {Call, EstuaryTest} from "./EstuaryTest.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev The 130-byte path: approver and co-signer.
contract ServicePathTest is EstuaryTest {
    uint256 private constant WALLET_KEY = 0x7702;

    // What works

    function test_firstOperation_makesTheAccountAndDeposits() public {
        _submit(_signedOp(_depositCalls(_order("a"))));
        vm.assertTrue(address(account).code.length != 0, "made");
        vm.assertEq(usdc.balanceOf(address(escrow)), 10.1e6, "deposited");
        vm.assertEq(usdc.allowance(address(account), address(escrow)), 0, "nothing approved");
    }

    function test_adminApprovesToo() public {
        PackedUserOperation memory op = _transferOp();
        _approve(op, ADMIN_KEY);
        _submit(op);
        _assertPaid(1e6);
    }

    function test_approvalDigest_isTheTypedDataOfTheWire() public {
        _makeAccount();
        PackedUserOperation memory op = _transferOp();
        bytes32 digest = account.approvalDigest(op.callData, op.nonce);
        bytes memory expected = _approval(op, SESSION_KEY);
        vm.assertEq(_sign(SESSION_KEY, digest), expected, "EstuaryAccount, 1");
    }

    function test_basicAccount_worksTheSameWay() public {
        (address basic, bytes memory creation) = _basic();
        usdc.mint(basic, 5e6);
        PackedUserOperation memory op =
            _opOf(basic, creation, _batch(_guarded(_transferCalls(STRANGER, 1e6))));
        _sponsor(op);
        _approve(op, ADMIN_KEY);
        _submit(op);
        _assertPaid(1e6);
    }

    function test_delegatedAccount_worksTheSameWay() public {
        PackedUserOperation memory op = _walletOp();
        _sponsor(op);
        _approve(op, WALLET_KEY);
        _submit(op);
        _assertPaid(1e6);
    }

    // Signatures

    function test_refused_whenAStrangerApproves() public {
        PackedUserOperation memory op = _transferOp();
        _approve(op, STRANGER_KEY);
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenSomebodyElseCoSigns(uint64 key) public {
        vm.assume(key != 0 && key != COSIGNER_KEY);
        PackedUserOperation memory op = _transferOp();
        op.signature = abi.encodePacked(_approval(op, SESSION_KEY), _sign(key, _hashOf(op)));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenTheSessionKeyCoSignsItself() public {
        PackedUserOperation memory op = _transferOp();
        op.signature = abi.encodePacked(_approval(op, SESSION_KEY), _sign(SESSION_KEY, _hashOf(op)));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenSignaturesAreSwapped() public {
        PackedUserOperation memory op = _transferOp();
        op.signature = abi.encodePacked(_coSignature(op), _approval(op, SESSION_KEY));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenOtherCallsWereApproved() public {
        PackedUserOperation memory approved = _op(_batch(_guarded(_transferCalls(OWNER, 1))));
        PackedUserOperation memory op = _transferOp();
        approved.nonce = op.nonce;
        op.signature = abi.encodePacked(_approval(approved, SESSION_KEY), _coSignature(op));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenAnotherNonceWasApproved() public {
        PackedUserOperation memory approved = _transferOp();
        approved.nonce += 1 << 64;
        PackedUserOperation memory op = _transferOp();
        op.signature = abi.encodePacked(_approval(approved, SESSION_KEY), _coSignature(op));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenApprovedForAnotherAccountOfTheSameKeys() public {
        (address basic,) = _basic();
        PackedUserOperation memory approved = _transferOp();
        approved.sender = basic;
        PackedUserOperation memory op = _transferOp();
        op.signature = abi.encodePacked(_approval(approved, ADMIN_KEY), _coSignature(op));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenApprovedForAnotherChain() public {
        PackedUserOperation memory op = _transferOp();
        vm.chainId(1);
        bytes memory approval = _approval(op, SESSION_KEY);
        vm.chainId(31_337);
        op.signature = abi.encodePacked(approval, _coSignature(op));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenGasChangesAfterTheCoSignature(uint64 callGas) public {
        PackedUserOperation memory op = _transferOp();
        vm.assume(callGas != 400_000);
        _approve(op, SESSION_KEY);
        op.accountGasLimits = bytes32(uint256(400_000) << 128 | callGas % 1e6);
        vm.assume(callGas % 1e6 != 400_000);
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_whenReplayed() public {
        PackedUserOperation memory op = _signedOp(_transferCalls(STRANGER, 1e6));
        _submit(op);
        op.initCode = "";
        _sponsor(op);
        _approve(op, SESSION_KEY);
        _expectFailedOp("AA25 invalid account nonce");
        _submit(op);
    }

    // Paymaster

    function test_refused_withoutPaymaster() public {
        _makeAccount();
        vm.deal(address(account), 10 ether);
        PackedUserOperation memory op = _op(_batch(_guarded(_transferCalls(STRANGER, 1e6))));
        op.paymasterAndData = "";
        _approve(op, SESSION_KEY);
        _expectReverted(abi.encodeWithSelector(EstuaryAccount.WrongPaymaster.selector, address(0)));
        _submit(op);
    }

    function test_refused_withAnotherPaymaster() public {
        PackedUserOperation memory op = _op(_batch(_guarded(_transferCalls(STRANGER, 1e6))));
        OpenPaymaster other = new OpenPaymaster();
        entryPoint.depositTo{value: 1 ether}(address(other));
        op.paymasterAndData = abi.encodePacked(address(other), uint128(100_000), uint128(0));
        _approve(op, SESSION_KEY);
        _expectReverted(
            abi.encodeWithSelector(EstuaryAccount.WrongPaymaster.selector, address(other))
        );
        _submit(op);
    }

    // Guard

    function test_refused_withoutGuard() public {
        _refuseCalls(
            _transferCalls(STRANGER, 1e6),
            abi.encodeWithSelector(EstuaryAccount.UnguardedBatch.selector)
        );
    }

    function test_refused_whenTheGuardIsNotFirst() public {
        Call[] memory calls = _guarded(_transferCalls(STRANGER, 1e6));
        (calls[0], calls[1]) = (calls[1], calls[0]);
        _refuseCalls(calls, abi.encodeWithSelector(EstuaryAccount.UnguardedBatch.selector));
    }

    function test_refused_whenTheGuardIsCalledOtherwise() public {
        Call[] memory calls = _guarded(_transferCalls(STRANGER, 1e6));
        bytes memory check = calls[0].data;
        bytes memory unguarded = abi.encodeWithSelector(EstuaryAccount.UnguardedBatch.selector);
        calls[0].data = "";
        _refuseCalls(calls, unguarded);
        calls[0].data = abi.encodePacked(check, hex"00");
        _refuseCalls(calls, unguarded);
        calls[0].data = check;
        calls[0].data[0] ^= 0x01;
        _refuseCalls(calls, unguarded);
    }

    function test_refused_withAnEmptyBatch() public {
        _refuseCalls(new Call[](0), abi.encodeWithSelector(EstuaryAccount.UnguardedBatch.selector));
    }

    function test_refused_whenItDoesNotExecuteABatch() public {
        _makeAccount();
        bytes[3] memory other = [
            abi.encodeCall(account.replaceSession, (STRANGER)),
            bytes(""),
            abi.encodeCall(account.approvalDigest, ("", 0))
        ];
        for (uint256 i; i < 3; ++i) {
            _refuse(other[i], abi.encodeWithSelector(EstuaryAccount.UnguardedBatch.selector));
        }
    }

    /// @dev Security rule 12: whoever signs whatever else, what was approved has expired.
    function test_everyKind_doesNothingOutsideItsWindow(uint32 late) public {
        (address basic, bytes memory creation) = _basic();
        usdc.mint(basic, 5e6);
        bytes memory callData = _batch(_guarded(_transferCalls(STRANGER, 1e6)));
        PackedUserOperation[3] memory ops =
            [_op(callData), _opOf(basic, creation, callData), _walletOp()];
        uint256[3] memory keys = [SESSION_KEY, ADMIN_KEY, WALLET_KEY];
        vm.warp(block.timestamp + 121 + late);
        for (uint256 i; i < 3; ++i) {
            _sponsor(ops[i]);
            _approve(ops[i], keys[i]);
            _submit(ops[i]);
        }
        _assertPaid(0);
    }

    function test_expired_saysWhy() public {
        PackedUserOperation memory op = _transferOp();
        vm.warp(block.timestamp + 121);
        _sponsor(op);
        _approve(op, SESSION_KEY);
        vm.recordLogs();
        _submit(op);
        bytes memory reason = abi.encodeWithSelector(
            ValidityGuard.OutsideValidity.selector, 0, block.timestamp - 1, block.timestamp
        );
        vm.assertEq(_revertReason(), reason, "the guard's own words");
    }

    function test_earlyOperation_doesNothing() public {
        Call[] memory calls = _guarded(_transferCalls(STRANGER, 1e6));
        uint48 from = uint48(block.timestamp + 1);
        calls[0].data = abi.encodeCall(guard.check, (from, from + 100));
        PackedUserOperation memory op = _op(_batch(calls));
        _sponsor(op);
        _approve(op, SESSION_KEY);
        _submit(op);
        _assertPaid(0);
    }

    /// @dev The account makes the guard's check itself; bits the guard would refuse stay refused.
    function test_windowWithDirtyBits_doesNothing() public {
        Call[] memory calls = _guarded(_transferCalls(STRANGER, 1e6));
        calls[0].data = abi.encodePacked(guard.check.selector, uint256(0), uint256(1) << 48);
        PackedUserOperation memory op = _op(_batch(calls));
        _sponsor(op);
        _approve(op, SESSION_KEY);
        _submit(op);
        _assertPaid(0);
    }

    // Targets

    function test_refused_whenItCallsTheAccountItself() public {
        address[2] memory itself = [address(account), address(0)];
        for (uint256 i; i < 2; ++i) {
            bytes memory inner = _batch(_transferCalls(STRANGER, 1e6));
            Call[] memory calls = _guarded(_calls(Call(itself[i], 0, inner)));
            _refuseCalls(
                calls, abi.encodeWithSelector(EstuaryAccount.ForbiddenTarget.selector, 1, itself[i])
            );
        }
    }

    function test_refused_whenItCallsTheAccountLast() public {
        Call[] memory two = new Call[](2);
        two[0] = _transferCalls(STRANGER, 1e6)[0];
        two[1] = Call(address(account), 0, abi.encodeCall(account.replaceSession, (STRANGER)));
        _refuseCalls(
            _guarded(two),
            abi.encodeWithSelector(EstuaryAccount.ForbiddenTarget.selector, 2, address(account))
        );
    }

    /// @dev Solidity's decoder follows an offset backwards. Checked, such a call could point into
    /// the operation around it; made, beyond the start of the call data, where all is zero and zero
    /// means the account itself.
    function test_refused_whenACallPointsBackwards(uint16 back) public {
        _makeAccount();
        bytes memory callData = _batch(_guarded(_transferCalls(STRANGER, 1e6)));
        uint256 offset = type(uint256).max - uint256(back);
        // selector, mode, offset, length; list offset, list length, offset of call 0, of call 1
        assembly {
            mstore(add(callData, add(32, 196)), offset)
        }
        _refuse(callData, abi.encodeWithSelector(Batch.MalformedBatch.selector));
    }

    function test_refused_whenTheBatchIsNotWhereItBelongs() public {
        _makeAccount();
        bytes memory callData = _batch(_guarded(_transferCalls(STRANGER, 1e6)));
        assembly {
            mstore(add(callData, add(32, 36)), 96)
        }
        _refuse(callData, abi.encodeWithSelector(EstuaryAccount.UnguardedBatch.selector));
    }

    function test_refused_whenTheBatchIsLongerThanItsData() public {
        _makeAccount();
        bytes memory callData = _batch(_guarded(_transferCalls(STRANGER, 1e6)));
        assembly {
            mstore(add(callData, add(32, 68)), mload(callData))
        }
        _refuse(callData, abi.encodeWithSelector(EstuaryAccount.UnguardedBatch.selector));
    }

    // Keys of the service

    function test_shutOffCoSigner_closesThePath() public {
        PackedUserOperation memory op = _signedOp(_transferCalls(STRANGER, 1e6));
        vm.prank(OWNER);
        signers.disable(vm.addr(COSIGNER_KEY));
        _expectSignatureError();
        _submit(op);
    }

    function test_shutOffCoSigner_isNobody() public {
        vm.prank(OWNER);
        signers.disable(vm.addr(COSIGNER_KEY));
        PackedUserOperation memory op = _transferOp();
        op.signature = abi.encodePacked(_approval(op, SESSION_KEY), new bytes(65));
        _expectSignatureError();
        _submit(op);
    }

    function test_rotatedCoSigner_keepsAddressesAndOutdatesSignatures() public {
        address before = address(account);
        vm.startPrank(OWNER, OWNER);
        signers.propose(Signers.Role.Cosigner, _list(vm.addr(0x2e3)), 1);
        vm.warp(block.timestamp + DELAY);
        signers.accept(Signers.Role.Cosigner);
        vm.stopPrank();
        PackedUserOperation memory op = _transferOp();
        _approve(op, SESSION_KEY);
        _expectSignatureError();
        _submit(op);
        op.signature = abi.encodePacked(_approval(op, SESSION_KEY), _sign(0x2e3, _hashOf(op)));
        _submit(op);
        _assertPaid(1e6);
        address same = factory.roleAccount(vm.addr(SESSION_KEY), vm.addr(ADMIN_KEY));
        vm.assertEq(same, before, "the same address");
    }

    // Helpers

    function _transferOp() private view returns (PackedUserOperation memory op) {
        op = _op(_batch(_guarded(_transferCalls(STRANGER, 1e6))));
        _sponsor(op);
    }

    function _walletOp() private returns (PackedUserOperation memory op) {
        address wallet = vm.addr(WALLET_KEY);
        usdc.mint(wallet, 5e6);
        vm.etch(wallet, abi.encodePacked(hex"ef0100", address(delegate)));
        return _opOf(wallet, "", _batch(_guarded(_transferCalls(STRANGER, 1e6))));
    }

    function _basic() private view returns (address basic, bytes memory creation) {
        address signer = vm.addr(ADMIN_KEY);
        return (factory.basicAccount(signer), abi.encodeCall(factory.createBasic, (signer)));
    }

    function _refuseCalls(Call[] memory calls, bytes memory reason) private {
        _refuse(_batch(calls), reason);
    }

    /// @dev Everybody signed, and still it does not pass validation.
    function _refuse(bytes memory callData, bytes memory reason) private {
        PackedUserOperation memory op = _op(callData);
        _sponsor(op);
        _approve(op, SESSION_KEY);
        _expectReverted(reason);
        _submit(op);
    }

    function _assertPaid(uint256 amount) private view {
        vm.assertEq(usdc.balanceOf(STRANGER), amount, "what the stranger got");
    }
}

/// @dev Pays for everything.
contract OpenPaymaster {
    function validatePaymasterUserOp(PackedUserOperation calldata, bytes32, uint256)
        external
        pure
        returns (bytes memory, uint256)
    {
        return ("", 0);
    }
}
