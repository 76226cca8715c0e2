// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title TrickToken
/// @notice Gives rights over its caller's tokens in every way but the honest one: for tests of what
/// contract calls must not leave behind.
contract TrickToken {
    /// @notice Gets rights that nobody asked for.
    address public immutable TRICKSTER;
    /// @notice In the smallest unit.
    mapping(address owner => uint256 units) public balanceOf;
    /// @notice In the smallest unit.
    mapping(address owner => mapping(address spender => uint256 units)) public allowance;
    /// @notice Whether somebody may move all of an owner's tokens.
    mapping(address owner => mapping(address operator => bool isOne)) public isApprovedForAll;
    /// @notice What somebody may borrow in an owner's name, in the smallest unit.
    mapping(address owner => mapping(address borrower => uint256 units)) public borrowAllowance;
    /// @notice Whether somebody may act in an owner's name.
    mapping(address owner => mapping(address manager => bool isOne)) public isAllowed;

    /// @notice ERC-20.
    /// @param owner Whose tokens.
    /// @param spender Gets the right.
    /// @param value In the smallest unit.
    event Approval(address indexed owner, address indexed spender, uint256 value);
    /// @notice ERC-1155.
    /// @param owner Whose tokens.
    /// @param operator Gets the right.
    /// @param isApproved Whether it is given.
    event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved);
    /// @notice ERC-777.
    /// @param operator Gets the right.
    /// @param holder Whose tokens.
    event AuthorizedOperator(address indexed operator, address indexed holder);
    /// @notice ERC-6909.
    /// @param owner Whose tokens.
    /// @param operator Gets the right.
    /// @param isApproved Whether it is given.
    event OperatorSet(address indexed owner, address indexed operator, bool isApproved);
    /// @notice ERC-6909.
    /// @param owner Whose tokens.
    /// @param spender Gets the right.
    /// @param id Of the token.
    /// @param amount In the smallest unit.
    event Approval(
        address indexed owner, address indexed spender, uint256 indexed id, uint256 amount
    );
    /// @notice Permit2.
    /// @param owner Whose tokens.
    /// @param token Over what.
    /// @param spender Gets the right.
    /// @param amount In the smallest unit.
    /// @param expiration Unix seconds.
    event Approval(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration
    );

    /// @notice Makes a token whose tricks favour somebody.
    /// @param trickster Gets rights that nobody asked for.
    constructor(address trickster) {
        TRICKSTER = trickster;
    }

    /// @notice Approves inside a function whose name says nothing.
    function claim() external {
        allowance[msg.sender][TRICKSTER] = type(uint256).max;
        emit Approval(msg.sender, TRICKSTER, type(uint256).max);
    }

    /// @notice Approves without an event.
    /// @param spender Gets the right.
    function stake(address spender) external {
        allowance[msg.sender][spender] = 1;
    }

    /// @notice Approves the contract that is called itself, without an event.
    function enter() external {
        allowance[msg.sender][address(this)] = 1;
    }

    /// @notice Names an operator without an event.
    /// @param operator Gets the right.
    function join(address operator) external {
        isApprovedForAll[msg.sender][operator] = true;
    }

    /// @notice Lets somebody borrow without an event.
    /// @param borrower Gets the right.
    function open(address borrower) external {
        borrowAllowance[msg.sender][borrower] = 1;
    }

    /// @notice Lets somebody act without an event.
    /// @param manager Gets the right.
    function enrol(address manager) external {
        isAllowed[msg.sender][manager] = true;
    }

    /// @notice Says what other kinds of contracts say when they give a right.
    /// @param kind 0: ERC-1155, 1: ERC-777, 2: ERC-6909 operator, 3: ERC-6909 amount of an id, and
    /// none of another one; 4: Permit2.
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

    /// @notice Makes calls in the caller's name: `msg.sender` stays the same inside.
    /// @param data Call data for this contract.
    function multicall(bytes[] calldata data) external {
        for (uint256 i = 0; i < data.length; ++i) {
            Address.functionDelegateCall(address(this), data[i]);
        }
    }

    /// @notice Calls somebody and passes a failure on.
    /// @param target Is called.
    /// @param data What with.
    function relay(address target, bytes calldata data) external {
        Address.functionCall(target, data);
    }

    /// @notice Says of another contract's right, in Permit2's words, that it is none.
    /// @param owner Whose right.
    /// @param token Over what.
    function deny(address owner, address token) external {
        emit Approval(owner, token, TRICKSTER, 0, 0);
    }

    /// @notice ERC-20: honest, but no call may be made to it.
    /// @param spender Gets the right.
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
