// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DestinationSettler, Fill} from "../evm/DestinationSettler.sol";
import {Order, OriginEscrow} from "../evm/OriginEscrow.sol";
import {DevToken} from "../evm/dev/DevToken.sol";
import {Vault4626} from "../evm/dev/Vault4626.sol";
import {Call, EstuaryTest} from "./support/EstuaryTest.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @dev Whole executions with origin and destination on one chain: user operation, delivery,
/// attestation, release or refund.
contract CallQuoteTest is EstuaryTest {
    bytes32 private constant ID = keccak256("execution");
    Vault4626 private vault;
    DevToken private other;

    function setUp() public override {
        super.setUp();
        vault = new Vault4626(IERC20(address(usdc)), "Vault", "vUSDC");
        other = new DevToken("Other", "OTH", 18, address(this));
    }

    function test_transfer_isDeliveredAndReleased() public {
        Fill memory fill = _fill(ID);
        Order memory order = _order(ID);
        order.fillHash = settler.fillHash(SOLVER, fill);
        _submit(_signedOp(_depositCalls(order)));
        vm.prank(SOLVER);
        settler.fill(fill, 9e6);
        vm.assertEq(settler.fillOf(SOLVER, ID), order.fillHash, "what the attestor compares");
        escrow.release(order, _attest(ATTESTOR_KEY, "Filled", order));
        vm.assertEq(usdc.balanceOf(STRANGER), 9e6, "recipient");
        vm.assertEq(usdc.balanceOf(PAYEE), 10e6, "payee");
        vm.assertEq(usdc.balanceOf(FEE_RECEIVER), 0.1e6, "fee receiver");
    }

    function test_transferOfCoins_isDeposited() public {
        vm.deal(address(account), 2 ether);
        Order memory order = _order(ID);
        (order.token, order.amount, order.fee) = (address(0), 1 ether, 0.1 ether);
        _submit(
            _signedOp(
                _calls(Call(address(escrow), 1.1 ether, abi.encodeCall(escrow.deposit, (order))))
            )
        );
        vm.assertEq(address(escrow).balance, 1.1 ether, "held");
    }

    function test_cancelledExecution_costsTheUserNothing() public {
        Order memory order = _order(ID);
        _submit(_signedOp(_depositCalls(order)));
        vm.prank(SOLVER);
        settler.cancel(ID);
        escrow.refund(order, _attest(ATTESTOR_KEY, "Cancelled", order));
        vm.assertEq(usdc.balanceOf(address(account)), 1_000e6, "all of it, gas included");
    }

    function test_forgottenExecution_costsTheUserNothing() public {
        Order memory order = _order(ID);
        _submit(_signedOp(_depositCalls(order)));
        vm.warp(order.refundAfter);
        vm.prank(STRANGER);
        escrow.refund(order, "");
        vm.assertEq(usdc.balanceOf(address(account)), 1_000e6, "all of it, gas included");
    }

    /// @dev Without the service: the admin refunds the deposit and transfers it alone.
    function test_owner_refundsItselfWithoutTheService() public {
        Order memory order = _order(ID);
        _submit(_signedOp(_depositCalls(order)));
        vm.warp(order.refundAfter);
        Call[] memory calls = new Call[](2);
        calls[0] = Call(address(escrow), 0, abi.encodeCall(escrow.refund, (order, "")));
        calls[1] = _transferCalls(vm.addr(ADMIN_KEY), 1_000e6)[0];
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(calls));
        vm.assertEq(usdc.balanceOf(vm.addr(ADMIN_KEY)), 1_000e6, "home");
    }

    function test_call_pullsApprovesCallsAndResets() public {
        _grant(25e6);
        _submit(_signedOp(_vaultCalls(25e6, 25e6)));
        vm.assertEq(vault.balanceOf(address(account)), 25e6, "shares");
        vm.assertEq(usdc.balanceOf(address(account)), 1_000e6, "only the solver's tokens");
        vm.assertEq(usdc.allowance(address(account), address(vault)), 0, "reset");
        vm.assertFalse(settler.fillOf(SOLVER, ID) == 0, "filled");
    }

    function test_call_thatRevertsTakesNothingFromAnybody() public {
        uint256 inventory = usdc.balanceOf(SOLVER);
        _grant(25e6);
        vm.recordLogs();
        _submit(_signedOp(_vaultCalls(25e6, 26e6)));
        vm.assertTrue(_revertReason().length > 4, "the call's own reason");
        vm.assertEq(settler.fillOf(SOLVER, ID), 0, "not filled");
        vm.assertEq(usdc.balanceOf(SOLVER), inventory, "the solver keeps its tokens");
        vm.assertEq(usdc.allowance(address(account), address(vault)), 0, "nothing approved");
        vm.prank(SOLVER);
        settler.cancel(ID);
        vm.assertEq(settler.fillOf(SOLVER, ID), settler.CANCELLED(), "so it can be refunded");
    }

    function test_call_beforeItsGrantTakesNothing() public {
        _submit(_signedOp(_vaultCalls(25e6, 25e6)));
        vm.assertEq(vault.balanceOf(address(account)), 0, "no shares");
        vm.assertEq(usdc.balanceOf(address(account)), 1_000e6, "untouched");
    }

    /// @dev Security rule 3: `ordersHash` binds what was pulled to its orders; the same pull for
    /// other orders has another hash, so their deposits are not released for it.
    function test_callFillHash_bindsTheOrders(bytes32 ordersHash) public {
        _grant(25e6);
        (bytes32 named, bytes32 assets, address to, uint64 deadline, uint256 coins) =
            settler.grantOf(SOLVER, ID);
        vm.assume(ordersHash != named);
        DestinationSettler.Grant memory granted =
            DestinationSettler.Grant(named, assets, to, deadline, coins);
        bytes32 hash = settler.callFillHash(SOLVER, ID, granted);
        _submit(_signedOp(_vaultCalls(25e6, 25e6)));
        vm.assertEq(settler.fillOf(SOLVER, ID), hash, "the grant's orders");
        granted.ordersHash = ordersHash;
        vm.assertFalse(settler.callFillHash(SOLVER, ID, granted) == hash, "no others");
    }

    function _grant(uint256 amount) private {
        vm.prank(SOLVER);
        settler.grant(
            ID,
            keccak256("orders hash"),
            address(account),
            _list(address(usdc)),
            _list(amount),
            uint64(block.timestamp + 300)
        );
    }

    function _vaultCalls(uint256 pulled, uint256 used) private view returns (Call[] memory calls) {
        calls = new Call[](4);
        address[] memory tokens = _list(address(usdc));
        bytes memory pull = abi.encodeCall(settler.pull, (ID, SOLVER, tokens, _list(pulled)));
        calls[0] = Call(address(settler), 0, pull);
        calls[1] = Call(address(usdc), 0, abi.encodeCall(usdc.approve, (address(vault), pulled)));
        calls[2] = Call(address(vault), 0, abi.encodeCall(vault.deposit, (used, address(account))));
        calls[3] = Call(address(usdc), 0, abi.encodeCall(usdc.approve, (address(vault), 0)));
    }
}
