// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev Anyone can mint.
abstract contract HostileToken is ERC20 {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @dev Takes a fee of one percent from every transfer.
contract FeeToken is HostileToken {
    constructor() ERC20("Fee", "FEE") {}

    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : amount / 100;
        super._update(from, to, amount - fee);
        if (fee != 0) super._update(from, address(0), fee);
    }
}

/// @dev The receiver of a transfer ends up with one unit less.
contract TakingToken is HostileToken {
    constructor() ERC20("Taking", "TAKE") {}

    function _update(address from, address to, uint256 amount) internal override {
        bool isTransfer = from != address(0) && to != address(0);
        super._update(from, to, isTransfer ? 0 : amount);
        if (isTransfer) super._update(to, address(0), 1);
    }
}

/// @dev Makes a call in the middle of every transfer and bubbles up a revert.
contract ReentrantToken is HostileToken {
    address private _target;
    bytes private _data;

    constructor() ERC20("Reentrant", "RE") {}

    function callBack(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    function allowance(address, address) public pure override returns (uint256) {
        return type(uint256).max;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (_target == address(0)) return;
        (bool success, bytes memory reason) = _target.call(_data);
        if (success) return;
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }
}

/// @dev Rejects native coins.
contract RefusingReceiver {}

/// @dev Makes a call when it receives coins, and bubbles up a revert.
contract ReentrantReceiver {
    address private _target;
    bytes private _data;

    function callBack(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    receive() external payable {
        (bool success, bytes memory reason) = _target.call(_data);
        if (success) return;
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }
}
