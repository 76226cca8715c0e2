// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ISigners} from "./ISigners.sol";

/// @title SponsorPaymaster
/// @notice Pays the gas of user operations that the service signed for and submits itself.
/// @dev `paymasterAndData` = this address (20 bytes), verification gas limit (16), postOp gas limit
/// (16), validAfter (6), validUntil (6), signature over EIP-712 `UserOperationRequest` (65).
/// The EntryPoint pays the bundler whatever the operation used, even when it reverts. Were anybody
/// allowed to bundle, an owner could quote for free, bundle an operation that is made to fail and
/// keep the fee: so only registered executors may.
contract SponsorPaymaster is PaymasterSigner, Ownable2Step {
    IEntryPoint private immutable _ENTRY_POINT;
    /// @notice Where the signing key is looked up.
    ISigners public immutable SIGNERS;

    /// @notice Whether transactions of this address may spend the deposit.
    mapping(address executor => bool) public isExecutor;

    /// @notice An executor was registered or removed.
    /// @param executor Sends transactions.
    /// @param isRegistered Whether it may from now on.
    event ExecutorSet(address indexed executor, bool isRegistered);

    /// @notice The transaction was sent by somebody who is no registered executor.
    error NotExecutor(address origin);

    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Where the signing key is looked up.
    /// @param owner_ Registers executors and takes the deposit out.
    constructor(
        IEntryPoint entryPoint_,
        ISigners signers,
        address owner_
    ) EIP712("SponsorPaymaster", "1") Ownable(owner_) {
        _ENTRY_POINT = entryPoint_;
        SIGNERS = signers;
    }

    /// @notice Registers or removes an executor, at once.
    /// @param executor Sends transactions.
    /// @param isRegistered Whether it may.
    function setExecutor(address executor, bool isRegistered) external onlyOwner {
        isExecutor[executor] = isRegistered;
        emit ExecutorSet(executor, isRegistered);
    }

    /// @notice Adds the coins sent along to the deposit at the EntryPoint. Anybody may.
    function deposit() external payable {
        _deposit(msg.value);
    }

    /// @notice Takes coins out of the deposit.
    /// @param to Gets them.
    /// @param amount In wei.
    function withdraw(address payable to, uint256 amount) external onlyOwner {
        _withdraw(to, amount);
    }

    /// @notice Locks the coins sent along as stake at the EntryPoint.
    /// @param unstakeDelaySeconds How long unlocking takes; never less than before.
    function addStake(uint32 unstakeDelaySeconds) external payable onlyOwner {
        _addStake(msg.value, unstakeDelaySeconds);
    }

    /// @notice Starts unlocking the stake.
    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    /// @notice Takes the unlocked stake out.
    /// @param to Gets it.
    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    /// @notice EntryPoint v0.7, whose deposit pays.
    function entryPoint() public view override returns (IEntryPoint) {
        return _ENTRY_POINT;
    }

    /// @dev `tx.origin` on purpose: the EntryPoint is always in between, and it is the sender of the
    /// transaction who collects.
    function _validatePaymasterUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        uint256 maxCost
    ) internal override returns (bytes memory context, uint256 validationData) {
        // solhint-disable-next-line avoid-tx-origin
        if (!isExecutor[tx.origin]) revert NotExecutor(tx.origin);
        return super._validatePaymasterUserOp(userOp, userOpHash, maxCost);
    }

    /// @dev Zero, the answer for a signature that recovers to nobody, is no signer.
    function _rawSignatureValidation(
        bytes32 hash,
        bytes calldata signature
    ) internal view override returns (bool) {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError && signer == SIGNERS.paymasterSigner();
    }
}
