// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BasicAccount} from "../evm/BasicAccount.sol";
import {Batch} from "../evm/Batch.sol";
import {DelegatedAccount} from "../evm/DelegatedAccount.sol";
import {EstuaryAccount} from "../evm/EstuaryAccount.sol";
import {RoleAccount} from "../evm/RoleAccount.sol";
import {Call, EstuaryTest, IEntryPointExtra} from "./support/EstuaryTest.sol";
import {RefusingReceiver} from "./support/HostileContracts.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev The 65-byte path and direct calls: what owners can do without the service, and nobody else
/// can.
contract OwnerPathTest is EstuaryTest {
    uint256 private constant WALLET_KEY = 0x7702;

    // User operations

    function test_admin_needsNeitherServiceNorPaymaster() public {
        vm.deal(address(account), 1 ether);
        PackedUserOperation memory op = _bareOp(_batch(_transferCalls(STRANGER, 1e6)));
        _own(op, ADMIN_KEY);
        _submitAs(op, STRANGER);
        _assertPaid(1e6);
    }

    function test_admin_maySignSponsoredOperationsToo() public {
        PackedUserOperation memory op = _op(_batch(_transferCalls(STRANGER, 1e6)));
        _sponsor(op);
        _own(op, ADMIN_KEY);
        _submit(op);
        _assertPaid(1e6);
    }

    function test_basicSigner_ownsTheAccount() public {
        address signer = vm.addr(ADMIN_KEY);
        address basic = factory.basicAccount(signer);
        usdc.mint(basic, 5e6);
        vm.deal(basic, 1 ether);
        PackedUserOperation memory op = _opOf(
            basic,
            abi.encodeCall(factory.createBasic, (signer)),
            _batch(_transferCalls(STRANGER, 1e6))
        );
        op.paymasterAndData = "";
        _own(op, ADMIN_KEY);
        _submitAs(op, STRANGER);
        _assertPaid(1e6);
    }

    function test_wallet_ownsItself() public {
        address wallet = _delegate();
        vm.deal(wallet, 1 ether);
        PackedUserOperation memory op = _opOf(wallet, "", _batch(_transferCalls(STRANGER, 1e6)));
        op.paymasterAndData = "";
        _own(op, WALLET_KEY);
        _submitAs(op, STRANGER);
        _assertPaid(1e6);
    }

    function test_refused_overThePlainHash() public {
        PackedUserOperation memory op = _sponsoredOp();
        op.signature = _sign(ADMIN_KEY, _hashOf(op));
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_forTheSessionKeyAlone() public {
        PackedUserOperation memory op = _sponsoredOp();
        _own(op, SESSION_KEY);
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_forTheSessionKeysApprovalAlone() public {
        PackedUserOperation memory op = _sponsoredOp();
        op.signature = _approval(op, SESSION_KEY);
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_forTheCoSignerAlone() public {
        PackedUserOperation memory op = _sponsoredOp();
        _own(op, COSIGNER_KEY);
        _expectSignatureError();
        _submit(op);
    }

    function test_refused_forAnyOtherSignature(bytes calldata signature) public {
        vm.assume(signature.length != 130);
        PackedUserOperation memory op = _sponsoredOp();
        op.signature = signature;
        vm.expectRevert();
        _submit(op);
    }

    function test_refused_whenAnythingChangesAfterwards() public {
        PackedUserOperation memory op = _sponsoredOp();
        _own(op, ADMIN_KEY);
        op.preVerificationGas += 1;
        _expectSignatureError();
        _submit(op);
    }

    // Direct calls

    function test_execute_isOpenToTheAdmin() public {
        _makeAccount();
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(_transferCalls(STRANGER, 1e6)));
        _assertPaid(1e6);
    }

    function test_execute_isOpenToTheBasicSigner() public {
        BasicAccount basic = BasicAccount(payable(factory.createBasic(vm.addr(ADMIN_KEY))));
        usdc.mint(address(basic), 5e6);
        vm.prank(vm.addr(ADMIN_KEY));
        basic.execute(BATCH_MODE, abi.encode(_transferCalls(STRANGER, 1e6)));
        _assertPaid(1e6);
    }

    function test_execute_isOpenToTheWalletItself() public {
        address wallet = _delegate();
        vm.prank(wallet);
        DelegatedAccount(payable(wallet))
            .execute(BATCH_MODE, abi.encode(_transferCalls(STRANGER, 1e6)));
        _assertPaid(1e6);
    }

    function test_execute_reverts_forAnybodyElse(address who) public {
        _makeAccount();
        vm.assume(who != vm.addr(ADMIN_KEY) && who != ENTRY_POINT && who != address(account));
        bytes memory calls = abi.encode(_transferCalls(STRANGER, 1e6));
        _expectUnauthorized(who);
        vm.prank(who);
        account.execute(BATCH_MODE, calls);
    }

    function test_execute_reverts_forTheSessionKey() public {
        _makeAccount();
        _expectUnauthorized(vm.addr(SESSION_KEY));
        vm.prank(vm.addr(SESSION_KEY));
        account.execute(BATCH_MODE, "");
    }

    function test_execute_reverts_forStrangersOnEveryKind() public {
        address basic = factory.createBasic(vm.addr(ADMIN_KEY));
        address[2] memory others = [basic, _delegate()];
        for (uint256 i; i < 2; ++i) {
            _expectUnauthorized(STRANGER);
            vm.prank(STRANGER);
            EstuaryAccount(payable(others[i])).execute(BATCH_MODE, "");
        }
    }

    function test_execute_reverts_inOtherModes(bytes32 mode) public {
        _makeAccount();
        bool isBatch = mode[0] == 0x01 && mode[1] == 0x00 && bytes4(mode << 48) == 0;
        vm.assume(!isBatch);
        vm.assertFalse(account.supportsExecutionMode(mode), "said beforehand");
        vm.expectRevert(abi.encodeWithSignature("UnsupportedExecutionMode()"));
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(mode, abi.encode(_transferCalls(STRANGER, 1e6)));
    }

    function test_execute_ignoresTheFreeBitsOfTheMode(uint176 payload) public {
        _makeAccount();
        bytes32 mode = BATCH_MODE | bytes32(uint256(payload));
        vm.assertTrue(account.supportsExecutionMode(mode), "said beforehand");
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(mode, abi.encode(_transferCalls(STRANGER, 1e6)));
        _assertPaid(1e6);
    }

    function test_execute_makesAllCallsOrNone() public {
        _makeAccount();
        Call[] memory calls = new Call[](2);
        calls[0] = _transferCalls(STRANGER, 1e6)[0];
        calls[1] = _transferCalls(STRANGER, 1_000e6)[0];
        vm.expectRevert(
            abi.encodeWithSignature(
                "ERC20InsufficientBalance(address,uint256,uint256)",
                address(account),
                999e6,
                1_000e6
            )
        );
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(calls));
        _assertPaid(0);
    }

    function test_execute_sendsCoins(uint64 amount) public {
        _makeAccount();
        vm.deal(address(account), amount);
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(_calls(Call(STRANGER, amount, ""))));
        vm.assertEq(STRANGER.balance, amount, "sent");
    }

    function test_execute_callsTheGuardLikeAnythingElse() public {
        _makeAccount();
        vm.deal(address(account), 1);
        Call[] memory calls = _calls(
            Call(
                address(guard), 1, abi.encodeCall(guard.check, (uint48(0), uint48(block.timestamp)))
            )
        );
        vm.expectRevert();
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(calls));
    }

    function test_execute_makesCallsThatOnlyLookLikeTheGuards() public {
        _makeAccount();
        bytes memory check = abi.encodeCall(guard.check, (uint48(0), uint48(block.timestamp)));
        address refusing = address(new RefusingReceiver());
        bytes memory other = bytes.concat(check);
        other[0] ^= 0x01;
        Call[2] memory calls = [Call(refusing, 0, check), Call(address(guard), 0, other)];
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert();
            vm.prank(vm.addr(ADMIN_KEY));
            account.execute(BATCH_MODE, abi.encode(_calls(calls[i])));
        }
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(_calls(Call(address(guard), 0, check))));
    }

    function test_execute_isOpenToTheAccountItself() public {
        _makeAccount();
        bytes memory inner = _batch(_transferCalls(STRANGER, 1e6));
        address[2] memory itself = [address(account), address(0)];
        for (uint256 i; i < 2; ++i) {
            vm.prank(vm.addr(ADMIN_KEY));
            account.execute(BATCH_MODE, abi.encode(_calls(Call(itself[i], 0, inner))));
        }
        _assertPaid(2e6);
    }

    function test_execute_reverts_forMalformedBatches(bytes calldata noise) public {
        _makeAccount();
        vm.assume(noise.length < 64 || bytes32(noise[:32]) != bytes32(uint256(32)));
        vm.expectRevert(Batch.MalformedBatch.selector);
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, noise);
    }

    function test_owner_burnsANonceKey(uint192 key) public {
        _makeAccount();
        PackedUserOperation memory op = _op(_batch(_guarded(_transferCalls(STRANGER, 1e6))));
        op.nonce = uint256(key) << 64;
        _sponsor(op);
        _approve(op, SESSION_KEY);
        Call[] memory burn =
            _calls(Call(ENTRY_POINT, 0, abi.encodeCall(IEntryPointExtra.incrementNonce, (key))));
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(burn));
        _expectFailedOp("AA25 invalid account nonce");
        _submit(op);
    }

    function test_owner_takesADepositOut() public {
        _makeAccount();
        entryPoint.depositTo{value: 1 ether}(address(account));
        bytes memory data = abi.encodeCall(entryPoint.withdrawTo, (payable(OWNER), 1 ether));
        vm.prank(vm.addr(ADMIN_KEY));
        account.execute(BATCH_MODE, abi.encode(_calls(Call(ENTRY_POINT, 0, data))));
        vm.assertEq(OWNER.balance, 1 ether, "out");
    }

    function test_account_takesCoinsAndCollectibles() public {
        _makeAccount();
        (bool success,) = address(account).call{value: 1}("");
        vm.assertTrue(success, "coins");
        bytes4 one = account.onERC721Received(address(0), address(0), 0, "");
        vm.assertEq(bytes32(one), bytes32(account.onERC721Received.selector), "ERC-721");
        one = account.onERC1155Received(address(0), address(0), 0, 0, "");
        vm.assertEq(bytes32(one), bytes32(account.onERC1155Received.selector), "ERC-1155");
    }

    function test_validateUserOp_isForTheEntryPoint() public {
        _makeAccount();
        PackedUserOperation memory op = _sponsoredOp();
        _expectUnauthorized(STRANGER);
        vm.prank(STRANGER);
        account.validateUserOp(op, bytes32(0), 1);
    }

    // The session key

    function test_replaceSession_changesItInPlace() public {
        _makeAccount();
        vm.expectEmit();
        emit RoleAccount.SessionReplaced(vm.addr(STRANGER_KEY));
        vm.prank(vm.addr(ADMIN_KEY));
        account.replaceSession(vm.addr(STRANGER_KEY));
        PackedUserOperation memory op = _signedOp(_transferCalls(STRANGER, 1e6));
        _expectSignatureError();
        _submit(op);
        _approve(op, STRANGER_KEY);
        _submit(op);
        _assertPaid(1e6);
        (address session, address admin) = account.roles();
        vm.assertEq(session, vm.addr(STRANGER_KEY), "session");
        vm.assertEq(admin, vm.addr(ADMIN_KEY), "admin");
    }

    function test_replaceSession_revokesWithZero() public {
        _makeAccount();
        vm.prank(vm.addr(ADMIN_KEY));
        account.replaceSession(address(0));
        PackedUserOperation memory op = _signedOp(_transferCalls(STRANGER, 1e6));
        _expectSignatureError();
        _submit(op);
        op.signature = abi.encodePacked(new bytes(65), _coSignature(op));
        _expectSignatureError();
        _submit(op);
        _approve(op, ADMIN_KEY);
        _submit(op);
        _assertPaid(1e6);
    }

    function test_replaceSession_worksByUserOperation() public {
        bytes memory replace = abi.encodeCall(account.replaceSession, (STRANGER));
        bytes[2] memory ways = [replace, _batch(_calls(Call(address(account), 0, replace)))];
        for (uint256 i; i < 2; ++i) {
            PackedUserOperation memory op = _op(ways[i]);
            _sponsor(op);
            _own(op, ADMIN_KEY);
            _submit(op);
            (address session,) = account.roles();
            vm.assertEq(session, STRANGER, "replaced");
            vm.prank(vm.addr(ADMIN_KEY));
            account.replaceSession(vm.addr(SESSION_KEY));
        }
    }

    function test_replaceSession_reverts_forSessionAndStrangers() public {
        _makeAccount();
        address[3] memory others = [vm.addr(SESSION_KEY), STRANGER, vm.addr(COSIGNER_KEY)];
        for (uint256 i; i < 3; ++i) {
            _expectUnauthorized(others[i]);
            vm.prank(others[i]);
            account.replaceSession(others[i]);
        }
    }

    function _bareOp(bytes memory callData) private view returns (PackedUserOperation memory op) {
        op = _op(callData);
        op.paymasterAndData = "";
    }

    function _sponsoredOp() private view returns (PackedUserOperation memory op) {
        op = _op(_batch(_guarded(_transferCalls(STRANGER, 1e6))));
        _sponsor(op);
    }

    function _delegate() private returns (address wallet) {
        wallet = vm.addr(WALLET_KEY);
        usdc.mint(wallet, 5e6);
        vm.etch(wallet, abi.encodePacked(hex"ef0100", address(delegate)));
    }

    function _expectUnauthorized(address who) private {
        vm.expectRevert(abi.encodeWithSignature("AccountUnauthorized(address)", who));
    }

    function _assertPaid(uint256 amount) private view {
        vm.assertEq(usdc.balanceOf(STRANGER), amount, "what the stranger got");
    }
}
