// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Batch
/// @notice Reads `abi.encode(Call[])`, where `Call` is `(address target, uint256 value, bytes
/// data)`, from calldata.
/// @dev Used by both validation and execution. Solidity's own decoder accepts offsets that point
/// outside the data, even backwards, and the bytes found there can differ between the two: an
/// attacker could show one target to validation and call another. So only the canonical encoding is
/// accepted, with everything inside the data.
library Batch {
    /// @notice The data is not the canonical encoding of a list of calls.
    error MalformedBatch();

    uint256 private constant _WORD = 32;
    /// @dev Offset and length words of the list.
    uint256 private constant _HEAD = 64;
    /// @dev Target, value, offset of the data, length of the data.
    uint256 private constant _CALL_HEAD = 128;

    /// @notice Returns the number of calls.
    /// @param batch The encoded list.
    /// @return The number of calls; never more than the data has room for.
    function count(bytes calldata batch) internal pure returns (uint256) {
        unchecked {
            if (batch.length < _HEAD || _word(batch, 0) != _WORD) revert MalformedBatch();
            uint256 calls = _word(batch, _WORD);
            if (calls > (batch.length - _HEAD) / _WORD) revert MalformedBatch();
            return calls;
        }
    }

    /// @notice Returns one call of the list.
    /// @param batch The encoded list; `count` must have accepted it.
    /// @param index Position of the call, below `count`.
    /// @return target Address to call.
    /// @return value Amount to send, in wei.
    /// @return data Calldata of the call.
    function callAt(bytes calldata batch, uint256 index)
        internal
        pure
        returns (address target, uint256 value, bytes calldata data)
    {
        unchecked {
            uint256 room = batch.length - _HEAD;
            uint256 start = _word(batch, _HEAD + index * _WORD);
            if (room < _CALL_HEAD || start > room - _CALL_HEAD) revert MalformedBatch();
            room -= start + _CALL_HEAD;
            start += _HEAD;
            uint256 targetWord = _word(batch, start);
            uint256 length = _word(batch, start + 3 * _WORD);
            if (
                targetWord > type(uint160).max || _word(batch, start + 2 * _WORD) != 3 * _WORD
                    || length > room
            ) revert MalformedBatch();
            target = address(uint160(targetWord));
            value = _word(batch, start + _WORD);
            start += _CALL_HEAD;
            // A slice expression would repeat the bounds checks above.
            assembly ("memory-safe") {
                data.offset := add(batch.offset, start)
                data.length := length
            }
        }
    }

    /// @dev Loads the word at `position`, whose bounds the caller has checked.
    function _word(bytes calldata batch, uint256 position) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(add(batch.offset, position))
        }
    }
}
