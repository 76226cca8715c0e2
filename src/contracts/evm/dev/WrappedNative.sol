// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title WrappedNative
/// @notice Native coins as an ERC-20, one to one, with the interface of WETH9, for devnets.
contract WrappedNative is ERC20("Wrapped Ether", "WETH") {
    /// @notice Coins were wrapped.
    /// @param to Received the tokens.
    /// @param amount In wei.
    event Deposit(address indexed to, uint256 amount);
    /// @notice Tokens were unwrapped.
    /// @param from Received the coins.
    /// @param amount In wei.
    event Withdrawal(address indexed from, uint256 amount);

    /// @notice The caller rejected the coins.
    error NativeTransferFailed(address to, uint256 amount);

    /// @notice Wraps coins sent without call data.
    receive() external payable {
        deposit();
    }

    /// @notice Unwraps the caller's tokens.
    /// @param amount In wei.
    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
        emit Withdrawal(msg.sender, amount);
        (bool success,) = msg.sender.call{value: amount}("");
        if (!success) revert NativeTransferFailed(msg.sender, amount);
    }

    /// @notice Wraps `msg.value`.
    function deposit() public payable {
        _mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }
}
