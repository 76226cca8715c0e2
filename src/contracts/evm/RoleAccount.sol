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
/// @dev A clone whose code carries the first session key and the admin. A session key that is
/// replaced is kept in storage instead; the address stays. ERC-1271 as ERC-7739 wants it: what an
/// admin of two accounts signs is good for one of them only.
contract RoleAccount is EstuaryAccount, ERC7739 {
    /// @dev Set once the session key was replaced; `isReplaced` tells a revoked key (zero) from
    /// none.
    address private _session;
    bool private _isReplaced;

    /// @notice Another session key, or none (zero), counts from now on.
    /// @param session The key.
    event SessionReplaced(address indexed session);

    /// @notice Sets what all clones rely on.
    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Where the co-signer is looked up.
    /// @param paymaster The only paymaster of the service path.
    /// @param guard The first target of every batch of the service path.
    constructor(IEntryPoint entryPoint_, ISigners signers, address paymaster, address guard)
        EstuaryAccount(entryPoint_, signers, paymaster, guard)
    {}

    /// @notice Replaces the session key; zero revokes it. For the admin: directly, or by a user
    /// operation on the owner path (this call, or a batch that contains it).
    /// @dev The service path cannot get here: it only reaches `execute`, never the account itself.
    /// @param session The key that counts from now on.
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

    /// @notice Both keys.
    /// @return session The key for daily use; zero while there is none.
    /// @return admin The key that owns the account.
    function roles() public view returns (address session, address admin) {
        (session, admin) = _firstKeys();
        if (_isReplaced) session = _session;
    }

    /// @dev The admin alone. The factory makes no account without one, so that zero never is.
    function _isOwner(address who) internal view override returns (bool) {
        (, address admin) = _firstKeys();
        return who != address(0) && who == admin;
    }

    /// @dev Either key.
    function _isApprover(address who) internal view override returns (bool) {
        (address session, address admin) = roles();
        return who != address(0) && (who == session || who == admin);
    }

    /// @dev Picks ours among the two bases.
    function _rawSignatureValidation(bytes32 hash, bytes calldata signature)
        internal
        view
        override(AbstractSigner, EstuaryAccount)
        returns (bool)
    {
        return EstuaryAccount._rawSignatureValidation(hash, signature);
    }

    /// @dev The keys the address was computed from.
    function _firstKeys() private view returns (address session, address admin) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (address, address));
    }
}
