// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "./Batch.sol";
import {ISigners} from "./ISigners.sol";
import {ValidityGuard} from "./ValidityGuard.sol";
import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title EstuaryAccount
/// @notice Common base of the three kinds of EVM account. A user operation is signed in one of two
/// ways.
/// - Service path, 130 bytes: an approver signs EIP-712 `Approve` over the call data and the nonce,
///   and the co-signer signs the user operation hash. `Approve` binds neither gas nor paymaster. So
///   the operation must be paid for by the pinned paymaster, or the account's own coins could be
///   burnt as gas; its batch must begin with the validity guard, so that an approval expires; and
///   it must not target the account itself, or zero, which means the same, so that keys cannot be
///   changed and calls cannot be nested in calls.
/// - Owner path, 65 bytes: an owner signs the user operation hash as an Ethereum message. It has
///   full authority and needs nothing from the service. An owner may also call `execute` directly.
abstract contract EstuaryAccount is Account, ERC7821, EIP712, ERC721Holder, ERC1155Holder {
    bytes32 private constant _APPROVE_TYPEHASH = keccak256("Approve(bytes32 callDataAndNonceHash)");
    /// @dev Call type, execution type and mode selector of ERC-7579; all other bytes are ignored.
    bytes32 private constant _MODE_MASK =
        0xffff00000000ffffffff00000000000000000000000000000000000000000000;
    bytes32 private constant _BATCH_MODE = bytes32(uint256(1) << 248);
    /// @dev Two signatures (r, s, v).
    uint256 private constant _SERVICE_SIGNATURE_BYTES = 130;
    uint256 private constant _SIGNATURE_BYTES = 65;
    /// @dev Selector, mode, offset and length of the execution data.
    uint256 private constant _EXECUTE_HEAD_BYTES = 100;
    /// @dev Paymaster and its two gas limits.
    uint256 private constant _PAYMASTER_HEAD_BYTES = 52;
    /// @dev Selector and two words.
    uint256 private constant _GUARD_CALL_BYTES = 68;

    IEntryPoint private immutable _ENTRY_POINT;
    /// @notice Registry in which the co-signer is looked up.
    ISigners public immutable SIGNERS;
    /// @notice The only paymaster allowed on the service path.
    address public immutable PAYMASTER;
    /// @notice The required first target of every service-path batch.
    address public immutable GUARD;

    /// @notice A constructor argument is zero.
    error MissingContract(address entryPoint, address signers, address paymaster, address guard);
    /// @notice A service-path operation names another paymaster, or none (zero).
    error WrongPaymaster(address paymaster);
    /// @notice A service-path operation is not an `execute` call with a batch that begins with the
    /// guard.
    error UnguardedBatch();
    /// @notice A service-path operation targets the account itself.
    error ForbiddenTarget(uint256 index, address target);

    /// @notice Sets the contracts the account relies on. Its keys are defined by derived contracts.
    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Registry in which the co-signer is looked up.
    /// @param paymaster The only paymaster allowed on the service path.
    /// @param guard The required first target of every service-path batch.
    constructor(IEntryPoint entryPoint_, ISigners signers, address paymaster, address guard)
        EIP712("EstuaryAccount", "1")
    {
        if (
            address(entryPoint_) == address(0) || address(signers) == address(0)
                || paymaster == address(0) || guard == address(0)
        ) revert MissingContract(address(entryPoint_), address(signers), paymaster, guard);
        _ENTRY_POINT = entryPoint_;
        SIGNERS = signers;
        PAYMASTER = paymaster;
        GUARD = guard;
    }

    /// @notice Makes the calls in order; all succeed or all revert. Only the EntryPoint, an owner
    /// or the account.
    /// @param mode Batch, revert on failure (ERC-7579): byte 0 is 01, bytes 1 and 6 to 9 are zero.
    /// @param executionData `abi.encode(Call[])`, see `Batch`; target zero means the account.
    function execute(bytes32 mode, bytes calldata executionData) public payable override {
        if (!_erc7821AuthorizedExecutor(msg.sender, mode, executionData)) {
            revert AccountUnauthorized(msg.sender);
        }
        if (mode & _MODE_MASK != _BATCH_MODE) revert UnsupportedExecutionMode();
        uint256 calls = Batch.count(executionData);
        for (uint256 i; i < calls; ++i) {
            (address target, uint256 value, bytes calldata data) = Batch.callAt(executionData, i);
            // Skips the guard call if it would succeed. If this check is stricter than the guard,
            // the guard is called.
            if (target == GUARD && value == 0 && _isWindowOpen(data)) continue;
            _call(target == address(0) ? address(this) : target, value, data);
        }
    }

    /// @notice EntryPoint v0.7.
    function entryPoint() public view override returns (IEntryPoint) {
        return _ENTRY_POINT;
    }

    /// @notice Returns the digest an approver signs on the service path.
    /// @param callData Call data of the user operation.
    /// @param nonce Nonce of the user operation.
    /// @return EIP-712 digest of `Approve(keccak256(abi.encode(account, callData, nonce)))`.
    function approvalDigest(bytes calldata callData, uint256 nonce) public view returns (bytes32) {
        bytes32 callDataAndNonceHash = keccak256(abi.encode(address(this), callData, nonce));
        return _hashTypedDataV4(keccak256(abi.encode(_APPROVE_TYPEHASH, callDataAndNonceHash)));
    }

    /// @dev Whether `who` has full authority. Must be false for zero.
    function _isOwner(address who) internal view virtual returns (bool);

    /// @dev Whether `who` may approve operations that the co-signer also signs. Must be false for
    /// zero.
    function _isApprover(address who) internal view virtual returns (bool);

    /// @dev The length selects the path, so neither form of signature is accepted as the other.
    function _validateUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        bytes calldata signature
    ) internal view override returns (uint256) {
        bool isValid;
        if (signature.length == _SERVICE_SIGNATURE_BYTES) {
            _requirePinnedPaymaster(userOp.paymasterAndData);
            _requireGuardedBatch(userOp.callData);
            bytes32 digest = approvalDigest(userOp.callData, userOp.nonce);
            isValid = _isApprover(_recover(digest, signature[:_SIGNATURE_BYTES]))
                && _isCosigner(_recover(userOpHash, signature[_SIGNATURE_BYTES:]));
        } else {
            bytes32 digest = MessageHashUtils.toEthSignedMessageHash(userOpHash);
            isValid = _isOwner(_recover(digest, signature));
        }
        return isValid ? ERC4337Utils.SIG_VALIDATION_SUCCESS : ERC4337Utils.SIG_VALIDATION_FAILED;
    }

    /// @dev ERC-1271 for the accounts that support it: an owner's 65 bytes, never the service-path
    /// form.
    function _rawSignatureValidation(bytes32 hash, bytes calldata signature)
        internal
        view
        virtual
        override
        returns (bool)
    {
        return _isOwner(_recover(hash, signature));
    }

    /// @dev The EntryPoint only executes operations that `_validateUserOp` accepted.
    function _erc7821AuthorizedExecutor(address caller, bytes32 mode, bytes calldata executionData)
        internal
        view
        override
        returns (bool)
    {
        return caller == address(_ENTRY_POINT) || _isOwner(caller)
            || super._erc7821AuthorizedExecutor(caller, mode, executionData);
    }

    /// @dev Returns zero if the signature is malformed, malleable or recovers to zero. OpenZeppelin
    /// returns zero with every error; the error is checked only to make that explicit.
    function _recover(bytes32 hash, bytes calldata signature) private pure returns (address) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError ? signer : address(0);
    }

    /// @dev False for everyone while there is no co-signer.
    function _isCosigner(address who) private view returns (bool) {
        return who != address(0) && who == SIGNERS.cosigner();
    }

    /// @dev Otherwise the co-signer could drop the paymaster and make the account pay any gas
    /// price.
    function _requirePinnedPaymaster(bytes calldata paymasterAndData) private view {
        address paymaster = paymasterAndData.length < _PAYMASTER_HEAD_BYTES
            ? address(0)
            : address(bytes20(paymasterAndData[:20]));
        if (paymaster != PAYMASTER) revert WrongPaymaster(paymaster);
    }

    /// @dev Reads the batch exactly as `execute` does.
    function _requireGuardedBatch(bytes calldata callData) private view {
        if (
            callData.length < _EXECUTE_HEAD_BYTES || bytes4(callData) != this.execute.selector
                || uint256(bytes32(callData[36:68])) != 64
        ) revert UnguardedBatch();
        uint256 length = uint256(bytes32(callData[68:100]));
        if (length > callData.length - _EXECUTE_HEAD_BYTES) revert UnguardedBatch();
        bytes calldata batch = callData[_EXECUTE_HEAD_BYTES:_EXECUTE_HEAD_BYTES + length];

        uint256 calls = Batch.count(batch);
        if (calls == 0) revert UnguardedBatch();
        (address first,, bytes calldata guardCall) = Batch.callAt(batch, 0);
        if (
            first != GUARD || guardCall.length != _GUARD_CALL_BYTES
                || bytes4(guardCall) != ValidityGuard.check.selector
        ) revert UnguardedBatch();
        for (uint256 i = 1; i < calls; ++i) {
            (address target,,) = Batch.callAt(batch, i);
            if (target == address(0) || target == address(this)) revert ForbiddenTarget(i, target);
        }
    }

    /// @dev Whether the guard would accept this call, so that it can be skipped. In every other
    /// case the guard is called and reverts with the reason.
    function _isWindowOpen(bytes calldata guardCall) private view returns (bool) {
        if (
            guardCall.length != _GUARD_CALL_BYTES
                || bytes4(guardCall) != ValidityGuard.check.selector
        ) return false;
        uint256 validAfter = uint256(bytes32(guardCall[4:36]));
        uint256 validUntil = uint256(bytes32(guardCall[36:68]));
        return validAfter <= block.timestamp && block.timestamp <= validUntil
            && validUntil <= type(uint48).max;
    }

    /// @dev Bubbles up the revert data, which tells the user why a call failed.
    function _call(address target, uint256 value, bytes calldata data) private {
        assembly ("memory-safe") {
            let memoryStart := mload(0x40)
            calldatacopy(memoryStart, data.offset, data.length)
            if iszero(call(gas(), target, value, memoryStart, data.length, 0, 0)) {
                returndatacopy(memoryStart, 0, returndatasize())
                revert(memoryStart, returndatasize())
            }
        }
    }
}
