// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title DevToken
/// @notice An ERC-20 with permit and a single minter, for devnets.
contract DevToken is ERC20, ERC20Permit {
    /// @notice The only address that may mint.
    address public immutable MINTER;
    uint8 private immutable _DECIMALS;

    /// @notice The caller may not mint.
    error NotMinter(address caller);

    /// @notice Creates a token with no supply.
    /// @param name_ Name.
    /// @param symbol_ Symbol.
    /// @param decimals_ Decimals.
    /// @param minter_ The only address that may mint.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        ERC20(name_, symbol_)
        ERC20Permit(name_)
    {
        _DECIMALS = decimals_;
        MINTER = minter_;
    }

    /// @notice Mints tokens.
    /// @param to Receives them.
    /// @param amount In the smallest unit.
    function mint(address to, uint256 amount) external {
        if (msg.sender != MINTER) revert NotMinter(msg.sender);
        _mint(to, amount);
    }

    /// @notice Returns the decimals.
    function decimals() public view virtual override returns (uint8) {
        return _DECIMALS;
    }
}
