// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @notice What the orders of an execution require on the destination chain.
/// @param fillId Id of the execution.
/// @param ordersHash keccak256 of the sorted hashes of all origin legs: a fill cannot release an
/// order that is not among them.
/// @param recipient Receives the tokens.
/// @param token ERC-20 contract; zero for the chain's native coin.
/// @param minimumAmount Least amount the recipient must receive, in the token's smallest unit.
/// @param fillDeadline Last second (Unix time) at which it can be filled.
struct Fill {
    bytes32 fillId;
    bytes32 ordersHash;
    address recipient;
    address token;
    uint256 minimumAmount;
    uint64 fillDeadline;
}

/// @title DestinationSettler
/// @notice Delivers on the destination chain and records, per solver and execution, whether it was
/// filled or cancelled: never both, and never twice.
/// @dev All records are kept per solver: a third party that fills or cancels the same id only
/// writes to its own record, which no order names.
contract DestinationSettler is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice Inventory a solver lends to one account for one prepared call.
    /// @param ordersHash The orders that pay for it.
    /// @param assetsHash keccak256(abi.encode(tokens, amounts)).
    /// @param account May pull it, once.
    /// @param deadline Last second (Unix time) at which it can be pulled; zero if there is no
    /// grant.
    /// @param nativeAmount Native coins this contract holds for it, in wei.
    struct Grant {
        bytes32 ordersHash;
        bytes32 assetsHash;
        address account;
        uint64 deadline;
        uint256 nativeAmount;
    }

    /// @notice Value of `fillOf` after the solver cancelled.
    bytes32 public constant CANCELLED = bytes32(uint256(1));

    /// @notice Zero, `CANCELLED`, or the hash of what was filled.
    mapping(address solver => mapping(bytes32 fillId => bytes32)) public fillOf;
    /// @notice Grants that can still be pulled.
    mapping(address solver => mapping(bytes32 prepareId => Grant)) public grantOf;

    /// @notice The recipient received what the orders require.
    /// @param fillId Id of the execution.
    /// @param solver Solver that delivered.
    /// @param fillHash Hash of the requirements.
    /// @param amount Amount sent; of the first asset if a grant was pulled.
    event Filled(bytes32 indexed fillId, address indexed solver, bytes32 fillHash, uint256 amount);
    /// @notice The solver will never fill this execution.
    /// @param fillId Id of the execution.
    /// @param solver Solver that cancelled.
    event FillCancelled(bytes32 indexed fillId, address indexed solver);
    /// @notice Inventory was granted to an account.
    /// @param prepareId Id of the prepared call.
    /// @param solver Solver that lends it.
    /// @param account May pull it.
    /// @param tokens ERC-20 contracts; zero for native coins.
    /// @param amounts In each token's smallest unit.
    /// @param deadline Last second (Unix time) at which it can be pulled.
    event Granted(
        bytes32 indexed prepareId,
        address indexed solver,
        address indexed account,
        address[] tokens,
        uint256[] amounts,
        uint64 deadline
    );

    /// @notice Already filled or cancelled; `was` is the value of `fillOf`.
    error FillKnown(address solver, bytes32 fillId, bytes32 was);
    /// @notice The deadline has passed.
    error FillExpired(uint64 deadline, uint256 timestamp);
    /// @notice The recipient is zero or this contract.
    error BadRecipient(address recipient);
    /// @notice The recipient received less than required.
    error TooLittleDelivered(address token, uint256 minimumAmount, uint256 delivered);
    /// @notice `msg.value` differs from what is needed.
    error WrongNativeValue(uint256 expected, uint256 given);
    /// @notice The receiver rejected native coins.
    error NativeTransferFailed(address to, uint256 amount);
    /// @notice A grant with this id exists; revoke or cancel it first.
    error GrantKnown(address solver, bytes32 prepareId);
    /// @notice There is no grant for the caller, or it is for other assets.
    error NotGranted(address solver, bytes32 prepareId, address caller);
    /// @notice The two arrays differ in length.
    error LengthMismatch(uint256 tokens, uint256 amounts);

    /// @notice Delivers `amount` from the caller, the solver, to the recipient.
    /// @dev What counts is the change of the recipient's balance, not the token's return value: a
    /// fee on transfer, rebasing, or a recipient that is the solver itself cannot turn less than
    /// the minimum into a fill.
    /// @param order What the orders require.
    /// @param amount Amount to send, in the token's smallest unit; at least the minimum.
    function fill(Fill calldata order, uint256 amount) external payable nonReentrant {
        if (order.recipient == address(0) || order.recipient == address(this)) {
            revert BadRecipient(order.recipient);
        }
        bytes32 hash = fillHash(msg.sender, order);
        _mark(msg.sender, order.fillId, hash, order.fillDeadline);
        emit Filled(order.fillId, msg.sender, hash, amount);

        uint256 expected = order.token == address(0) ? amount : 0;
        if (msg.value != expected) revert WrongNativeValue(expected, msg.value);
        uint256 delivered = _send(order.token, msg.sender, order.recipient, amount);
        if (delivered < order.minimumAmount) {
            revert TooLittleDelivered(order.token, order.minimumAmount, delivered);
        }
    }

    /// @notice Cancels an execution for good, so that its deposits can be refunded at once. Native
    /// coins granted for it are returned to the caller.
    /// @dev Affects only the caller's own record: a third party cannot cancel a solver's fill.
    /// @param fillId Id of the execution.
    function cancel(bytes32 fillId) external nonReentrant {
        bytes32 was = fillOf[msg.sender][fillId];
        if (was != bytes32(0)) revert FillKnown(msg.sender, fillId, was);

        fillOf[msg.sender][fillId] = CANCELLED;
        emit FillCancelled(fillId, msg.sender);
        _revoke(fillId);
    }

    /// @notice Revokes the caller's grant if it was not pulled. The execution stays open: it can
    /// still be filled, granted anew or cancelled.
    /// @param prepareId Id of the prepared call.
    function revoke(bytes32 prepareId) external nonReentrant {
        _revoke(prepareId);
    }

    /// @notice Lends the caller's inventory to one prepared call of one account. ERC-20 tokens stay
    /// with the solver until they are pulled; native coins are sent along.
    /// @param prepareId Id of the prepared call, and of the execution.
    /// @param ordersHash The orders that pay for it.
    /// @param account May pull it.
    /// @param tokens ERC-20 contracts; zero for native coins.
    /// @param amounts In each token's smallest unit, same order.
    /// @param deadline Last second (Unix time) at which it can be pulled.
    function grant(
        bytes32 prepareId,
        bytes32 ordersHash,
        address account,
        address[] calldata tokens,
        uint256[] calldata amounts,
        uint64 deadline
    ) external payable nonReentrant {
        if (tokens.length != amounts.length) {
            revert LengthMismatch(tokens.length, amounts.length);
        }
        bytes32 was = fillOf[msg.sender][prepareId];
        if (was != bytes32(0)) revert FillKnown(msg.sender, prepareId, was);
        if (grantOf[msg.sender][prepareId].deadline != 0) revert GrantKnown(msg.sender, prepareId);
        if (block.timestamp > deadline) revert FillExpired(deadline, block.timestamp);
        uint256 nativeAmount;
        for (uint256 i; i < tokens.length; ++i) {
            if (tokens[i] == address(0)) nativeAmount += amounts[i];
        }
        if (msg.value != nativeAmount) revert WrongNativeValue(nativeAmount, msg.value);

        grantOf[msg.sender][prepareId] = Grant({
            ordersHash: ordersHash,
            assetsHash: keccak256(abi.encode(tokens, amounts)),
            account: account,
            deadline: deadline,
            nativeAmount: nativeAmount
        });
        emit Granted(prepareId, msg.sender, account, tokens, amounts, deadline);
    }

    /// @notice Pulls a grant to the caller: the first step of a prepared call. If a later step
    /// reverts, this is reverted as well and nothing was filled.
    /// @dev The grant fixes assets, amounts, account and deadline, so an account cannot pull other
    /// or more assets, pull twice or late, or pull another account's grant. If it pulls and does
    /// not use the funds, the orders named still pay for them.
    /// @param prepareId Id of the prepared call.
    /// @param solver Solver that lends.
    /// @param tokens As granted.
    /// @param amounts As granted.
    function pull(
        bytes32 prepareId,
        address solver,
        address[] calldata tokens,
        uint256[] calldata amounts
    ) external nonReentrant {
        Grant memory granted = grantOf[solver][prepareId];
        bytes32 assetsHash = keccak256(abi.encode(tokens, amounts));
        // Without a grant the account is zero, which cannot be the caller.
        if (
            granted.deadline == 0 || granted.account != msg.sender
                || granted.assetsHash != assetsHash
        ) revert NotGranted(solver, prepareId, msg.sender);
        bytes32 hash = _callFillHash(solver, prepareId, granted);
        _mark(solver, prepareId, hash, granted.deadline);
        delete grantOf[solver][prepareId];
        emit Filled(prepareId, solver, hash, amounts.length == 0 ? 0 : amounts[0]);

        for (uint256 i; i < tokens.length; ++i) {
            uint256 delivered = _send(tokens[i], solver, msg.sender, amounts[i]);
            if (delivered < amounts[i]) {
                revert TooLittleDelivered(tokens[i], amounts[i], delivered);
            }
        }
    }

    /// @notice Returns the `fillHash` an order must have for a plain delivery.
    /// @param solver Solver that delivers.
    /// @param order What is required.
    /// @return keccak256(abi.encode(chain id, this contract, fillId, ordersHash, solver, recipient,
    /// token, minimumAmount, fillDeadline)).
    function fillHash(address solver, Fill calldata order) public view returns (bytes32) {
        return keccak256(
            abi.encode(
                block.chainid,
                address(this),
                order.fillId,
                order.ordersHash,
                solver,
                order.recipient,
                order.token,
                order.minimumAmount,
                order.fillDeadline
            )
        );
    }

    /// @notice Returns the `fillHash` an order must have for a prepared call.
    /// @param solver Solver that lends.
    /// @param prepareId Id of the prepared call.
    /// @param granted What is lent; `nativeAmount` is ignored.
    /// @return keccak256(abi.encode(chain id, this contract, prepareId, ordersHash, solver,
    /// account, keccak256(abi.encode(tokens, amounts)), deadline)).
    function callFillHash(address solver, bytes32 prepareId, Grant calldata granted)
        external
        view
        returns (bytes32)
    {
        return _callFillHash(solver, prepareId, granted);
    }

    /// @dev See `callFillHash`. It hashes eight words and `fillHash` nine, so the two cannot
    /// collide.
    function _callFillHash(address solver, bytes32 prepareId, Grant memory granted)
        private
        view
        returns (bytes32)
    {
        return keccak256(
            abi.encode(
                block.chainid,
                address(this),
                prepareId,
                granted.ordersHash,
                solver,
                granted.account,
                granted.assetsHash,
                granted.deadline
            )
        );
    }

    /// @dev The only place that records a fill.
    function _mark(address solver, bytes32 fillId, bytes32 hash, uint64 deadline) private {
        if (block.timestamp > deadline) revert FillExpired(deadline, block.timestamp);
        bytes32 was = fillOf[solver][fillId];
        if (was != bytes32(0)) revert FillKnown(solver, fillId, was);
        fillOf[solver][fillId] = hash;
    }

    /// @dev Deletes a grant of the caller and returns its coins.
    function _revoke(bytes32 prepareId) private {
        uint256 nativeAmount = grantOf[msg.sender][prepareId].nativeAmount;
        delete grantOf[msg.sender][prepareId];
        if (nativeAmount != 0) _sendNative(msg.sender, nativeAmount);
    }

    /// @dev Sends and returns the increase of the receiver's balance.
    function _send(address token, address from, address to, uint256 amount)
        private
        returns (uint256 delivered)
    {
        if (token == address(0)) {
            _sendNative(to, amount);
            return amount;
        }
        uint256 before = IERC20(token).balanceOf(to);
        IERC20(token).safeTransferFrom(from, to, amount);
        uint256 afterwards = IERC20(token).balanceOf(to);
        return afterwards > before ? afterwards - before : 0;
    }

    /// @dev Sends native coins that were sent to this contract for this purpose.
    function _sendNative(address to, uint256 amount) private {
        (bool success,) = to.call{value: amount}("");
        if (!success) revert NativeTransferFailed(to, amount);
    }
}
