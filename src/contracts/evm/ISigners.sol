// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ISigners
/// @notice Registry of the service's keys. Accounts, escrow and paymaster look keys up here, so
/// that no address depends on a key and a key can be replaced or disabled in one place per chain.
interface ISigners {
    /// @notice The key that signs service-path operations alongside the account's approver.
    /// @return The key, or zero while there is none, which closes the service path.
    function cosigner() external view returns (address);

    /// @notice The key whose signature makes the paymaster pay.
    /// @return The key, or zero while there is none, which stops sponsoring.
    function paymasterSigner() external view returns (address);

    /// @notice Checks a quorum of attestor signatures.
    /// @param digest The 32 bytes that were signed.
    /// @param signatures One signature (r, s, v; 65 bytes) per required attestor, in ascending
    /// order of signer address.
    /// @return True if there are exactly `threshold` signatures, each by a different current
    /// attestor.
    function isAttested(bytes32 digest, bytes calldata signatures) external view returns (bool);
}
