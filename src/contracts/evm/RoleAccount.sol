// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EstuaryAccount} from "./EstuaryAccount.sol";
import {ISigners} from "./ISigners.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {
    AbstractSigner
} from "@openzeppelin/contracts/utils/cryptography/signers/AbstractSigner.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";

/// @title RoleAccount
/// @notice An account with two keys: a session key for daily use, which can do nothing without the
/// co-signer, and an admin key that owns the account.
/// @dev A clone with the initial session key and the admin in its code. A replacement session key
/// is kept in storage, so the address stays the same. ERC-1271 signatures use ERC-7739: a signature
/// by an admin of two accounts is valid for only one of them.
contract RoleAccount is EstuaryAccount, ERC7739 {
    /// @dev The replacement session key; only valid if `_isReplaced`, which tells a revoked key
    /// (zero) from one that was never replaced.
    address private _session;
    bool private _isReplaced;

    /// @notice The session key was replaced or revoked.
    /// @param session The new key, or zero if revoked.
    event SessionReplaced(address indexed session);

    /// @notice Sets the contracts all clones rely on.
    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Registry in which the co-signer is looked up.
    /// @param paymaster The only paymaster allowed on the service path.
    /// @param guard The required first target of every service-path batch.
    constructor(IEntryPoint entryPoint_, ISigners signers, address paymaster, address guard)
        EstuaryAccount(entryPoint_, signers, paymaster, guard)
    {}

    /// @notice Replaces the session key; zero revokes it. Only the admin, directly or through an
    /// owner-path user operation that makes this call, alone or within a batch.
    /// @dev Unreachable from the service path, which may only call `execute` and never target the
    /// account.
    /// @param session The new session key.
    function replaceSession(address session) external {
        (, address admin) = _firstKeys();
        if (
            msg.sender != admin && msg.sender != address(this)
                && msg.sender != address(entryPoint())
        ) revert AccountUnauthorized(msg.sender);
        _session = session;
        _isReplaced = true;
        emit SessionReplaced(session);
    }

    /// @notice Returns both keys.
    /// @return session The session key, or zero if revoked.
    /// @return admin The key that owns the account.
    function roles() public view returns (address session, address admin) {
        (session, admin) = _firstKeys();
        if (_isReplaced) session = _session;
    }

    /// @dev The admin. It is never zero: the factory deploys no account without one.
    function _isOwner(address who) internal view override returns (bool) {
        (, address admin) = _firstKeys();
        return who != address(0) && who == admin;
    }

    /// @dev The session key or the admin.
    function _isApprover(address who) internal view override returns (bool) {
        (address session, address admin) = roles();
        return who != address(0) && (who == session || who == admin);
    }

    /// @dev Both bases define it; this is the one of `EstuaryAccount`.
    function _rawSignatureValidation(bytes32 hash, bytes calldata signature)
        internal
        view
        override(AbstractSigner, EstuaryAccount)
        returns (bool)
    {
        return EstuaryAccount._rawSignatureValidation(hash, signature);
    }

    /// @dev The keys from which the address was derived.
    function _firstKeys() private view returns (address session, address admin) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (address, address));
    }
}
