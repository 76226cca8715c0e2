// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EstuaryAccount} from "../evm/EstuaryAccount.sol";
import {Signers} from "../evm/Signers.sol";
import {ServiceScene} from "./support/ServiceScene.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev The 130-byte path: approver, co-signer and paymaster.
contract ServiceSignaturesTest is ServiceScene {
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

    /// @dev The EntryPoint rejects such an operation; the account does not rely on that.
    function test_refused_withAPaymasterAndNoLimits(uint8 length) public {
        _makeAccount();
        length %= 52;
        PackedUserOperation memory op = _transferOp();
        bytes memory cut = new bytes(length);
        for (uint256 i; i < length; ++i) {
            cut[i] = op.paymasterAndData[i];
        }
        op.paymasterAndData = cut;
        bytes32 hash = _hashOf(op);
        _approve(op, SESSION_KEY);
        vm.expectRevert(abi.encodeWithSelector(EstuaryAccount.WrongPaymaster.selector, address(0)));
        vm.prank(ENTRY_POINT);
        account.validateUserOp(op, hash, 0);
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
}

/// @dev Pays for every operation.
contract OpenPaymaster {
    function validatePaymasterUserOp(PackedUserOperation calldata, bytes32, uint256)
        external
        pure
        returns (bytes memory, uint256)
    {
        return ("", 0);
    }
}
