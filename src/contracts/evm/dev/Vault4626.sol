// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// @title Vault4626
/// @notice A vault without yield, as a call target on devnets.
contract Vault4626 is ERC4626 {
    /// @notice Creates an empty vault.
    /// @param asset_ Token it holds.
    /// @param name_ Name of the shares.
    /// @param symbol_ Symbol of the shares.
    constructor(IERC20 asset_, string memory name_, string memory symbol_)
        ERC20(name_, symbol_)
        ERC4626(asset_)
    {}
}
