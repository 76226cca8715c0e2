// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

/// @title AccountFactory
/// @notice Makes role-based and basic accounts at addresses that follow from their keys, the same
/// on every chain where this factory and its implementations have the same addresses.
/// @dev Anybody may make anybody's account: it comes out the same, and so making it twice is no
/// error (two first operations may race).
contract AccountFactory {
    /// @notice Code of role-based accounts.
    address public immutable ROLE_IMPLEMENTATION;
    /// @notice Code of basic accounts.
    address public immutable BASIC_IMPLEMENTATION;

    /// @notice An account was made.
    /// @param account Its address.
    event AccountCreated(address indexed account);

    /// @notice An account without an owner would keep what is sent to it for ever.
    error MissingOwner();
    /// @notice There is no contract to clone at this address.
    error MissingImplementation(address implementation);

    /// @notice Sets what is cloned.
    /// @param roleImplementation Code of role-based accounts.
    /// @param basicImplementation Code of basic accounts.
    constructor(address roleImplementation, address basicImplementation) {
        if (roleImplementation.code.length == 0) revert MissingImplementation(roleImplementation);
        if (basicImplementation.code.length == 0) {
            revert MissingImplementation(basicImplementation);
        }
        ROLE_IMPLEMENTATION = roleImplementation;
        BASIC_IMPLEMENTATION = basicImplementation;
    }

    /// @notice Makes a role-based account unless it exists.
    /// @param session First session key.
    /// @param admin Key that owns the account.
    /// @return account Its address.
    function createRole(address session, address admin) external returns (address account) {
        return _create(ROLE_IMPLEMENTATION, admin, abi.encode(session, admin));
    }

    /// @notice Makes a basic account unless it exists.
    /// @param signer Key that owns the account.
    /// @return account Its address.
    function createBasic(address signer) external returns (address account) {
        return _create(BASIC_IMPLEMENTATION, signer, abi.encode(signer));
    }

    /// @notice Where the role-based account of two keys is, made or not.
    /// @param session First session key.
    /// @param admin Key that owns the account.
    /// @return Its address.
    function roleAccount(address session, address admin) external view returns (address) {
        return _predict(ROLE_IMPLEMENTATION, abi.encode(session, admin));
    }

    /// @notice Where the basic account of a key is, made or not.
    /// @param signer Key that owns the account.
    /// @return Its address.
    function basicAccount(address signer) external view returns (address) {
        return _predict(BASIC_IMPLEMENTATION, abi.encode(signer));
    }

    /// @dev Salt 0: the keys in the code make the address unique.
    function _create(address implementation, address owner, bytes memory keys)
        private
        returns (address account)
    {
        if (owner == address(0)) revert MissingOwner();
        account = _predict(implementation, keys);
        if (account.code.length != 0) return account;
        emit AccountCreated(account);
        Clones.cloneDeterministicWithImmutableArgs(implementation, keys, 0);
    }

    /// @dev See `_create`.
    function _predict(address implementation, bytes memory keys) private view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, keys, 0);
    }
}
