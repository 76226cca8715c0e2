// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ValidityGuard
/// @notice First call of every service-path batch. It puts the expiry into the call data that the
/// owner signs, so that no bundler, co-signer or paymaster can extend it.
contract ValidityGuard {
    /// @notice The batch is executed before `validAfter` or after `validUntil`.
    error OutsideValidity(uint48 validAfter, uint48 validUntil, uint256 timestamp);

    /// @notice Reverts unless the block timestamp lies within the window, both ends included.
    /// @param validAfter First second, Unix time.
    /// @param validUntil Last second, Unix time.
    function check(uint48 validAfter, uint48 validUntil) external view {
        if (block.timestamp < validAfter || block.timestamp > validUntil) {
            revert OutsideValidity(validAfter, validUntil, block.timestamp);
        }
    }
}
