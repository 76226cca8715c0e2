// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISigners} from "./ISigners.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @notice What the depositor's signed call commits to.
/// @param fillId Id of the execution, 32 random bytes; the same on all its origin chains.
/// @param depositor Pays, and is the only one who is ever refunded.
/// @param token ERC-20 contract; zero for the chain's native coin.
/// @param amount What `payee` gets at release, in the token's smallest unit.
/// @param fee What `feeReceiver` gets at release, in the token's smallest unit.
/// @param feeReceiver Where the fee goes.
/// @param payee The solver's cold address on this chain.
/// @param depositDeadline Last second (Unix time) at which the deposit is taken.
/// @param refundAfter First second (Unix time) from which anybody may refund without a signature.
/// @param fillHash Binds what must be delivered where, by whom, and for which orders: see
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
/// @notice Holds what a user pays on the origin chain until it was delivered on the destination.
/// @dev A deposit leaves exactly once and only to addresses named in the order: to payee and fee
/// receiver when the attestors say it was filled, or whole to the depositor, at once when they say
/// it was cancelled, or by the clock without anybody's word. A stolen attestor key can release
/// early but never choose who is paid; nobody can keep a depositor waiting longer than `MAX_LOCK`.
contract OriginEscrow is EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice Where an order stands. Only forward; the last two never change.
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

    /// @notice Where the attestors are looked up.
    ISigners public immutable SIGNERS;

    /// @notice Where an order stands, by its hash.
    mapping(bytes32 orderHash => State) public stateOf;

    /// @notice A deposit is held.
    /// @param fillId Id of the execution.
    /// @param orderHash Hash of the order.
    /// @param order The order.
    event Deposited(bytes32 indexed fillId, bytes32 indexed orderHash, Order order);
    /// @notice A deposit went to payee and fee receiver.
    /// @param fillId Id of the execution.
    /// @param orderHash Hash of the order.
    event Released(bytes32 indexed fillId, bytes32 indexed orderHash);
    /// @notice A deposit went back to its depositor.
    /// @param fillId Id of the execution.
    /// @param orderHash Hash of the order.
    /// @param byClock True when it needed no attestation.
    event Refunded(bytes32 indexed fillId, bytes32 indexed orderHash, bool byClock);

    /// @notice Somebody else tries to deposit for the depositor.
    error NotDepositor(address caller, address depositor);
    /// @notice Nothing to hold, or nobody to pay.
    error EmptyOrder(bytes32 orderHash);
    /// @notice The deposit came too late.
    error DepositExpired(uint64 depositDeadline, uint256 timestamp);
    /// @notice `refundAfter` must lie after the deposit deadline and no later than `latest`.
    error RefundTimeOutOfRange(uint64 depositDeadline, uint64 refundAfter, uint256 latest);
    /// @notice The order was deposited before.
    error OrderKnown(bytes32 orderHash, State state);
    /// @notice The order holds nothing (any more).
    error OrderNotHeld(bytes32 orderHash, State state);
    /// @notice The attestors did not sign this, and the clock does not allow it yet.
    error NotAttested(bytes32 orderHash, uint64 refundAfter, uint256 timestamp);
    /// @notice Native coins sent along differ from what the order needs.
    error WrongNativeValue(uint256 expected, uint256 given);
    /// @notice The token delivered another amount than asked for.
    error WrongAmountReceived(address token, uint256 expected, uint256 received);
    /// @notice The receiver refused native coins.
    error NativeTransferFailed(address to, uint256 amount);

    /// @notice Sets where attestors are looked up.
    /// @param signers Where the attestors are looked up.
    constructor(ISigners signers) EIP712("OriginEscrow", "1") {
        SIGNERS = signers;
    }

    /// @notice Takes `amount + fee` from the caller, who must be the depositor.
    /// @dev An attacker could name a victim who approved this contract as depositor: hence the
    /// caller check. A token could take a fee or call back: hence the balance difference and the
    /// lock. A deposit under somebody else's fillId only burns the attacker's own money.
    /// @param order What is deposited and what must happen for it.
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

    /// @notice Pays payee and fee receiver once the order was filled. Anybody may call it; also
    /// after `refundAfter`, as long as nobody has refunded.
    /// @dev An attacker could bring an attestation of another order, chain, escrow or kind: the
    /// digest binds all four. An order of their own that names somebody else's fill has another
    /// hash, which
    /// no honest attestor signs, because `fillHash` lists the orders a fill is for.
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

    /// @notice Gives the deposit, fee included, back to the depositor. Anybody may call it.
    /// @dev Whoever calls, only the depositor is paid. A depositor that cannot take its coins
    /// delays nobody but itself.
    /// @param order The order.
    /// @param attestation Signatures over `Cancelled(orderHash, fillHash)`; ignored (may be empty)
    /// from `refundAfter` on.
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

    /// @notice The key under which an order is held.
    /// @param order The order.
    /// @return orderHash keccak256(abi.encode(chain id, this contract, order)).
    function hashOrder(Order calldata order) public view returns (bytes32 orderHash) {
        // abi.encode would check every field again; `deposit` has them checked for its event, and
        // nothing is ever held under the hash of an order that failed there.
        assembly ("memory-safe") {
            let start := mload(0x40)
            mstore(start, chainid())
            mstore(add(start, 32), address())
            calldatacopy(add(start, 64), order, 320)
            orderHash := keccak256(start, 384)
        }
    }

    /// @dev Hash of an order that is held; reverts otherwise.
    function _requireHeld(Order calldata order) private view returns (bytes32 orderHash) {
        orderHash = hashOrder(order);
        State state = stateOf[orderHash];
        if (state != State.Held) revert OrderNotHeld(orderHash, state);
    }

    /// @dev Whether the attestors signed this kind of statement about this order.
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

    /// @dev Sends what this contract holds.
    function _pay(address token, address to, uint256 amount) private {
        if (token != address(0)) {
            IERC20(token).safeTransfer(to, amount);
            return;
        }
        (bool success,) = to.call{value: amount}("");
        if (!success) revert NativeTransferFailed(to, amount);
    }
}
