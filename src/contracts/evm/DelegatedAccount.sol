// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EstuaryAccount} from "./EstuaryAccount.sol";
import {ISigners} from "./ISigners.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @title DelegatedAccount
/// @notice Delegate of an EOA under EIP-7702; the EOA is its own owner.
/// @dev Uses no storage, so it cannot collide with what an earlier delegate left. ERC-1271 accepts
/// the EOA's plain signature, without ERC-7739: it could be verified without this contract, and is
/// valid for this one address on every chain in any case.
contract DelegatedAccount is EstuaryAccount, IERC1271 {
    /// @notice Sets the contracts all delegating EOAs rely on.
    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Registry in which the co-signer is looked up.
    /// @param paymaster The only paymaster allowed on the service path.
    /// @param guard The required first target of every service-path batch.
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

    /// @dev The EOA itself.
    function _isOwner(address who) internal view override returns (bool) {
        return who == address(this);
    }

    /// @dev The EOA itself.
    function _isApprover(address who) internal view override returns (bool) {
        return who == address(this);
    }
}
