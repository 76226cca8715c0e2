// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title DevToken
/// @notice An ERC-20 with permit for devnets; one address may create tokens.
contract DevToken is ERC20, ERC20Permit {
    /// @notice May create tokens.
    address public immutable MINTER;
    uint8 private immutable _DECIMALS;

    /// @notice The caller may not create tokens.
    error NotMinter(address caller);

    /// @notice Makes a token of which nothing exists yet.
    /// @param name_ Name.
    /// @param symbol_ Ticker.
    /// @param decimals_ Digits after the point.
    /// @param minter_ May create tokens.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        ERC20(name_, symbol_)
        ERC20Permit(name_)
    {
        _DECIMALS = decimals_;
        MINTER = minter_;
    }

    /// @notice Creates tokens.
    /// @param to Gets them.
    /// @param amount In the smallest unit.
    function mint(address to, uint256 amount) external {
        if (msg.sender != MINTER) revert NotMinter(msg.sender);
        _mint(to, amount);
    }

    /// @notice Digits after the point.
    function decimals() public view override returns (uint8) {
        return _DECIMALS;
    }
}
