// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// The interface dictates these names.
// solhint-disable immutable-vars-naming, const-name-snakecase

/// @title PriceFeed
/// @notice A price feed with the read functions of Chainlink's AggregatorV3Interface, for devnets.
contract PriceFeed {
    /// @notice Decimals of every answer.
    uint8 public immutable decimals;
    /// @notice The only address that may set answers.
    address public immutable OWNER;
    /// @notice Version of the interface.
    uint256 public constant version = 4;
    /// @notice The pair that is priced, as in "ETH / USD".
    string public description;

    uint80 private _round;
    uint64 private _updatedAt;
    int256 private _answer;

    /// @notice A new answer was set.
    /// @param current The price.
    /// @param roundId Number of the answer, from 1.
    /// @param updatedAt When it was set, Unix time in seconds.
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    /// @notice The caller may not set answers.
    error NotOwner(address caller);
    /// @notice No answer was set yet.
    error NoAnswer();

    /// @notice Creates a feed without an answer.
    /// @param decimals_ Decimals of every answer.
    /// @param description_ The pair that is priced.
    /// @param owner_ The only address that may set answers.
    constructor(uint8 decimals_, string memory description_, address owner_) {
        decimals = decimals_;
        description = description_;
        OWNER = owner_;
    }

    /// @notice Sets the current price.
    /// @param answer_ The price, with `decimals` decimals.
    function setAnswer(int256 answer_) external {
        if (msg.sender != OWNER) revert NotOwner(msg.sender);
        _answer = answer_;
        _updatedAt = uint64(block.timestamp);
        emit AnswerUpdated(answer_, ++_round, block.timestamp);
    }

    /// @notice Returns the latest price.
    /// @return roundId Number of the answer, from 1.
    /// @return answer The price, with `decimals` decimals.
    /// @return startedAt Same as `updatedAt`.
    /// @return updatedAt When it was set, Unix time in seconds.
    /// @return answeredInRound Same as `roundId`.
    function latestRoundData()
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        )
    {
        if (_round == 0) revert NoAnswer();
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }
}
