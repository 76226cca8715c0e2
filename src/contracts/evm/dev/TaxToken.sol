// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DevToken} from "./DevToken.sol";

/// @title TaxToken
/// @notice A DevToken whose minter can switch on a fee that is taken from every transfer, and block
/// addresses as the issuer of USDC can: for tests of tokens that change while value is under way.
/// Its storage begins as DevToken's does, so that its code can take the place of a DevToken's.
contract TaxToken is DevToken {
    /// @notice Gets the fees.
    address public constant COLLECTOR = address(0x7a78);
    /// @notice What is taken of a transfer, in hundredths of a percent.
    uint256 public taxBps;
    /// @notice Who can neither give nor get any.
    mapping(address who => bool) public isBlacklisted;

    /// @notice The issuer has blocked this address.
    error Blacklisted(address who);

    /// @notice Makes a token that takes nothing yet.
    /// @param name_ Name.
    /// @param symbol_ Ticker.
    /// @param decimals_ Digits after the point.
    /// @param minter_ May create tokens and set the fee.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        DevToken(name_, symbol_, decimals_, minter_)
    {}

    /// @notice Sets what is taken of every transfer from now on.
    /// @param bps In hundredths of a percent.
    function setTax(uint256 bps) external {
        if (msg.sender != MINTER) revert NotMinter(msg.sender);
        taxBps = bps;
    }

    /// @notice Blocks an address, or lets it go.
    /// @param who Can neither give nor get any while it is blocked.
    /// @param isBlocked Whether it is from now on.
    function setBlacklisted(address who, bool isBlocked) external {
        if (msg.sender != MINTER) revert NotMinter(msg.sender);
        isBlacklisted[who] = isBlocked;
    }

    /// @dev The receiver gets what is left; nothing is taken when tokens are made or destroyed.
    function _update(address from, address to, uint256 amount) internal override {
        if (isBlacklisted[from]) revert Blacklisted(from);
        if (isBlacklisted[to]) revert Blacklisted(to);
        bool isTransfer = from != address(0) && to != address(0);
        uint256 tax = isTransfer ? amount * taxBps / 10_000 : 0;
        super._update(from, to, amount - tax);
        if (tax != 0) super._update(from, COLLECTOR, tax);
    }
}
