// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISigners} from "./ISigners.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Signers
/// @notice The service's keys on one chain: co-signer, paymaster signer and attestors.
/// @dev The address depends only on owner and delay. The first keys are installed at once, later
/// ones `DELAY` seconds after they were announced. Except on devnets that is longer than any
/// deposit can be locked, so anyone who distrusts a new key can leave before it takes effect.
/// Disabling a key has no delay and cannot be undone. That is safe because it only removes
/// permissions: refunds after `refundAfter` and the owner path need none of these keys.
contract Signers is ISigners, Ownable2Step {
    /// @notice The purpose of a key.
    enum Role {
        Cosigner,
        PaymasterSigner,
        Attestor
    }

    /// @notice Announced keys of a role.
    /// @param readyAt First second (Unix time) at which they can be installed; zero if there are
    /// none.
    /// @param threshold How many of them must sign; 1 except for attestors.
    /// @param keys The keys; exactly one except for attestors.
    struct Proposal {
        uint64 readyAt;
        uint8 threshold;
        address[] keys;
    }

    /// @dev One signature (r, s, v).
    uint256 private constant SIGNATURE_BYTES = 65;

    /// @notice Seconds between announcing and installing keys.
    uint64 public immutable DELAY;

    /// @inheritdoc ISigners
    address public override cosigner;
    /// @inheritdoc ISigners
    address public override paymasterSigner;
    /// @dev Copy of the first attestor, packed with the threshold: a check with one attestor reads
    /// one slot.
    address private _firstAttestor;
    /// @notice How many attestors must sign.
    uint8 public threshold;
    /// @notice Whether the first keys were installed.
    bool public isInstalled;
    /// @notice Whether a key is a current attestor.
    mapping(address key => bool) public isAttestor;
    /// @notice Whether a key was disabled, which is final.
    mapping(address key => bool) public isDisabled;

    address[] private _attestors;
    mapping(Role role => Proposal) private _proposals;

    /// @notice Keys were announced for a role.
    /// @param role Purpose of the keys.
    /// @param keys The keys.
    /// @param threshold How many of them must sign.
    /// @param readyAt First second (Unix time) at which they can be installed.
    event Proposed(Role indexed role, address[] keys, uint8 threshold, uint64 readyAt);
    /// @notice An announcement was withdrawn.
    /// @param role Purpose of the keys.
    event Withdrawn(Role indexed role);
    /// @notice The keys of a role were replaced.
    /// @param role Purpose of the keys.
    /// @param keys The new keys.
    /// @param threshold How many of them must sign.
    event Installed(Role indexed role, address[] keys, uint8 threshold);
    /// @notice A key was disabled.
    /// @param key The key.
    event Disabled(address indexed key);

    /// @notice The first keys are installed; later ones go through `propose`.
    error AlreadyInstalled();
    /// @notice The first keys are not installed yet.
    error NotInstalled();
    /// @notice No keys, a zero key, too many keys for the role, or a threshold they cannot reach.
    error UnusableKeys(Role role, address[] keys, uint8 threshold);
    /// @notice A key appears twice in the set or already has another role.
    error RepeatedKey(address key);
    /// @notice The key was disabled.
    error KeyDisabled(address key);
    /// @notice Nothing is announced for the role.
    error NothingProposed(Role role);
    /// @notice The delay has not passed.
    error TooEarly(uint64 readyAt, uint256 timestamp);
    /// @notice Only the owner or the key itself may disable it.
    error NotOwnerOrKey(address caller, address key);

    /// @notice Sets owner and delay; there are no keys yet.
    /// @param owner_ Announces and installs keys.
    /// @param delay_ Seconds between the two.
    constructor(address owner_, uint64 delay_) Ownable(owner_) {
        DELAY = delay_;
    }

    /// @notice Installs the first keys. Only the owner, only once.
    /// @param cosigner_ First co-signer.
    /// @param paymasterSigner_ First paymaster signer.
    /// @param attestors_ First attestors, without duplicates.
    /// @param threshold_ How many of them must sign.
    function install(
        address cosigner_,
        address paymasterSigner_,
        address[] calldata attestors_,
        uint8 threshold_
    ) external onlyOwner {
        if (isInstalled) revert AlreadyInstalled();
        isInstalled = true;
        _install(Role.Cosigner, _one(cosigner_), 1);
        _install(Role.PaymasterSigner, _one(paymasterSigner_), 1);
        _install(Role.Attestor, attestors_, threshold_);
    }

    /// @notice Announces keys to replace all keys of a role. A second call replaces the first and
    /// restarts the delay.
    /// @param role Purpose of the keys.
    /// @param keys The keys, without duplicates; exactly one except for attestors.
    /// @param threshold_ How many of them must sign; 1 except for attestors.
    function propose(Role role, address[] calldata keys, uint8 threshold_) external onlyOwner {
        if (!isInstalled) revert NotInstalled();
        _requireUsable(role, keys, threshold_);
        uint64 readyAt = uint64(block.timestamp) + DELAY;
        _proposals[role] = Proposal({readyAt: readyAt, threshold: threshold_, keys: keys});
        emit Proposed(role, keys, threshold_, readyAt);
    }

    /// @notice Withdraws an announcement.
    /// @param role Purpose of the keys.
    function withdraw(Role role) external onlyOwner {
        if (_proposals[role].readyAt == 0) revert NothingProposed(role);
        delete _proposals[role];
        emit Withdrawn(role);
    }

    /// @notice Installs announced keys once the delay has passed.
    /// @param role Purpose of the keys.
    function accept(Role role) external onlyOwner {
        Proposal memory proposal = _proposals[role];
        if (proposal.readyAt == 0) revert NothingProposed(role);
        if (block.timestamp < proposal.readyAt) {
            revert TooEarly(proposal.readyAt, block.timestamp);
        }
        delete _proposals[role];
        _install(role, proposal.keys, proposal.threshold);
    }

    /// @notice Disables a key in every role, at once and for good. The owner may call it, and so
    /// may the key itself: a thief of the key could only lock themselves out.
    /// @param key The key.
    function disable(address key) external {
        if (msg.sender != owner() && msg.sender != key) revert NotOwnerOrKey(msg.sender, key);
        isDisabled[key] = true;
        if (cosigner == key) cosigner = address(0);
        if (paymasterSigner == key) paymasterSigner = address(0);
        if (_firstAttestor == key) _firstAttestor = address(0);
        isAttestor[key] = false;
        emit Disabled(key);
    }

    /// @inheritdoc ISigners
    function isAttested(bytes32 digest, bytes calldata signatures)
        external
        view
        override
        returns (bool)
    {
        uint256 needed = threshold;
        if (needed == 0 || signatures.length != needed * SIGNATURE_BYTES) return false;
        address first = _firstAttestor;
        address last;
        for (uint256 i; i < needed; ++i) {
            bytes calldata one = signatures[i * SIGNATURE_BYTES:(i + 1) * SIGNATURE_BYTES];
            (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, one);
            // Explicit only: a failed recovery returns zero, which the checks below also reject.
            if (failure != ECDSA.RecoverError.NoError) return false;
            // Ascending order stops one attestor from counting twice.
            if (signer <= last) return false;
            // Comparing with the first attestor saves a read of the mapping, which has the same
            // answer.
            if (signer != first && !isAttestor[signer]) return false;
            last = signer;
        }
        return true;
    }

    /// @notice Returns the attestors last installed, including those disabled since.
    /// @return The keys, in the order they were given.
    function attestors() external view returns (address[] memory) {
        return _attestors;
    }

    /// @notice Returns the announced keys of a role.
    /// @param role Purpose of the keys.
    /// @return The announcement; `readyAt` is zero if there is none.
    function proposalOf(Role role) external view returns (Proposal memory) {
        return _proposals[role];
    }

    /// @dev Replaces all keys of a role.
    function _install(Role role, address[] memory keys, uint8 threshold_) private {
        _requireUsable(role, keys, threshold_);
        if (role == Role.Cosigner) {
            cosigner = keys[0];
        } else if (role == Role.PaymasterSigner) {
            paymasterSigner = keys[0];
        } else {
            for (uint256 i; i < _attestors.length; ++i) {
                isAttestor[_attestors[i]] = false;
            }
            for (uint256 i; i < keys.length; ++i) {
                isAttestor[keys[i]] = true;
            }
            _attestors = keys;
            _firstAttestor = keys[0];
            threshold = threshold_;
        }
        emit Installed(role, keys, threshold_);
    }

    /// @dev Checked when keys are announced, so that mistakes show early, and again when they are
    /// installed, since a key may have been disabled or given another role in between.
    function _requireUsable(Role role, address[] memory keys, uint8 threshold_) private view {
        bool isSized = role == Role.Attestor
            ? threshold_ != 0 && threshold_ <= keys.length
            : threshold_ == 1 && keys.length == 1;
        if (!isSized) revert UnusableKeys(role, keys, threshold_);
        for (uint256 i; i < keys.length; ++i) {
            address key = keys[i];
            if (key == address(0)) revert UnusableKeys(role, keys, threshold_);
            if (isDisabled[key]) revert KeyDisabled(key);
            if (_servesElsewhere(role, key)) revert RepeatedKey(key);
            for (uint256 j; j < i; ++j) {
                if (keys[j] == key) revert RepeatedKey(key);
            }
        }
    }

    /// @dev A key may have only one role, so that one stolen key does not compromise two.
    function _servesElsewhere(Role role, address key) private view returns (bool) {
        if (role != Role.Cosigner && key == cosigner) return true;
        if (role != Role.PaymasterSigner && key == paymasterSigner) return true;
        return role != Role.Attestor && isAttestor[key];
    }

    /// @dev Returns an array of one key.
    function _one(address key) private pure returns (address[] memory keys) {
        keys = new address[](1);
        keys[0] = key;
    }
}
