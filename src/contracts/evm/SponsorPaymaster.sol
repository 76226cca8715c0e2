// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISigners} from "./ISigners.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title SponsorPaymaster
/// @notice Pays the gas of user operations that the service signed and submits itself.
/// @dev `paymasterAndData` = this address (20 bytes), verification gas limit (16), postOp gas limit
/// (16), validAfter (6), validUntil (6), signature over EIP-712 `UserOperationRequest` (65).
/// Only registered executors may bundle. The EntryPoint pays the bundler for the gas used even if
/// the operation reverts: an owner who could bundle might request a free quote, bundle an operation
/// that is built to fail and keep the fee.
contract SponsorPaymaster is Paymaster, EIP712, Ownable2Step {
    /// @dev Same type as in OpenZeppelin's `PaymasterSigner`.
    bytes32 private constant _REQUEST_TYPEHASH = keccak256(
        "UserOperationRequest(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,uint48 validAfter,uint48 validUntil)"
    );
    uint256 private constant _TIMES_AT = 52;
    uint256 private constant _SIGNATURE_AT = 64;
    uint256 private constant _OWN_BYTES = 129;

    IEntryPoint private immutable _ENTRY_POINT;
    /// @notice Registry in which the signing key is looked up.
    ISigners public immutable SIGNERS;

    /// @notice Whether transactions from this address may spend the deposit.
    mapping(address executor => bool) public isExecutor;

    /// @notice An executor was registered or removed.
    /// @param executor Address that sends transactions.
    /// @param isRegistered Whether it is registered now.
    event ExecutorSet(address indexed executor, bool isRegistered);

    /// @notice The transaction's sender is not a registered executor.
    error NotExecutor(address origin);

    /// @notice Sets EntryPoint, signers and owner.
    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Registry in which the signing key is looked up.
    /// @param owner_ Registers executors and withdraws the deposit.
    constructor(IEntryPoint entryPoint_, ISigners signers, address owner_)
        EIP712("SponsorPaymaster", "1")
        Ownable(owner_)
    {
        _ENTRY_POINT = entryPoint_;
        SIGNERS = signers;
    }

    /// @notice Registers or removes an executor, effective at once.
    /// @param executor Address that sends transactions.
    /// @param isRegistered Whether to register it.
    function setExecutor(address executor, bool isRegistered) external onlyOwner {
        isExecutor[executor] = isRegistered;
        emit ExecutorSet(executor, isRegistered);
    }

    /// @notice Adds `msg.value` to the deposit at the EntryPoint. Anyone may call it.
    function deposit() external payable {
        _deposit(msg.value);
    }

    /// @notice Withdraws from the deposit.
    /// @param to Receives the coins.
    /// @param amount In wei.
    function withdraw(address payable to, uint256 amount) external onlyOwner {
        _withdraw(to, amount);
    }

    /// @notice Stakes `msg.value` at the EntryPoint.
    /// @param unstakeDelaySeconds Time until an unlocked stake can be withdrawn; cannot be lowered.
    function addStake(uint32 unstakeDelaySeconds) external payable onlyOwner {
        _addStake(msg.value, unstakeDelaySeconds);
    }

    /// @notice Starts unlocking the stake.
    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    /// @notice Withdraws the unlocked stake.
    /// @param to Receives the coins.
    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    /// @notice EntryPoint v0.7, whose deposit pays.
    function entryPoint() public view override returns (IEntryPoint) {
        return _ENTRY_POINT;
    }

    /// @dev Uses `tx.origin` because the EntryPoint is always the caller, and the transaction's
    /// sender collects the gas payment. As ERC-4337 requires, an invalid signature is returned, not
    /// reverted.
    function _validatePaymasterUserOp(PackedUserOperation calldata userOp, bytes32, uint256)
        internal
        view
        override
        returns (bytes memory context, uint256 validationData)
    {
        // solhint-disable-next-line avoid-tx-origin
        if (!isExecutor[tx.origin]) revert NotExecutor(tx.origin);
        bytes calldata own = userOp.paymasterAndData;
        if (own.length != _OWN_BYTES) return ("", ERC4337Utils.SIG_VALIDATION_FAILED);
        uint256 times = uint256(bytes32(own[_TIMES_AT:_TIMES_AT + 32]));
        uint256 validAfter = times >> 208;
        uint256 validUntil = (times >> 160) & type(uint48).max;
        bytes32 digest = _hashTypedDataV4(_hashRequest(userOp, validAfter, validUntil));
        uint256 failure = _isSigned(digest, own[_SIGNATURE_AT:])
            ? ERC4337Utils.SIG_VALIDATION_SUCCESS
            : ERC4337Utils.SIG_VALIDATION_FAILED;
        return ("", (validAfter << 208) | (validUntil << 160) | failure);
    }

    /// @dev EIP-712 struct hash of all fields of the operation except the signatures. The domain
    /// binds paymaster and chain.
    function _hashRequest(
        PackedUserOperation calldata userOp,
        uint256 validAfter,
        uint256 validUntil
    ) private pure returns (bytes32) {
        bytes32 limits = bytes32(userOp.paymasterAndData[20:_TIMES_AT]);
        return keccak256(
            abi.encode(
                _REQUEST_TYPEHASH,
                userOp.sender,
                userOp.nonce,
                keccak256(userOp.initCode),
                keccak256(userOp.callData),
                userOp.accountGasLimits,
                userOp.preVerificationGas,
                userOp.gasFees,
                uint256(limits) >> 128,
                uint256(limits) & type(uint128).max,
                validAfter,
                validUntil
            )
        );
    }

    /// @dev An invalid signature recovers to zero, which is rejected even while there is no signing
    /// key.
    function _isSigned(bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        return failure == ECDSA.RecoverError.NoError && signer == SIGNERS.paymasterSigner();
    }
}
