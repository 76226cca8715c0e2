// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fill} from "../evm/DestinationSettler.sol";
import {Order} from "../evm/OriginEscrow.sol";
import {Call, EstuaryTest} from "./support/EstuaryTest.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev Gas of whole transactions (base cost, call data and refunds included), compared with
/// `snapshots/gas.json`: a change there changes what users pay.
/// forge-config: default.isolate = true
contract GasTest is EstuaryTest {
    uint256 private constant WALLET_KEY = 0x7702;

    function test_gas_firstDepositWithCreation() public {
        PackedUserOperation memory op = _signedOp(_depositCalls(_order(keccak256("a"))));
        _submit(op);
        vm.snapshotGasLastCall("gas", "first operation: creation, approve, deposit");
        vm.assertEq(usdc.balanceOf(address(escrow)), 10.1e6, "nothing was deposited");
    }

    function test_gas_laterDeposit() public {
        _submit(_signedOp(_depositCalls(_order(keccak256("a")))));
        _submit(_signedOp(_depositCalls(_order(keccak256("b")))));
        vm.snapshotGasLastCall("gas", "later operation: approve, deposit");
        vm.assertEq(usdc.balanceOf(address(escrow)), 20.2e6, "nothing was deposited");
    }

    function test_gas_fill() public {
        usdc.mint(STRANGER, 1);
        Fill memory fill = _fill(keccak256("a"));
        vm.prank(SOLVER, SOLVER);
        settler.fill(fill, 9e6);
        vm.snapshotGasLastCall("gas", "fill");
    }

    function test_gas_fillToFreshRecipient() public {
        Fill memory fill = _fill(keccak256("a"));
        vm.prank(SOLVER, SOLVER);
        settler.fill(fill, 9e6);
        vm.snapshotGasLastCall("gas", "fill to a fresh recipient");
    }

    function test_gas_release() public {
        Order memory order = _held();
        usdc.mint(PAYEE, 1);
        usdc.mint(FEE_RECEIVER, 1);
        bytes memory attestation = _attest(ATTESTOR_KEY, "Filled", order);
        vm.prank(EXECUTOR, EXECUTOR);
        escrow.release(order, attestation);
        vm.snapshotGasLastCall("gas", "release");
    }

    function test_gas_refundByClock() public {
        Order memory order = _held();
        vm.warp(order.refundAfter);
        vm.prank(STRANGER, STRANGER);
        escrow.refund(order, "");
        vm.snapshotGasLastCall("gas", "refund by clock");
    }

    function test_gas_ownerExitByDirectExecute() public {
        _makeAccount();
        usdc.mint(vm.addr(ADMIN_KEY), 1);
        Call[] memory calls = _transferCalls(vm.addr(ADMIN_KEY), 1e6);
        vm.prank(vm.addr(ADMIN_KEY), vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(calls));
        vm.snapshotGasLastCall("gas", "owner exit by direct execute");
    }

    function test_gas_plainTransferAndDeposit() public {
        address wallet = vm.addr(WALLET_KEY);
        usdc.mint(wallet, 1_000e6);
        usdc.mint(STRANGER, 1);
        usdc.mint(address(escrow), 1);
        Order memory order = _order(keccak256("plain"));
        order.depositor = wallet;
        vm.startPrank(wallet, wallet);
        usdc.transfer(STRANGER, 1e6);
        vm.snapshotGasLastCall("gas", "for scale: plain ERC-20 transfer");
        usdc.approve(address(escrow), 10.1e6);
        vm.snapshotGasLastCall("gas", "for scale: plain approve");
        escrow.deposit(order);
        vm.snapshotGasLastCall("gas", "for scale: plain deposit");
        vm.stopPrank();
    }

    function test_gas_delegated() public {
        address wallet = vm.addr(WALLET_KEY);
        usdc.mint(wallet, 1_000e6);
        usdc.mint(address(escrow), 1);
        Order memory order = _order(keccak256("a"));
        order.depositor = wallet;
        PackedUserOperation memory op = _walletOp(order);
        vm.signAndAttachDelegation(address(delegate), WALLET_KEY);
        _submit(op);
        vm.snapshotGasLastCall(
            "gas", "first operation with EIP-7702 (and 25000 for the authorization)"
        );
        order.fillId = keccak256("b");
        _submit(_walletOp(order));
        vm.snapshotGasLastCall("gas", "later operation with EIP-7702");
        vm.assertEq(usdc.balanceOf(address(escrow)), 20.2e6 + 1, "nothing was deposited");
    }

    function _walletOp(Order memory order) private view returns (PackedUserOperation memory op) {
        op = _opOf(vm.addr(WALLET_KEY), "", _batch(_guarded(_depositCalls(order))));
        op.initCode = "";
        _sponsor(op);
        _approve(op, WALLET_KEY);
    }

    function _held() private returns (Order memory order) {
        order = _order(keccak256("a"));
        _submit(_signedOp(_depositCalls(order)));
    }
}
