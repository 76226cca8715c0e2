// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DestinationSettler, Fill} from "../../evm/DestinationSettler.sol";
import {Order, OriginEscrow} from "../../evm/OriginEscrow.sol";
import {DevToken} from "../../evm/dev/DevToken.sol";
import {Vm} from "./Vm.sol";

/// @dev All actors around escrow and settler, with a record of what is owed to whom. The attestor
/// is honest: it signs a fill only for orders the fill names.
contract SettlementActors {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant ATTESTOR_KEY = 0xa7;
    address public constant SOLVER = address(0x501e);
    address public constant PAYEE = address(0x9a1e);
    address public constant FEE_RECEIVER = address(0xfee0);
    address public constant THIEF = address(0x7417ef);
    address private constant RECIPIENT = address(0x4ec1);

    /// @dev One execution that names one order, without any copies of that order.
    struct Execution {
        Fill fill;
        bool isCall;
        uint256 coins;
        uint256 named;
        uint256 released;
        bytes32 orderHash;
    }

    OriginEscrow private escrow;
    DestinationSettler private settler;
    DevToken private usdc;

    address[] public users;
    mapping(address who => uint256) public dueTokens;
    mapping(address who => uint256) public dueCoins;
    uint256 public heldTokens;
    uint256 public heldCoins;
    uint256 public grantedCoins;
    bool public wasDecisionChanged;

    Execution[] private executions;
    Order[] private orders;
    uint256[] private executionOf;
    mapping(bytes32 fillId => bytes32) private decided;

    /// @dev Checks after every action that earlier outcomes are unchanged.
    modifier remembering() {
        _;
        for (uint256 i; i < executions.length; ++i) {
            bytes32 id = executions[i].fill.fillId;
            bytes32 now_ = settler.fillOf(SOLVER, id);
            if (decided[id] != 0 && decided[id] != now_) wasDecisionChanged = true;
            decided[id] = now_;
        }
    }

    function begin(OriginEscrow escrow_, DestinationSettler settler_, DevToken usdc_) external {
        (escrow, settler, usdc) = (escrow_, settler_, usdc_);
        for (uint160 i; i < 4; ++i) {
            users.push(address(0x1000 + i));
        }
    }

    function fund() external {
        for (uint256 i; i < users.length; ++i) {
            usdc.transfer(users[i], 1e13);
            vm.deal(users[i], 1e24);
            dueTokens[users[i]] = 1e13;
            dueCoins[users[i]] = 1e24;
            vm.prank(users[i]);
            usdc.approve(address(escrow), type(uint256).max);
        }
        vm.prank(SOLVER);
        usdc.approve(address(settler), type(uint256).max);
    }

    // What users do

    function deposit(uint256 who, uint256 amount, uint256 fee, uint256 kind) external remembering {
        Order memory order;
        order.fillId = keccak256(abi.encode("fill", executions.length));
        order.depositor = users[who % users.length];
        order.token = kind % 2 == 0 ? address(usdc) : address(0);
        order.amount = amount % 1e9 + 1;
        order.fee = fee % 1e6;
        order.feeReceiver = FEE_RECEIVER;
        order.payee = PAYEE;
        order.depositDeadline = uint64(block.timestamp + 120);
        order.refundAfter = uint64(block.timestamp + 900);
        Execution storage execution_ = executions.push();
        execution_.fill = Fill({
            fillId: order.fillId,
            ordersHash: keccak256(abi.encode(order)),
            recipient: RECIPIENT,
            token: address(usdc),
            minimumAmount: 1,
            fillDeadline: uint64(block.timestamp + 300)
        });
        execution_.isCall = kind % 4 >= 2;
        order.fillHash = _hashOf(execution_);
        execution_.named = order.amount;
        execution_.orderHash = escrow.hashOrder(order);
        _deposit(order, executions.length - 1);
    }

    /// @dev An attacker's own order that names another execution's fill.
    function depositCopy(uint256 of_) external remembering {
        if (orders.length == 0) return;
        of_ %= orders.length;
        Order memory order = orders[of_];
        order.amount += 1;
        order.depositDeadline = uint64(block.timestamp + 120);
        order.refundAfter = uint64(block.timestamp + 900);
        if (escrow.stateOf(escrow.hashOrder(order)) != OriginEscrow.State.None) return;
        _deposit(order, executionOf[of_]);
    }

    // What the solver does

    function fill(uint256 which, uint256 more) external remembering {
        if (executions.length == 0) return;
        Execution storage execution_ = executions[which % executions.length];
        vm.prank(SOLVER);
        try settler.fill(execution_.fill, 1 + more % 1e6) {} catch {}
    }

    function cancel(uint256 which) external remembering {
        if (executions.length == 0) return;
        Execution storage execution_ = executions[which % executions.length];
        vm.prank(SOLVER);
        try settler.cancel(execution_.fill.fillId) {
            grantedCoins -= execution_.coins;
            execution_.coins = 0;
        } catch {}
    }

    function grant(uint256 which, uint256 coins) external remembering {
        if (executions.length == 0) return;
        Execution storage execution_ = executions[which % executions.length];
        coins %= 1e18;
        vm.deal(SOLVER, 1e18);
        (address[] memory tokens, uint256[] memory amounts) = _assets(coins);
        Fill memory fill_ = execution_.fill;
        vm.prank(SOLVER);
        try settler.grant{value: coins}(
            fill_.fillId, fill_.ordersHash, RECIPIENT, tokens, amounts, fill_.fillDeadline
        ) {
            execution_.coins = coins;
            grantedCoins += coins;
        } catch {}
    }

    function pull(uint256 which) external remembering {
        if (executions.length == 0) return;
        Execution storage execution_ = executions[which % executions.length];
        (address[] memory tokens, uint256[] memory amounts) = _assets(execution_.coins);
        vm.prank(RECIPIENT);
        try settler.pull(execution_.fill.fillId, SOLVER, tokens, amounts) {
            grantedCoins -= execution_.coins;
            execution_.isCall = true;
            execution_.coins = 0;
        } catch {}
    }

    function revoke(uint256 which) external remembering {
        if (executions.length == 0) return;
        Execution storage execution_ = executions[which % executions.length];
        vm.prank(SOLVER);
        settler.revoke(execution_.fill.fillId);
        grantedCoins -= execution_.coins;
        execution_.coins = 0;
    }

    // How deposits leave

    function release(uint256 which) external remembering {
        if (orders.length == 0) return;
        which %= orders.length;
        Order memory order = orders[which];
        Execution storage execution_ = executions[executionOf[which]];
        bool isNamed = escrow.hashOrder(order) == execution_.orderHash;
        bool isFilled = settler.fillOf(SOLVER, order.fillId) == order.fillHash;
        uint256 key = isNamed && isFilled ? ATTESTOR_KEY : 0xbad;
        try escrow.release(order, _attest(key, "Filled", order)) {
            execution_.released += order.amount;
            _leave(order);
            _book(PAYEE, order.token, order.amount);
            _book(FEE_RECEIVER, order.token, order.fee);
        } catch {}
    }

    function refundCancelled(uint256 which) external remembering {
        if (orders.length == 0) return;
        Order memory order = orders[which % orders.length];
        bool isCancelled = settler.fillOf(SOLVER, order.fillId) == settler.CANCELLED();
        uint256 key = isCancelled ? ATTESTOR_KEY : 0xbad;
        _refund(order, _attest(key, "Cancelled", order));
    }

    function refundByClock(uint256 which) external remembering {
        if (orders.length == 0) return;
        _refund(orders[which % orders.length], "");
    }

    /// @dev An attacker tries every payout with an order changed in its favour.
    function steal(uint256 which, uint256 how) external remembering {
        if (orders.length == 0) return;
        Order memory order = orders[which % orders.length];
        bytes memory filled = _attest(ATTESTOR_KEY, "Filled", order);
        if (how % 4 == 0) order.payee = THIEF;
        if (how % 4 == 1) order.feeReceiver = THIEF;
        if (how % 4 == 2) order.depositor = THIEF;
        if (how % 4 == 3) order.fee += 1;
        vm.startPrank(THIEF, THIEF);
        try escrow.release(order, filled) {
            revert("stolen by release");
        } catch {}
        try escrow.refund(order, filled) {
            revert("stolen by refund");
        } catch {}
        vm.stopPrank();
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + time % 600);
    }

    // The book

    function userCount() external view returns (uint256) {
        return users.length;
    }

    function executionCount() external view returns (uint256) {
        return executions.length;
    }

    function orderCount() external view returns (uint256) {
        return orders.length;
    }

    function stateOf(uint256 which) external view returns (OriginEscrow.State) {
        return escrow.stateOf(escrow.hashOrder(orders[which]));
    }

    function execution(uint256 which)
        external
        view
        returns (uint256 named, uint256 released, bool isFilled)
    {
        Execution storage one = executions[which];
        bytes32 was = settler.fillOf(SOLVER, one.fill.fillId);
        isFilled = was != bytes32(0) && was != settler.CANCELLED();
        return (one.named, one.released, isFilled);
    }

    function _deposit(Order memory order, uint256 execution_) private {
        uint256 whole = order.amount + order.fee;
        vm.prank(order.depositor);
        escrow.deposit{value: order.token == address(0) ? whole : 0}(order);
        orders.push(order);
        executionOf.push(execution_);
        if (order.token == address(0)) {
            heldCoins += whole;
            dueCoins[order.depositor] -= whole;
        } else {
            heldTokens += whole;
            dueTokens[order.depositor] -= whole;
        }
    }

    function _refund(Order memory order, bytes memory attestation) private {
        vm.prank(THIEF);
        try escrow.refund(order, attestation) {
            _leave(order);
            _book(order.depositor, order.token, order.amount + order.fee);
        } catch {}
    }

    function _leave(Order memory order) private {
        if (order.token == address(0)) heldCoins -= order.amount + order.fee;
        else heldTokens -= order.amount + order.fee;
    }

    function _book(address who, address token, uint256 amount) private {
        if (token == address(0)) dueCoins[who] += amount;
        else dueTokens[who] += amount;
    }

    function _hashOf(Execution storage one) private view returns (bytes32) {
        if (!one.isCall) return settler.fillHash(SOLVER, one.fill);
        (address[] memory tokens, uint256[] memory amounts) = _assets(7);
        return settler.callFillHash(
            SOLVER,
            one.fill.fillId,
            DestinationSettler.Grant({
                ordersHash: one.fill.ordersHash,
                assetsHash: keccak256(abi.encode(tokens, amounts)),
                account: RECIPIENT,
                deadline: one.fill.fillDeadline,
                nativeAmount: 7
            })
        );
    }

    function _assets(uint256 coins)
        private
        view
        returns (address[] memory tokens, uint256[] memory amounts)
    {
        tokens = new address[](2);
        amounts = new uint256[](2);
        (tokens[0], amounts[0], amounts[1]) = (address(usdc), 3, coins);
    }

    function _attest(uint256 key, string memory kind, Order memory order)
        private
        view
        returns (bytes memory)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("OriginEscrow"),
                keccak256("1"),
                block.chainid,
                address(escrow)
            )
        );
        bytes32 typeHash = keccak256(abi.encodePacked(kind, "(bytes32 orderHash,bytes32 fillHash)"));
        bytes32 hash = keccak256(abi.encode(typeHash, escrow.hashOrder(order), order.fillHash));
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, hash)));
        return abi.encodePacked(r, s, v);
    }
}
