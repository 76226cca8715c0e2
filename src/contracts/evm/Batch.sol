// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Batch
/// @notice Reads `abi.encode(Call[])`, `Call {address target; uint256 value; bytes data}`, in
/// place. @dev One reader for validation and for execution. Solidity's own calldata decoder lets
/// offsets
/// point outside the data (backwards even), and what lies there differs between the two: a call
/// could show one target when it is checked and another when it is made. So everything must lie
/// where the canonical encoding puts it, inside the data.
library Batch {
    /// @notice Not the canonical encoding of a list of calls.
    error MalformedBatch();

    uint256 private constant _WORD = 32;
    /// @dev Offset word and length word of the list.
    uint256 private constant _HEAD = 64;
    /// @dev Target, value, offset and length of the data.
    uint256 private constant _CALL_HEAD = 128;

    /// @notice How many calls there are.
    /// @param batch The encoded list.
    /// @return count At most what the data has room for.
    function count(bytes calldata batch) internal pure returns (uint256) {
        unchecked {
            if (batch.length < _HEAD || _word(batch, 0) != _WORD) revert MalformedBatch();
            uint256 calls = _word(batch, _WORD);
            if (calls > (batch.length - _HEAD) / _WORD) revert MalformedBatch();
            return calls;
        }
    }

    /// @notice One call of the list.
    /// @param batch The encoded list, of which `count` was asked.
    /// @param index Below `count`.
    /// @return target Whom to call.
    /// @return value Wei to send along.
    /// @return data What to call it with.
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
            // The bounds were checked above; slicing would check them again.
            assembly ("memory-safe") {
                data.offset := add(batch.offset, start)
                data.length := length
            }
        }
    }

    /// @dev The word at a position that the caller has checked.
    function _word(bytes calldata batch, uint256 position) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(add(batch.offset, position))
        }
    }
}
