// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title TrickToken
/// @notice Grants rights over its caller's tokens in every way but a plain `approve`. Tests use it
/// to show which approvals contract calls must not leave behind.
contract TrickToken {
    /// @notice Receives rights nobody asked for.
    address public immutable TRICKSTER;
    /// @notice In the smallest unit.
    mapping(address owner => uint256 units) public balanceOf;
    /// @notice In the smallest unit.
    mapping(address owner => mapping(address spender => uint256 units)) public allowance;
    /// @notice Whether an operator may move all of an owner's tokens.
    mapping(address owner => mapping(address operator => bool isOne)) public isApprovedForAll;
    /// @notice What a borrower may borrow in an owner's name, in the smallest unit.
    mapping(address owner => mapping(address borrower => uint256 units)) public borrowAllowance;
    /// @notice Whether a manager may act in an owner's name.
    mapping(address owner => mapping(address manager => bool isOne)) public isAllowed;

    /// @notice ERC-20.
    /// @param owner Owner of the tokens.
    /// @param spender Receives the right.
    /// @param value In the smallest unit.
    event Approval(address indexed owner, address indexed spender, uint256 value);
    /// @notice ERC-1155.
    /// @param owner Owner of the tokens.
    /// @param operator Receives the right.
    /// @param isApproved Whether it is granted.
    event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved);
    /// @notice ERC-777.
    /// @param operator Receives the right.
    /// @param holder Owner of the tokens.
    event AuthorizedOperator(address indexed operator, address indexed holder);
    /// @notice ERC-6909.
    /// @param owner Owner of the tokens.
    /// @param operator Receives the right.
    /// @param isApproved Whether it is granted.
    event OperatorSet(address indexed owner, address indexed operator, bool isApproved);
    /// @notice ERC-6909.
    /// @param owner Owner of the tokens.
    /// @param spender Receives the right.
    /// @param id Id of the token.
    /// @param amount In the smallest unit.
    event Approval(
        address indexed owner, address indexed spender, uint256 indexed id, uint256 amount
    );
    /// @notice Permit2.
    /// @param owner Owner of the tokens.
    /// @param token Token the right is over.
    /// @param spender Receives the right.
    /// @param amount In the smallest unit.
    /// @param expiration Unix seconds.
    event Approval(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration
    );

    /// @notice Creates a token.
    /// @param trickster Receives rights nobody asked for.
    constructor(address trickster) {
        TRICKSTER = trickster;
    }

    /// @notice Approves within a function whose name does not suggest it.
    function claim() external {
        allowance[msg.sender][TRICKSTER] = type(uint256).max;
        emit Approval(msg.sender, TRICKSTER, type(uint256).max);
    }

    /// @notice Approves without an event.
    /// @param spender Receives the right.
    function stake(address spender) external {
        allowance[msg.sender][spender] = 1;
    }

    /// @notice Approves the called contract itself, without an event.
    function enter() external {
        allowance[msg.sender][address(this)] = 1;
    }

    /// @notice Sets an operator without an event.
    /// @param operator Receives the right.
    function join(address operator) external {
        isApprovedForAll[msg.sender][operator] = true;
    }

    /// @notice Allows borrowing without an event.
    /// @param borrower Receives the right.
    function open(address borrower) external {
        borrowAllowance[msg.sender][borrower] = 1;
    }

    /// @notice Allows a manager without an event.
    /// @param manager Receives the right.
    function enrol(address manager) external {
        isAllowed[msg.sender][manager] = true;
    }

    /// @notice Emits the approval events of other standards.
    /// @param kind 0: ERC-1155, 1: ERC-777, 2: ERC-6909 operator, 3: ERC-6909 amount of one id and
    /// zero of another, anything else: Permit2.
    function announce(uint256 kind) external {
        if (kind == 0) {
            emit ApprovalForAll(msg.sender, TRICKSTER, true);
        } else if (kind == 1) {
            emit AuthorizedOperator(TRICKSTER, msg.sender);
        } else if (kind == 2) {
            emit OperatorSet(msg.sender, TRICKSTER, true);
        } else if (kind == 3) {
            announceAmounts();
        } else {
            emit Approval(msg.sender, address(this), TRICKSTER, type(uint160).max, type(uint48).max);
        }
    }

    /// @notice Makes calls that keep `msg.sender`.
    /// @param data Call data for this contract.
    function multicall(bytes[] calldata data) external {
        for (uint256 i = 0; i < data.length; ++i) {
            Address.functionDelegateCall(address(this), data[i]);
        }
    }

    /// @notice Calls `target` and bubbles up a revert.
    /// @param target Address to call.
    /// @param data Its call data.
    function relay(address target, bytes calldata data) external {
        Address.functionCall(target, data);
    }

    /// @notice Emits Permit2's event with amount zero for a right at another contract.
    /// @param owner Owner of the tokens.
    /// @param token Token the right is over.
    function deny(address owner, address token) external {
        emit Approval(owner, token, TRICKSTER, 0, 0);
    }

    /// @notice Plain ERC-20 approval, for contrast.
    /// @param spender Receives the right.
    /// @param units In the smallest unit.
    /// @return Always true.
    function approve(address spender, uint256 units) public returns (bool) {
        allowance[msg.sender][spender] = units;
        emit Approval(msg.sender, spender, units);
        return true;
    }

    function announceAmounts() private {
        emit Approval(msg.sender, TRICKSTER, 1, type(uint256).max);
        emit Approval(msg.sender, TRICKSTER, 2, 0);
    }
}
