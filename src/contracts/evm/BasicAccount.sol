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

/// @title BasicAccount
/// @notice An account with a single key, which owns it and approves service operations.
/// @dev A clone with the key in its code. ERC-1271 signatures use ERC-7739.
contract BasicAccount is EstuaryAccount, ERC7739 {
    /// @notice Sets the contracts all clones rely on.
    /// @param entryPoint_ EntryPoint v0.7.
    /// @param signers Registry in which the co-signer is looked up.
    /// @param paymaster The only paymaster allowed on the service path.
    /// @param guard The required first target of every service-path batch.
    constructor(IEntryPoint entryPoint_, ISigners signers, address paymaster, address guard)
        EstuaryAccount(entryPoint_, signers, paymaster, guard)
    {}

    /// @notice The key that owns the account.
    function signer() public view returns (address) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (address));
    }

    /// @dev The key. It is never zero: the factory deploys no account without one.
    function _isOwner(address who) internal view override returns (bool) {
        return who != address(0) && who == signer();
    }

    /// @dev The owner is the only approver.
    function _isApprover(address who) internal view override returns (bool) {
        return _isOwner(who);
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
}
