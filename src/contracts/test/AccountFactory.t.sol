// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccountFactory} from "../evm/AccountFactory.sol";
import {BasicAccount} from "../evm/BasicAccount.sol";
import {EstuaryAccount} from "../evm/EstuaryAccount.sol";
import {ISigners} from "../evm/ISigners.sol";
import {RoleAccount} from "../evm/RoleAccount.sol";
import {EstuaryTest} from "./support/EstuaryTest.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

contract AccountFactoryTest is EstuaryTest {
    function test_createRole_makesWhatWasPredicted(address session, address admin) public {
        vm.assume(admin != address(0));
        address predicted = factory.roleAccount(session, admin);
        vm.expectEmit();
        emit AccountFactory.AccountCreated(predicted);
        address made = factory.createRole(session, admin);
        vm.assertEq(made, predicted, "address");
        (address first, address second) = RoleAccount(payable(made)).roles();
        vm.assertEq(first, session, "session");
        vm.assertEq(second, admin, "admin");
    }

    function test_createBasic_makesWhatWasPredicted(address signer) public {
        vm.assume(signer != address(0));
        address made = factory.createBasic(signer);
        vm.assertEq(made, factory.basicAccount(signer), "address");
        vm.assertEq(BasicAccount(payable(made)).signer(), signer, "signer");
    }

    function test_create_answersTheSameAgain() public {
        address role = factory.createRole(STRANGER, OWNER);
        vm.assertEq(factory.createRole(STRANGER, OWNER), role, "role-based");
        address basic = factory.createBasic(OWNER);
        vm.assertEq(factory.createBasic(OWNER), basic, "basic");
    }

    function test_create_reverts_withoutOwner() public {
        vm.expectRevert(AccountFactory.MissingOwner.selector);
        factory.createRole(STRANGER, address(0));
        vm.expectRevert(AccountFactory.MissingOwner.selector);
        factory.createBasic(address(0));
    }

    function test_keysInAnotherOrder_areAnotherAccount() public view {
        address one = factory.roleAccount(STRANGER, OWNER);
        vm.assertFalse(one == factory.roleAccount(OWNER, STRANGER), "must differ");
    }

    function test_constructor_reverts_withoutImplementations() public {
        address role = factory.ROLE_IMPLEMENTATION();
        vm.expectRevert(
            abi.encodeWithSelector(AccountFactory.MissingImplementation.selector, STRANGER)
        );
        new AccountFactory(STRANGER, role);
        vm.expectRevert(
            abi.encodeWithSelector(AccountFactory.MissingImplementation.selector, STRANGER)
        );
        new AccountFactory(role, STRANGER);
    }

    function test_account_reverts_withoutItsContracts() public {
        vm.expectPartialRevert(EstuaryAccount.MissingContract.selector);
        new RoleAccount(entryPoint, signers, address(0), address(guard));
        vm.expectPartialRevert(EstuaryAccount.MissingContract.selector);
        new RoleAccount(entryPoint, signers, address(paymaster), address(0));
        vm.expectPartialRevert(EstuaryAccount.MissingContract.selector);
        new RoleAccount(IEntryPoint(address(0)), signers, address(paymaster), address(guard));
        vm.expectPartialRevert(EstuaryAccount.MissingContract.selector);
        new RoleAccount(entryPoint, ISigners(address(0)), address(paymaster), address(guard));
    }

    /// @dev The implementation itself has no keys in its code, so nobody owns it.
    function test_implementation_isNobodys() public {
        RoleAccount implementation = RoleAccount(payable(factory.ROLE_IMPLEMENTATION()));
        vm.expectRevert();
        vm.prank(STRANGER);
        implementation.execute(BATCH_MODE, "");
        vm.expectRevert();
        vm.prank(STRANGER);
        implementation.replaceSession(STRANGER);
    }

    /// @dev Security rule 20: once code is present the service drops the factory; the approval
    /// stands.
    function test_secondFirstOperation_isRefusedAndWorksWithoutItsFactory() public {
        PackedUserOperation memory op = _signedOp(_transferCalls(STRANGER, 1e6));
        _makeAccount();
        _expectFailedOp("AA10 sender already constructed");
        _submit(op);
        bytes memory approval = _approval(op, SESSION_KEY);
        op.initCode = "";
        _sponsor(op);
        op.signature = abi.encodePacked(approval, _coSignature(op));
        _submit(op);
        vm.assertEq(usdc.balanceOf(STRANGER), 1e6, "the same approval");
    }
}
