// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

/// @title AccountFactory
/// @notice Deploys role and basic accounts at addresses derived from their keys. The addresses are
/// the same on every chain where the factory and its implementations have the same addresses.
/// @dev Anyone may deploy anyone's account, since the result is the same. Deploying twice is not an
/// error, because two first operations may race.
contract AccountFactory {
    /// @notice Implementation of role accounts.
    address public immutable ROLE_IMPLEMENTATION;
    /// @notice Implementation of basic accounts.
    address public immutable BASIC_IMPLEMENTATION;

    /// @notice An account was deployed.
    /// @param account Its address.
    event AccountCreated(address indexed account);

    /// @notice The owner is zero: funds sent to such an account would be locked forever.
    error MissingOwner();
    /// @notice The implementation has no code.
    error MissingImplementation(address implementation);

    /// @notice Sets the implementations to clone.
    /// @param roleImplementation Implementation of role accounts.
    /// @param basicImplementation Implementation of basic accounts.
    constructor(address roleImplementation, address basicImplementation) {
        if (roleImplementation.code.length == 0) revert MissingImplementation(roleImplementation);
        if (basicImplementation.code.length == 0) {
            revert MissingImplementation(basicImplementation);
        }
        ROLE_IMPLEMENTATION = roleImplementation;
        BASIC_IMPLEMENTATION = basicImplementation;
    }

    /// @notice Deploys a role account unless it exists.
    /// @param session Initial session key.
    /// @param admin Key that owns the account.
    /// @return account Address of the account.
    function createRole(address session, address admin) external returns (address account) {
        return _create(ROLE_IMPLEMENTATION, admin, abi.encode(session, admin));
    }

    /// @notice Deploys a basic account unless it exists.
    /// @param signer Key that owns the account.
    /// @return account Address of the account.
    function createBasic(address signer) external returns (address account) {
        return _create(BASIC_IMPLEMENTATION, signer, abi.encode(signer));
    }

    /// @notice Returns the address of a role account, deployed or not.
    /// @param session Initial session key.
    /// @param admin Key that owns the account.
    /// @return Address of the account.
    function roleAccount(address session, address admin) external view returns (address) {
        return _predict(ROLE_IMPLEMENTATION, abi.encode(session, admin));
    }

    /// @notice Returns the address of a basic account, deployed or not.
    /// @param signer Key that owns the account.
    /// @return Address of the account.
    function basicAccount(address signer) external view returns (address) {
        return _predict(BASIC_IMPLEMENTATION, abi.encode(signer));
    }

    /// @dev The salt is 0: the keys in the code already make the address unique.
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

    /// @dev Address that `_create` deploys to.
    function _predict(address implementation, bytes memory keys) private view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, keys, 0);
    }
}
