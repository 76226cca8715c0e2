// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DevToken} from "./DevToken.sol";

/// @title TaxToken
/// @notice A DevToken whose minter can enable a transfer fee and block addresses as the issuer of
/// USDC can, for tests of tokens that change while a transfer is in progress. Its storage layout
/// extends DevToken's, so its code can replace a DevToken's.
contract TaxToken is DevToken {
    /// @notice Receives the fees.
    address public constant COLLECTOR = address(0x7a78);
    /// @notice Transfer fee, in basis points.
    uint256 public taxBps;
    /// @notice Addresses that can neither send nor receive.
    mapping(address who => bool) public isBlacklisted;

    /// @notice The issuer blocked this address.
    error Blacklisted(address who);

    /// @notice Creates a token without a fee.
    /// @param name_ Name.
    /// @param symbol_ Symbol.
    /// @param decimals_ Decimals.
    /// @param minter_ May mint, set the fee and block addresses.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        DevToken(name_, symbol_, decimals_, minter_)
    {}

    /// @notice Sets the fee of every transfer from now on.
    /// @param bps In basis points.
    function setTax(uint256 bps) external {
        if (msg.sender != MINTER) revert NotMinter(msg.sender);
        taxBps = bps;
    }

    /// @notice Blocks or unblocks an address.
    /// @param who Can neither send nor receive while blocked.
    /// @param isBlocked Whether to block it.
    function setBlacklisted(address who, bool isBlocked) external {
        if (msg.sender != MINTER) revert NotMinter(msg.sender);
        isBlacklisted[who] = isBlocked;
    }

    /// @dev The receiver gets the rest; minting and burning are free.
    function _update(address from, address to, uint256 amount) internal virtual override {
        if (isBlacklisted[from]) revert Blacklisted(from);
        if (isBlacklisted[to]) revert Blacklisted(to);
        bool isTransfer = from != address(0) && to != address(0);
        uint256 tax = isTransfer ? amount * taxBps / 10_000 : 0;
        super._update(from, to, amount - tax);
        if (tax != 0) super._update(from, COLLECTOR, tax);
    }
}
