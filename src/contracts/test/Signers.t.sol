// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, OriginEscrow} from "../evm/OriginEscrow.sol";
import {Signers} from "../evm/Signers.sol";
import {EstuaryTest} from "./support/EstuaryTest.sol";

contract SignersTest is EstuaryTest {
    bytes32 private constant DIGEST = keccak256("digest");
    address private constant NEW = address(0x2e3);

    // First keys

    function test_address_doesNotDependOnKeys() public {
        bytes32 salt = "salt";
        Signers fresh = new Signers{salt: salt}(OWNER, DELAY);
        bytes32 hash =
            keccak256(abi.encodePacked(type(Signers).creationCode, abi.encode(OWNER, DELAY)));
        address expected = address(
            uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), salt, hash))))
        );
        vm.assertEq(address(fresh), expected, "owner and delay alone");
        vm.assertEq(fresh.cosigner(), address(0), "no key yet");
        vm.assertFalse(fresh.isAttested(DIGEST, ""), "nobody attests yet");
    }

    function test_install_reverts_twice() public {
        vm.expectRevert(Signers.AlreadyInstalled.selector);
        vm.prank(OWNER);
        signers.install(NEW, address(0x2e4), _list(address(0x2e5)), 1);
    }

    function test_install_reverts_forAnybodyButTheOwner() public {
        Signers fresh = new Signers(OWNER, DELAY);
        _expectNotOwner(STRANGER);
        vm.prank(STRANGER);
        fresh.install(NEW, address(0x2e4), _list(address(0x2e5)), 1);
    }

    function test_install_reverts_whenOneKeyServesTwoRoles() public {
        Signers fresh = new Signers(OWNER, DELAY);
        vm.expectRevert(abi.encodeWithSelector(Signers.RepeatedKey.selector, NEW));
        vm.prank(OWNER);
        fresh.install(NEW, address(0x2e4), _list(NEW), 1);
    }

    function test_propose_reverts_beforeTheFirstKeys() public {
        Signers fresh = new Signers(OWNER, DELAY);
        vm.expectRevert(Signers.NotInstalled.selector);
        vm.prank(OWNER);
        fresh.propose(Signers.Role.Cosigner, _list(NEW), 1);
    }

    // Rotation

    function test_accept_installsAfterTheDelayOnly(uint32 waited) public {
        _propose(Signers.Role.Cosigner, _list(NEW), 1);
        vm.warp(START + waited);
        if (waited < DELAY) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    Signers.TooEarly.selector, uint64(START) + DELAY, block.timestamp
                )
            );
        }
        vm.prank(OWNER);
        signers.accept(Signers.Role.Cosigner);
        address expected = waited < DELAY ? vm.addr(COSIGNER_KEY) : NEW;
        vm.assertEq(signers.cosigner(), expected, "co-signer");
    }

    function test_accept_rotatesThePaymasterSigner() public {
        _rotate(Signers.Role.PaymasterSigner, _list(NEW), 1);
        vm.assertEq(signers.paymasterSigner(), NEW, "paymaster signer");
    }

    function test_accept_replacesAllAttestors() public {
        _rotate(Signers.Role.Attestor, _list(vm.addr(1), vm.addr(2)), 2);
        vm.assertFalse(_isAttested(_sign(ATTESTOR_KEY, DIGEST)), "the former one is out");
        vm.assertTrue(_isAttested(_two(1, 2)), "both together");
        vm.assertEq(signers.attestors().length, 2, "listed");
    }

    function test_accept_leavesNothingToTheFormerAttestor() public {
        _rotate(Signers.Role.Attestor, _list(vm.addr(1)), 1);
        vm.assertTrue(_isAttested(_sign(1, DIGEST)), "the new one is in");
        vm.assertFalse(_isAttested(_sign(ATTESTOR_KEY, DIGEST)), "the former one is out");
        vm.assertFalse(signers.isAttestor(vm.addr(ATTESTOR_KEY)), "and said to be");
    }

    function test_accept_reverts_twice() public {
        _rotate(Signers.Role.Cosigner, _list(NEW), 1);
        _expectNothing(Signers.Role.Cosigner);
        vm.prank(OWNER);
        signers.accept(Signers.Role.Cosigner);
    }

    function test_accept_reverts_whenTheKeyWasShutOffMeanwhile() public {
        _propose(Signers.Role.Cosigner, _list(NEW), 1);
        vm.prank(OWNER);
        signers.disable(NEW);
        vm.warp(START + DELAY);
        vm.expectRevert(abi.encodeWithSelector(Signers.KeyDisabled.selector, NEW));
        vm.prank(OWNER);
        signers.accept(Signers.Role.Cosigner);
    }

    function test_propose_startsTheDelayAgain() public {
        _propose(Signers.Role.Cosigner, _list(NEW), 1);
        vm.warp(START + DELAY - 1);
        _propose(Signers.Role.Cosigner, _list(NEW), 1);
        vm.warp(START + DELAY);
        vm.expectPartialRevert(Signers.TooEarly.selector);
        vm.prank(OWNER);
        signers.accept(Signers.Role.Cosigner);
    }

    function test_withdraw_callsItOff() public {
        _propose(Signers.Role.Cosigner, _list(NEW), 1);
        vm.assertEq(
            uint256(signers.proposalOf(Signers.Role.Cosigner).readyAt), START + DELAY, "announced"
        );
        vm.prank(OWNER);
        signers.withdraw(Signers.Role.Cosigner);
        vm.warp(START + DELAY);
        _expectNothing(Signers.Role.Cosigner);
        vm.prank(OWNER);
        signers.accept(Signers.Role.Cosigner);
    }

    function test_withdraw_reverts_withoutProposal() public {
        _expectNothing(Signers.Role.Attestor);
        vm.prank(OWNER);
        signers.withdraw(Signers.Role.Attestor);
    }

    function test_rotation_isForTheOwner() public {
        vm.startPrank(STRANGER, STRANGER);
        _expectNotOwner(STRANGER);
        signers.propose(Signers.Role.Cosigner, _list(NEW), 1);
        _expectNotOwner(STRANGER);
        signers.accept(Signers.Role.Cosigner);
        _expectNotOwner(STRANGER);
        signers.withdraw(Signers.Role.Cosigner);
        vm.stopPrank();
    }

    function test_ownership_changesInTwoSteps() public {
        vm.prank(OWNER);
        signers.transferOwnership(NEW);
        vm.assertEq(signers.owner(), OWNER, "not before it is accepted");
        vm.prank(NEW);
        signers.acceptOwnership();
        vm.assertEq(signers.owner(), NEW, "accepted");
    }

    function test_propose_reverts_forUnusableKeys() public {
        address[] memory none = new address[](0);
        _refuse(Signers.Role.Cosigner, none, 1);
        _refuse(Signers.Role.Cosigner, _list(NEW), 2);
        _refuse(Signers.Role.Cosigner, _list(NEW, address(0x2e4)), 1);
        _refuse(Signers.Role.PaymasterSigner, _list(address(0)), 1);
        _refuse(Signers.Role.Attestor, none, 0);
        _refuse(Signers.Role.Attestor, _list(NEW), 0);
        _refuse(Signers.Role.Attestor, _list(NEW), 2);
        _refuse(Signers.Role.Attestor, _list(NEW, address(0)), 2);
    }

    function test_propose_reverts_forRepeatedKeys() public {
        vm.expectRevert(abi.encodeWithSelector(Signers.RepeatedKey.selector, NEW));
        vm.prank(OWNER);
        signers.propose(Signers.Role.Attestor, _list(NEW, NEW), 2);
        address[3] memory taken =
            [vm.addr(COSIGNER_KEY), vm.addr(PAYMASTER_KEY), vm.addr(ATTESTOR_KEY)];
        for (uint8 role; role < 3; ++role) {
            address other = taken[(role + 1) % 3];
            vm.expectRevert(abi.encodeWithSelector(Signers.RepeatedKey.selector, other));
            vm.prank(OWNER);
            signers.propose(Signers.Role(role), _list(other), 1);
        }
    }

    function test_propose_takesKeysThatHaveTheRoleAlready() public {
        _rotate(Signers.Role.Cosigner, _list(vm.addr(COSIGNER_KEY)), 1);
        _rotate(Signers.Role.PaymasterSigner, _list(vm.addr(PAYMASTER_KEY)), 1);
        _rotate(Signers.Role.Attestor, _list(vm.addr(ATTESTOR_KEY), vm.addr(1)), 2);
        vm.assertTrue(_isAttested(_two(ATTESTOR_KEY, 1)), "one stays, one joins");
    }

    function test_rotation_isAnnounced() public {
        address[] memory keys = _list(NEW);
        Signers.Role role = Signers.Role.Cosigner;
        vm.expectEmit();
        emit Signers.Proposed(role, keys, 1, uint64(START) + DELAY);
        _propose(role, keys, 1);
        vm.expectEmit();
        emit Signers.Withdrawn(role);
        vm.prank(OWNER);
        signers.withdraw(role);
        _propose(role, keys, 1);
        vm.warp(START + DELAY);
        vm.expectEmit();
        emit Signers.Installed(role, keys, 1);
        vm.prank(OWNER);
        signers.accept(role);
        vm.expectEmit();
        emit Signers.Disabled(NEW);
        vm.prank(OWNER);
        signers.disable(NEW);
    }

    // Attesting

    function test_isAttested_needsTheThreshold() public {
        _rotate(Signers.Role.Attestor, _list(vm.addr(1), vm.addr(2), vm.addr(3)), 2);
        vm.assertTrue(_isAttested(_two(1, 2)), "any two");
        vm.assertTrue(_isAttested(_two(1, 3)), "any two");
        vm.assertTrue(_isAttested(_two(2, 3)), "any two");
        vm.assertFalse(_isAttested(_sign(1, DIGEST)), "one is not enough");
        vm.assertFalse(_isAttested(_two(1, 1)), "one twice");
        vm.assertFalse(_isAttested(_two(1, STRANGER_KEY)), "one and a stranger");
        vm.assertFalse(
            _isAttested(abi.encodePacked(_two(1, 2), _sign(3, DIGEST))), "more than asked for"
        );
    }

    function test_isAttested_wantsAscendingSigners() public {
        _rotate(Signers.Role.Attestor, _list(vm.addr(1), vm.addr(2)), 2);
        (uint256 low, uint256 high) = vm.addr(1) < vm.addr(2) ? (1, 2) : (2, 1);
        bytes memory wrong = abi.encodePacked(_sign(high, DIGEST), _sign(low, DIGEST));
        vm.assertFalse(_isAttested(wrong), "descending");
    }

    function test_isAttested_refusesAnythingElse(bytes calldata signatures) public view {
        vm.assertFalse(signers.isAttested(DIGEST, signatures), "noise");
    }

    // Shutting off

    function test_disable_closesTheServicePathAtOnce() public {
        vm.prank(OWNER);
        signers.disable(vm.addr(COSIGNER_KEY));
        vm.assertEq(signers.cosigner(), address(0), "no co-signer");
        vm.prank(OWNER);
        signers.disable(vm.addr(PAYMASTER_KEY));
        vm.assertEq(signers.paymasterSigner(), address(0), "no paymaster signer");
    }

    function test_disable_isOpenToTheKeyItself() public {
        address attestor = vm.addr(ATTESTOR_KEY);
        vm.prank(attestor);
        signers.disable(attestor);
        vm.assertFalse(_isAttested(_sign(ATTESTOR_KEY, DIGEST)), "shut off");
        vm.assertTrue(signers.isDisabled(attestor), "remembered");
    }

    function test_disable_reverts_forStrangers() public {
        address key = vm.addr(COSIGNER_KEY);
        vm.expectRevert(abi.encodeWithSelector(Signers.NotOwnerOrKey.selector, STRANGER, key));
        vm.prank(STRANGER);
        signers.disable(key);
    }

    function test_disable_cannotBeUndone() public {
        address key = vm.addr(COSIGNER_KEY);
        vm.startPrank(OWNER, OWNER);
        signers.disable(key);
        vm.expectRevert(abi.encodeWithSelector(Signers.KeyDisabled.selector, key));
        signers.propose(Signers.Role.Cosigner, _list(key), 1);
        vm.stopPrank();
    }

    function test_disable_ofOneAttestorLeavesTheOthers() public {
        _rotate(Signers.Role.Attestor, _list(vm.addr(1), vm.addr(2), vm.addr(3)), 2);
        vm.prank(OWNER);
        signers.disable(vm.addr(1));
        vm.assertFalse(_isAttested(_two(1, 2)), "with the one shut off");
        vm.assertTrue(_isAttested(_two(2, 3)), "without");
    }

    /// @dev Security rule 8.
    function test_disable_stopsAttestedWaysOutAndNeverTheClock() public {
        usdc.mint(address(this), 20e6);
        usdc.approve(address(escrow), 20e6);
        Order memory order = _order("order");
        order.depositor = address(this);
        escrow.deposit(order);
        vm.prank(OWNER);
        signers.disable(vm.addr(ATTESTOR_KEY));
        bytes memory filled = _attest(ATTESTOR_KEY, "Filled", order);
        vm.expectPartialRevert(OriginEscrow.NotAttested.selector);
        escrow.release(order, filled);
        bytes memory cancelled = _attest(ATTESTOR_KEY, "Cancelled", order);
        vm.expectPartialRevert(OriginEscrow.NotAttested.selector);
        escrow.refund(order, cancelled);
        vm.warp(order.refundAfter);
        escrow.refund(order, "");
        vm.assertEq(usdc.balanceOf(address(this)), 20e6, "all of it came back");
    }

    function _propose(Signers.Role role, address[] memory keys, uint8 threshold) private {
        vm.prank(OWNER);
        signers.propose(role, keys, threshold);
    }

    function _rotate(Signers.Role role, address[] memory keys, uint8 threshold) private {
        _propose(role, keys, threshold);
        vm.warp(block.timestamp + DELAY);
        vm.prank(OWNER);
        signers.accept(role);
    }

    function _refuse(Signers.Role role, address[] memory keys, uint8 threshold) private {
        vm.expectRevert(
            abi.encodeWithSelector(Signers.UnusableKeys.selector, role, keys, threshold)
        );
        vm.prank(OWNER);
        signers.propose(role, keys, threshold);
    }

    function _isAttested(bytes memory signatures) private view returns (bool) {
        return signers.isAttested(DIGEST, signatures);
    }

    /// @dev Two signatures in ascending order of signer.
    function _two(uint256 first, uint256 second) private pure returns (bytes memory) {
        if (vm.addr(first) > vm.addr(second)) (first, second) = (second, first);
        return abi.encodePacked(_sign(first, DIGEST), _sign(second, DIGEST));
    }

    function _list(address first, address second) private pure returns (address[] memory list) {
        list = new address[](2);
        (list[0], list[1]) = (first, second);
    }

    function _list(address first, address second, address third)
        private
        pure
        returns (address[] memory list)
    {
        list = new address[](3);
        (list[0], list[1], list[2]) = (first, second, third);
    }

    function _expectNotOwner(address who) private {
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", who));
    }

    function _expectNothing(Signers.Role role) private {
        vm.expectRevert(abi.encodeWithSelector(Signers.NothingProposed.selector, role));
    }
}
