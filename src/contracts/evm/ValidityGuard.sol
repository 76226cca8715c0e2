// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ValidityGuard
/// @notice The first call of every batch that goes through the service: it makes the expiry part of
/// the call data the owner signed, where no bundler, co-signer or paymaster can stretch it.
contract ValidityGuard {
    /// @notice The batch came too early or too late.
    error OutsideValidity(uint48 validAfter, uint48 validUntil, uint256 timestamp);

    /// @notice Reverts unless the block's time lies within the window, both ends included.
    /// @param validAfter First second, Unix time.
    /// @param validUntil Last second, Unix time.
    function check(uint48 validAfter, uint48 validUntil) external view {
        if (block.timestamp < validAfter || block.timestamp > validUntil) {
            revert OutsideValidity(validAfter, validUntil, block.timestamp);
        }
    }
}
