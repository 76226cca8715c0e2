// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "../evm/Batch.sol";
import {EstuaryAccount} from "../evm/EstuaryAccount.sol";
import {ValidityGuard} from "../evm/ValidityGuard.sol";
import {Call} from "./support/EstuaryTest.sol";
import {ServiceScene} from "./support/ServiceScene.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev The 130-byte path: guard, time window and shape of the batch.
contract ServiceBatchTest is ServiceScene {
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

    function test_refused_withoutABatch() public {
        _makeAccount();
        _refuse(
            abi.encodeCall(account.execute, (BATCH_MODE, "")),
            abi.encodeWithSelector(Batch.MalformedBatch.selector)
        );
    }

    /// @dev Security rule 12: an approval that has expired stays so, whoever else signs whatever
    /// else.
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

    /// @dev The account checks the window itself; dirty bits that the guard rejects are still
    /// rejected.
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

    /// @dev Solidity's decoder follows an offset backwards. In validation such a call could point
    /// into the surrounding operation; in execution it points before the start of the call data,
    /// where everything is zero, and zero means the account itself.
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

    function _refuseCalls(Call[] memory calls, bytes memory reason) private {
        _refuse(_batch(calls), reason);
    }

    /// @dev Signed by everyone, yet it fails validation.
    function _refuse(bytes memory callData, bytes memory reason) private {
        PackedUserOperation memory op = _op(callData);
        _sponsor(op);
        _approve(op, SESSION_KEY);
        _expectReverted(reason);
        _submit(op);
    }
}
