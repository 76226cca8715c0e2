// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EstuaryTest} from "./support/EstuaryTest.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev Security rule 2: the user signs once, and everyone else is the attacker: co-signer,
/// paymaster signer, bundler. Whatever they change, the account pays nothing for gas.
contract UserOperationFuzzTest is EstuaryTest {
    uint256 private constant COINS = 10 ether;
    uint256 private constant DEPOSIT = 5 ether;
    uint256 private constant WALLET_KEY = 0x7702;

    function setUp() public override {
        super.setUp();
        OpenHandedPaymaster open = new OpenHandedPaymaster();
        entryPoint.depositTo{value: 10 ether}(address(open));
        vm.etch(address(0x0bea), address(open).code);
        entryPoint.depositTo{value: 10 ether}(address(0x0bea));
    }

    struct Change {
        uint128 verificationGas;
        uint128 callGas;
        uint256 preVerificationGas;
        uint128 priorityFee;
        uint128 maxFee;
        uint8 paymaster;
        uint128 paymasterGas;
        uint128 postOpGas;
        bytes rest;
        uint8 initCode;
        bool isReSponsored;
        bool isOtherBundler;
    }

    function test_roleAccount_paysNothing(Change memory change) public {
        _makeAccount();
        _attack(address(account), SESSION_KEY, change);
    }

    function test_basicAccount_paysNothing(Change memory change) public {
        address basic = factory.createBasic(vm.addr(ADMIN_KEY));
        _attack(basic, ADMIN_KEY, change);
    }

    function test_delegatedAccount_paysNothing(Change memory change) public {
        address wallet = vm.addr(WALLET_KEY);
        vm.etch(wallet, abi.encodePacked(hex"ef0100", address(delegate)));
        _attack(wallet, WALLET_KEY, change);
    }

    function test_undeployedAccount_paysNothing(Change memory change) public {
        _attack(address(account), SESSION_KEY, change);
    }

    /// @dev The unmodified operation succeeds, so the fuzz tests do not fail for a trivial reason.
    function test_unchanged_isPaidByThePaymaster() public {
        _makeAccount();
        vm.deal(address(account), COINS);
        entryPoint.depositTo{value: DEPOSIT}(address(account));
        _submit(_signedOp(_transferCalls(STRANGER, 1e6)));
        vm.assertEq(usdc.balanceOf(STRANGER), 1e6, "transferred");
        _assertUntouched(address(account));
    }

    function _attack(address who, uint256 key, Change memory change) private {
        usdc.mint(who, 10e6);
        vm.deal(who, COINS);
        entryPoint.depositTo{value: DEPOSIT}(who);
        PackedUserOperation memory op = _opOf(
            who,
            abi.encodeCall(factory.createRole, (vm.addr(SESSION_KEY), vm.addr(ADMIN_KEY))),
            _batch(_guarded(_transferCalls(STRANGER, 1e6)))
        );
        bytes memory approval = _approval(op, key);
        _change(op, change);
        op.signature = abi.encodePacked(approval, _coSignature(op));
        PackedUserOperation[] memory ops = new PackedUserOperation[](1);
        ops[0] = op;
        address bundler = change.isOtherBundler ? STRANGER : EXECUTOR;
        vm.prank(bundler, bundler);
        try entryPoint.handleOps(ops, payable(bundler)) {} catch {}
        _assertUntouched(who);
    }

    /// @dev Changes the fields the approval does not bind. Gas limits stay high enough for about
    /// half of the operations to succeed: running out of gas would prove nothing.
    function _change(PackedUserOperation memory op, Change memory change) private view {
        uint128 verification = 200_000 + change.verificationGas % 400_000;
        uint128 call = change.callGas % 400_000;
        op.accountGasLimits = bytes32(uint256(verification) << 128 | call);
        op.preVerificationGas = change.preVerificationGas % 10_000_000;
        uint128 maxFee = change.maxFee % 1000 gwei;
        op.gasFees = bytes32(uint256(change.priorityFee % (maxFee + 1)) << 128 | maxFee);
        if (change.initCode % 4 == 1) op.initCode = "";
        if (change.initCode % 4 == 2) op.initCode = change.rest;
        address[5] memory paymasters =
            [address(paymaster), address(paymaster), address(0x0bea), address(0), op.sender];
        address chosen = paymasters[change.paymaster % 5];
        op.paymasterAndData = abi.encodePacked(
            chosen, change.paymasterGas % 200_000, change.postOpGas % 200_000, change.rest
        );
        if (change.paymaster % 7 == 6) op.paymasterAndData = "";
        if (change.paymaster % 7 == 5) op.paymasterAndData = change.rest;
        if (change.isReSponsored) _sponsor(op);
    }

    function _assertUntouched(address who) private view {
        vm.assertGe(who.balance, COINS, "coins were spent");
        vm.assertGe(entryPoint.balanceOf(who), DEPOSIT, "the deposit was spent");
    }
}

/// @dev Pays for every operation.
contract OpenHandedPaymaster {
    function validatePaymasterUserOp(PackedUserOperation calldata, bytes32, uint256)
        external
        pure
        returns (bytes memory, uint256)
    {
        return ("", 0);
    }
}
