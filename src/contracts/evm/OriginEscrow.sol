// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISigners} from "./ISigners.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @notice What the depositor's signed call commits to.
/// @param fillId Id of the execution, 32 random bytes; the same on all its origin chains.
/// @param depositor Pays the deposit and is the only address it can be refunded to.
/// @param token ERC-20 contract; zero for the chain's native coin.
/// @param amount Paid to `payee` on release, in the token's smallest unit.
/// @param fee Paid to `feeReceiver` on release, in the token's smallest unit.
/// @param feeReceiver Receives the fee.
/// @param payee The solver's cold address on this chain.
/// @param depositDeadline Last second (Unix time) at which the deposit is accepted.
/// @param refundAfter First second (Unix time) from which anyone may refund without an attestation.
/// @param fillHash Commits to what is delivered where, by whom and for which orders: see
/// `DestinationSettler.fillHash`.
struct Order {
    bytes32 fillId;
    address depositor;
    address token;
    uint256 amount;
    uint256 fee;
    address feeReceiver;
    address payee;
    uint64 depositDeadline;
    uint64 refundAfter;
    bytes32 fillHash;
}

/// @title OriginEscrow
/// @notice Holds a user's deposit on the origin chain until the fill on the destination is
/// attested.
/// @dev A deposit leaves exactly once, and only to addresses named in the order: to payee and fee
/// receiver if the attestors sign that it was filled, or in full to the depositor, either as soon
/// as they sign that it was cancelled or after `refundAfter` without any signature. A stolen
/// attestor key can release early but cannot choose who is paid, and no one can lock a deposit for
/// longer than `MAX_LOCK`.
contract OriginEscrow is EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice State of an order. `Released` and `Refunded` are final.
    enum State {
        None,
        Held,
        Released,
        Refunded
    }

    /// @notice Longest time from deposit to `refundAfter`, in seconds.
    uint256 public constant MAX_LOCK = 2 hours;

    bytes32 private constant FILLED_TYPEHASH =
        keccak256("Filled(bytes32 orderHash,bytes32 fillHash)");
    bytes32 private constant CANCELLED_TYPEHASH =
        keccak256("Cancelled(bytes32 orderHash,bytes32 fillHash)");

    /// @notice Registry in which the attestors are looked up.
    ISigners public immutable SIGNERS;

    /// @notice State of an order, by its hash.
    mapping(bytes32 orderHash => State) public stateOf;

    /// @notice A deposit was taken.
    /// @param fillId Id of the execution.
    /// @param orderHash Hash of the order.
    /// @param order The order.
    event Deposited(bytes32 indexed fillId, bytes32 indexed orderHash, Order order);
    /// @notice A deposit was paid to payee and fee receiver.
    /// @param fillId Id of the execution.
    /// @param orderHash Hash of the order.
    event Released(bytes32 indexed fillId, bytes32 indexed orderHash);
    /// @notice A deposit was refunded to its depositor.
    /// @param fillId Id of the execution.
    /// @param orderHash Hash of the order.
    /// @param byClock True if `refundAfter` had passed and no attestation was needed.
    event Refunded(bytes32 indexed fillId, bytes32 indexed orderHash, bool byClock);

    /// @notice The caller is not the depositor.
    error NotDepositor(address caller, address depositor);
    /// @notice The amount or the payee is zero, or there is a fee but no receiver for it.
    error EmptyOrder(bytes32 orderHash);
    /// @notice The deposit deadline has passed.
    error DepositExpired(uint64 depositDeadline, uint256 timestamp);
    /// @notice `refundAfter` must be after the deposit deadline and not after `latest`.
    error RefundTimeOutOfRange(uint64 depositDeadline, uint64 refundAfter, uint256 latest);
    /// @notice The order was already deposited.
    error OrderKnown(bytes32 orderHash, State state);
    /// @notice The order was never deposited, or is already released or refunded.
    error OrderNotHeld(bytes32 orderHash, State state);
    /// @notice The attestation is invalid, and `refundAfter` has not passed.
    error NotAttested(bytes32 orderHash, uint64 refundAfter, uint256 timestamp);
    /// @notice `msg.value` differs from what the order needs.
    error WrongNativeValue(uint256 expected, uint256 given);
    /// @notice The token transferred a different amount than requested.
    error WrongAmountReceived(address token, uint256 expected, uint256 received);
    /// @notice The receiver rejected native coins.
    error NativeTransferFailed(address to, uint256 amount);

    /// @notice Sets the registry of attestors.
    /// @param signers Registry in which the attestors are looked up.
    constructor(ISigners signers) EIP712("OriginEscrow", "1") {
        SIGNERS = signers;
    }

    /// @notice Takes `amount + fee` from the caller, who must be the depositor.
    /// @dev The caller check stops an attacker from depositing the tokens of a victim who approved
    /// this contract. The balance difference and the lock guard against tokens that take a fee or
    /// call back. Depositing under another execution's fillId only costs the attacker their own
    /// money.
    /// @param order What is deposited and what must be delivered for it.
    function deposit(Order calldata order) external payable nonReentrant {
        if (msg.sender != order.depositor) revert NotDepositor(msg.sender, order.depositor);
        if (block.timestamp > order.depositDeadline) {
            revert DepositExpired(order.depositDeadline, block.timestamp);
        }
        uint256 latest = block.timestamp + MAX_LOCK;
        if (order.refundAfter <= order.depositDeadline || order.refundAfter > latest) {
            revert RefundTimeOutOfRange(order.depositDeadline, order.refundAfter, latest);
        }
        bytes32 orderHash = hashOrder(order);
        State state = stateOf[orderHash];
        if (state != State.None) revert OrderKnown(orderHash, state);
        if (
            order.amount == 0 || order.payee == address(0)
                || (order.fee != 0 && order.feeReceiver == address(0))
        ) revert EmptyOrder(orderHash);

        stateOf[orderHash] = State.Held;
        emit Deposited(order.fillId, orderHash, order);
        _take(order.token, order.amount + order.fee);
    }

    /// @notice Pays payee and fee receiver once the order was filled. Anyone may call it, even
    /// after `refundAfter` as long as the order was not refunded.
    /// @dev The digest binds order, chain, escrow and kind of statement, so an attestation cannot
    /// be replayed for another. An attacker's own order that names someone else's fill has a
    /// different hash, which no honest attestor signs, because `fillHash` lists the orders the fill
    /// is for.
    /// @param order The order.
    /// @param attestation Signatures over `Filled(orderHash, fillHash)`, see `Signers.isAttested`.
    function release(Order calldata order, bytes calldata attestation) external nonReentrant {
        bytes32 orderHash = _requireHeld(order);
        if (!_isAttested(FILLED_TYPEHASH, orderHash, order.fillHash, attestation)) {
            revert NotAttested(orderHash, order.refundAfter, block.timestamp);
        }

        stateOf[orderHash] = State.Released;
        emit Released(order.fillId, orderHash);
        _pay(order.token, order.payee, order.amount);
        if (order.fee != 0) _pay(order.token, order.feeReceiver, order.fee);
    }

    /// @notice Refunds the deposit, fee included, to the depositor. Anyone may call it.
    /// @dev Only the depositor is paid, whoever calls. A depositor that rejects coins only delays
    /// itself.
    /// @param order The order.
    /// @param attestation Signatures over `Cancelled(orderHash, fillHash)`; ignored, and may be
    /// empty, from `refundAfter` on.
    function refund(Order calldata order, bytes calldata attestation) external nonReentrant {
        bytes32 orderHash = _requireHeld(order);
        bool byClock = block.timestamp >= order.refundAfter;
        if (!byClock && !_isAttested(CANCELLED_TYPEHASH, orderHash, order.fillHash, attestation)) {
            revert NotAttested(orderHash, order.refundAfter, block.timestamp);
        }

        stateOf[orderHash] = State.Refunded;
        emit Refunded(order.fillId, orderHash, byClock);
        _pay(order.token, order.depositor, order.amount + order.fee);
    }

    /// @notice Returns the hash under which an order is held.
    /// @param order The order.
    /// @return orderHash keccak256(abi.encode(chain id, this contract, order)).
    function hashOrder(Order calldata order) public view returns (bytes32 orderHash) {
        // `abi.encode` would check every field again. `deposit` already checks them by encoding the
        // event, so no order with invalid fields is ever held.
        assembly ("memory-safe") {
            let start := mload(0x40)
            mstore(start, chainid())
            mstore(add(start, 32), address())
            calldatacopy(add(start, 64), order, 320)
            orderHash := keccak256(start, 384)
        }
    }

    /// @dev Returns the hash of a held order; reverts if the order is not held.
    function _requireHeld(Order calldata order) private view returns (bytes32 orderHash) {
        orderHash = hashOrder(order);
        State state = stateOf[orderHash];
        if (state != State.Held) revert OrderNotHeld(orderHash, state);
    }

    /// @dev Whether the attestors signed this statement about the order.
    function _isAttested(
        bytes32 typeHash,
        bytes32 orderHash,
        bytes32 fillHash,
        bytes calldata attestation
    ) private view returns (bool) {
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(typeHash, orderHash, fillHash)));
        return SIGNERS.isAttested(digest, attestation);
    }

    /// @dev Takes exactly `amount` from the caller.
    function _take(address token, uint256 amount) private {
        if (token == address(0)) {
            if (msg.value != amount) revert WrongNativeValue(amount, msg.value);
            return;
        }
        if (msg.value != 0) revert WrongNativeValue(0, msg.value);
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = IERC20(token).balanceOf(address(this)) - before;
        if (received != amount) revert WrongAmountReceived(token, amount, received);
    }

    /// @dev Pays out of this contract's balance.
    function _pay(address token, address to, uint256 amount) private {
        if (token != address(0)) {
            IERC20(token).safeTransfer(to, amount);
            return;
        }
        (bool success,) = to.call{value: amount}("");
        if (!success) revert NativeTransferFailed(to, amount);
    }
}
