// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title OutputGuard
/// @notice Holds a batch to what it must bring in, by the difference of balances. A swap router counts
/// what a pool sends; a token that keeps a fee of every transfer delivers less.
contract OutputGuard {
    /// @notice The owner received less than the batch promises.
    error ReceivedTooLittle(address token, uint256 received, uint256 minimum);
    /// @notice The caller has not begun to watch this balance.
    error NotWatched(address token, address owner);

    /// @notice Notes a balance, until the end of the transaction or `check`.
    /// @param token ERC-20 to watch.
    /// @param owner Holder of the balance.
    function watch(IERC20 token, address owner) external {
        bytes32 slot = _slot(token, owner);
        uint256 noted = token.balanceOf(owner) + 1;
        assembly ("memory-safe") {
            tstore(slot, noted)
        }
    }

    /// @notice Reverts unless the balance has grown by the minimum since the caller's `watch`.
    /// @param token ERC-20 watched.
    /// @param owner Holder of the balance.
    /// @param minimum In the token's smallest unit.
    function check(IERC20 token, address owner, uint256 minimum) external {
        bytes32 slot = _slot(token, owner);
        uint256 noted;
        assembly ("memory-safe") {
            noted := tload(slot)
            tstore(slot, 0)
        }
        if (noted == 0) revert NotWatched(address(token), owner);
        uint256 held = token.balanceOf(owner);
        uint256 received = held < noted ? 0 : held - (noted - 1);
        if (received < minimum) revert ReceivedTooLittle(address(token), received, minimum);
    }

    /// @dev Every caller has notes of its own, so that nobody moves another's.
    function _slot(IERC20 token, address owner) private view returns (bytes32) {
        return keccak256(abi.encode(msg.sender, token, owner));
    }
}
