// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EstuaryAccount} from "./EstuaryAccount.sol";
import {ISigners} from "./ISigners.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @title DelegatedAccount
/// @notice What an ordinary wallet address delegates to under EIP-7702: the address is its own
/// owner. @dev Uses no storage, so that it cannot collide with what the address delegated to
/// before.
/// ERC-1271 takes the wallet's plain signature: it could be checked without this contract as well,
/// and it is good for this one address on every chain anyway.
contract DelegatedAccount is EstuaryAccount, IERC1271 {
    /// @notice Sets what all delegating addresses rely on.
    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Where the co-signer is looked up.
    /// @param paymaster The only paymaster of the service path.
    /// @param guard The first target of every batch of the service path.
    constructor(IEntryPoint entryPoint_, ISigners signers, address paymaster, address guard)
        EstuaryAccount(entryPoint_, signers, paymaster, guard)
    {}

    /// @inheritdoc IERC1271
    function isValidSignature(bytes32 hash, bytes calldata signature)
        external
        view
        override
        returns (bytes4)
    {
        return _rawSignatureValidation(hash, signature)
            ? IERC1271.isValidSignature.selector
            : bytes4(0xffffffff);
    }

    /// @dev The address itself; its key signs for it.
    function _isOwner(address who) internal view override returns (bool) {
        return who == address(this);
    }

    /// @dev The same.
    function _isApprover(address who) internal view override returns (bool) {
        return who == address(this);
    }
}
