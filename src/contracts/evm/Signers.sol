// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISigners} from "./ISigners.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Signers
/// @notice The service's keys of one chain: co-signer, paymaster signer and attestors.
/// @dev The address follows from owner and delay alone. The first keys are installed at once; later
/// ones only `DELAY` seconds after they were announced, which off a devnet is longer than any
/// deposit can be locked: who distrusts a new key is out before it counts. Shutting a key off needs
/// no delay and cannot be undone, because it only ever closes doors: refunds by the clock and the
/// owners' own paths ask for none of these keys.
contract Signers is ISigners, Ownable2Step {
    /// @notice What a key is for.
    enum Role {
        Cosigner,
        PaymasterSigner,
        Attestor
    }

    /// @notice Keys announced for a role.
    /// @param readyAt First second (Unix time) at which they can be installed; zero for none.
    /// @param threshold How many of them must sign; 1 for all but attestors.
    /// @param keys The keys; exactly one for all but attestors.
    struct Proposal {
        uint64 readyAt;
        uint8 threshold;
        address[] keys;
    }

    /// @dev Length of one signature: r, s, v.
    uint256 private constant SIGNATURE_BYTES = 65;

    /// @notice Seconds between announcing keys and installing them.
    uint64 public immutable DELAY;

    /// @inheritdoc ISigners
    address public override cosigner;
    /// @inheritdoc ISigners
    address public override paymasterSigner;
    /// @dev The first attestor again, next to the threshold: with only one a check reads one slot.
    address private _firstAttestor;
    /// @notice How many attestors must sign.
    uint8 public threshold;
    /// @notice Whether the first keys were installed.
    bool public isInstalled;
    /// @notice Whether a key attests now.
    mapping(address key => bool) public isAttestor;
    /// @notice Whether a key was shut off; for good.
    mapping(address key => bool) public isDisabled;

    address[] private _attestors;
    mapping(Role role => Proposal) private _proposals;

    /// @notice Keys will count for a role from `readyAt` on, once installed.
    /// @param role What they are for.
    /// @param keys The keys.
    /// @param threshold How many of them must sign.
    /// @param readyAt First second (Unix time) at which they can be installed.
    event Proposed(Role indexed role, address[] keys, uint8 threshold, uint64 readyAt);
    /// @notice Announced keys were called off.
    /// @param role What they were for.
    event Withdrawn(Role indexed role);
    /// @notice Keys count for a role from now on, in place of all that did before.
    /// @param role What they are for.
    /// @param keys The keys.
    /// @param threshold How many of them must sign.
    event Installed(Role indexed role, address[] keys, uint8 threshold);
    /// @notice A key counts for nothing any more.
    /// @param key The key.
    event Disabled(address indexed key);

    /// @notice The first keys are in place; others go through `propose`.
    error AlreadyInstalled();
    /// @notice The first keys are missing.
    error NotInstalled();
    /// @notice No keys, zero, too many for the role, or a threshold they cannot reach.
    error UnusableKeys(Role role, address[] keys, uint8 threshold);
    /// @notice The same key twice in one set, or one that serves another role.
    error RepeatedKey(address key);
    /// @notice The key was shut off.
    error KeyDisabled(address key);
    /// @notice Nothing was announced for the role.
    error NothingProposed(Role role);
    /// @notice The delay is not over.
    error TooEarly(uint64 readyAt, uint256 timestamp);
    /// @notice Only the owner or the key itself may shut it off.
    error NotOwnerOrKey(address caller, address key);

    /// @notice Sets who rules and how slowly; there are no keys yet.
    /// @param owner_ Announces and installs keys.
    /// @param delay_ Seconds between the two.
    constructor(address owner_, uint64 delay_) Ownable(owner_) {
        DELAY = delay_;
    }

    /// @notice Installs the first keys. Only the owner, only once.
    /// @param cosigner_ First co-signer.
    /// @param paymasterSigner_ First paymaster signer.
    /// @param attestors_ First attestors, each once.
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

    /// @notice Announces keys that shall replace all of a role. A second call replaces the first
    /// and starts the delay again.
    /// @param role What they are for.
    /// @param keys The keys, each once; exactly one for all but attestors.
    /// @param threshold_ How many of them must sign; 1 for all but attestors.
    function propose(Role role, address[] calldata keys, uint8 threshold_) external onlyOwner {
        if (!isInstalled) revert NotInstalled();
        _requireUsable(role, keys, threshold_);
        uint64 readyAt = uint64(block.timestamp) + DELAY;
        _proposals[role] = Proposal({readyAt: readyAt, threshold: threshold_, keys: keys});
        emit Proposed(role, keys, threshold_, readyAt);
    }

    /// @notice Calls announced keys off.
    /// @param role What they were for.
    function withdraw(Role role) external onlyOwner {
        if (_proposals[role].readyAt == 0) revert NothingProposed(role);
        delete _proposals[role];
        emit Withdrawn(role);
    }

    /// @notice Installs announced keys once the delay is over.
    /// @param role What they are for.
    function accept(Role role) external onlyOwner {
        Proposal memory proposal = _proposals[role];
        if (proposal.readyAt == 0) revert NothingProposed(role);
        if (block.timestamp < proposal.readyAt) {
            revert TooEarly(proposal.readyAt, block.timestamp);
        }
        delete _proposals[role];
        _install(role, proposal.keys, proposal.threshold);
    }

    /// @notice Shuts a key off at once and for good, in every role. The owner may, and so may the
    /// key: whoever stole it can only lock themselves out.
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
            // The signer of a failure is zero, which no check below lets through either.
            if (failure != ECDSA.RecoverError.NoError) return false;
            // Ascending, so that one attestor cannot count twice.
            if (signer <= last) return false;
            // The first saves reading the mapping, which says the same of it.
            if (signer != first && !isAttestor[signer]) return false;
            last = signer;
        }
        return true;
    }

    /// @notice The attestors last installed, those shut off since included.
    /// @return The keys in the order they were given.
    function attestors() external view returns (address[] memory) {
        return _attestors;
    }

    /// @notice What is announced for a role.
    /// @param role What the keys are for.
    /// @return The announcement; `readyAt` is zero when there is none.
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

    /// @dev Checked when announced (so that mistakes show early) and again when installed (a key
    /// may have been shut off, or given another role, in between).
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

    /// @dev One stolen key must not open two doors.
    function _servesElsewhere(Role role, address key) private view returns (bool) {
        if (role != Role.Cosigner && key == cosigner) return true;
        if (role != Role.PaymasterSigner && key == paymasterSigner) return true;
        return role != Role.Attestor && isAttestor[key];
    }

    /// @dev A set of one.
    function _one(address key) private pure returns (address[] memory keys) {
        keys = new address[](1);
        keys[0] = key;
    }
}
