// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ISigners
/// @notice Where accounts, escrow and paymaster look up the service's keys, so that no key is part
/// of anybody's address and a key can be changed or shut off in one place per chain.
interface ISigners {
    /// @notice Whose signature an account needs next to its approver's on the service path.
    /// @return The key, or zero while there is none (then the service path is closed).
    function cosigner() external view returns (address);

    /// @notice Whose signature makes the paymaster pay.
    /// @return The key, or zero while there is none (then nothing is sponsored).
    function paymasterSigner() external view returns (address);

    /// @notice Whether enough attestors signed.
    /// @param digest The 32 bytes that were signed.
    /// @param signatures 65 bytes (r, s, v) each, as many as the threshold, signers ascending.
    /// @return True when every one of them is a current attestor.
    function isAttested(bytes32 digest, bytes calldata signatures) external view returns (bool);
}
