// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TaxToken} from "./TaxToken.sol";

/// @title OddToken
/// @notice A token with the tricks of tokens that nobody lists, each switched on by its minter, for
/// tests of how they are recognized.
contract OddToken is TaxToken {
    /// @notice Nobody but the minter may send to this address; a pool makes a token that cannot be sold.
    address public trap;
    /// @notice Whether every transfer calls its receiver.
    bool public hooks;
    /// @notice By how much all balances grow each second, in parts of a million.
    uint256 public growth;
    /// @notice From when on they grow, some time after it was switched on, Unix seconds.
    uint256 public grownSince;
    /// @notice Added to the decimals in every odd second.
    uint8 public flicker;
    /// @notice Bytes that `symbol` returns instead of a text; 0 for none.
    uint256 public bombBytes;

    /// @notice The token cannot be sold.
    error Trapped(address to);

    /// @notice Creates a token without tricks.
    /// @param name_ Name.
    /// @param symbol_ Symbol.
    /// @param decimals_ Decimals.
    /// @param minter_ May mint and switch tricks on.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        TaxToken(name_, symbol_, decimals_, minter_)
    {}

    /// @notice Sets all tricks.
    /// @param trap_ Address that nobody may send to; 0 for none.
    /// @param hooks_ Whether transfers call their receiver.
    /// @param growth_ Growth of balances per second, in parts of a million.
    /// @param flicker_ Added to the decimals in odd seconds.
    /// @param bombBytes_ Bytes that `symbol` returns.
    function setTricks(
        address trap_,
        bool hooks_,
        uint256 growth_,
        uint8 flicker_,
        uint256 bombBytes_
    ) external {
        if (msg.sender != MINTER) revert NotMinter(msg.sender);
        (trap, hooks, growth, flicker, bombBytes) = (trap_, hooks_, growth_, flicker_, bombBytes_);
        grownSince = block.timestamp + 100;
    }

    /// @notice Returns the balance, grown by the time.
    /// @param owner Holder.
    function balanceOf(address owner) public view override returns (uint256) {
        uint256 held = super.balanceOf(owner);
        if (block.timestamp <= grownSince) return held;
        return held + held * growth * (block.timestamp - grownSince) / 1e6;
    }

    /// @notice Returns the decimals, which may change from second to second.
    function decimals() public view override returns (uint8) {
        return super.decimals() + (block.timestamp % 2 == 1 ? flicker : 0);
    }

    /// @notice Returns the symbol, or as many bytes as the minter wants.
    function symbol() public view override returns (string memory) {
        return bombBytes == 0 ? super.symbol() : string(new bytes(bombBytes));
    }

    /// @dev Transfers only; minting works always.
    function _update(address from, address to, uint256 amount) internal override {
        if (to == trap && to != address(0) && from != MINTER && from != address(0)) {
            revert Trapped(to);
        }
        super._update(from, to, amount);
        if (hooks) {
            // What the receiver does with it decides nothing here.
            // solhint-disable-next-line avoid-low-level-calls
            (bool isTaken,) = to.call("");
            isTaken;
        }
    }
}
