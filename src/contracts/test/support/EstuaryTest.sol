// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccountFactory} from "../../evm/AccountFactory.sol";
import {BasicAccount} from "../../evm/BasicAccount.sol";
import {DelegatedAccount} from "../../evm/DelegatedAccount.sol";
import {DestinationSettler, Fill} from "../../evm/DestinationSettler.sol";
import {EstuaryAccount} from "../../evm/EstuaryAccount.sol";
import {Order, OriginEscrow} from "../../evm/OriginEscrow.sol";
import {RoleAccount} from "../../evm/RoleAccount.sol";
import {Signers} from "../../evm/Signers.sol";
import {SponsorPaymaster} from "../../evm/SponsorPaymaster.sol";
import {ValidityGuard} from "../../evm/ValidityGuard.sol";
import {DevToken} from "../../evm/dev/DevToken.sol";
import {Vm} from "./Vm.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @dev Functions missing from OpenZeppelin's EntryPoint interface.
interface IEntryPointExtra {
    function getUserOpHash(PackedUserOperation calldata op) external view returns (bytes32);
    function incrementNonce(uint192 key) external;
}

/// @dev One call of a batch, as ERC-7579 encodes it.
struct Call {
    address target;
    uint256 value;
    bytes data;
}

/// @dev All contracts as deployed on a devnet, keys, and helpers to build, sign and send user
/// operations. The EntryPoint is npm's build at its canonical address.
abstract contract EstuaryTest {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 internal constant COSIGNER_KEY = 0xc0;
    uint256 internal constant PAYMASTER_KEY = 0xba;
    uint256 internal constant ATTESTOR_KEY = 0xa7;
    uint256 internal constant SESSION_KEY = 0x5e;
    uint256 internal constant ADMIN_KEY = 0xad;
    uint256 internal constant STRANGER_KEY = 0x57;
    uint256 internal constant START = 1_800_000_000;
    uint64 internal constant DELAY = 3 hours;
    bytes32 internal constant BATCH_MODE = bytes32(uint256(1) << 248);

    address internal constant OWNER = address(0xb055);
    address internal constant EXECUTOR = address(0xe4ec);
    address internal constant SOLVER = address(0x501e);
    address internal constant PAYEE = address(0x9a1e);
    address internal constant FEE_RECEIVER = address(0xfee0);
    address internal constant STRANGER = address(0x57a9);

    address private constant CREATE2_PROXY = 0x4e59b44847b379578588920cA78FbF26c0B4956C;
    bytes private constant CREATE2_PROXY_CODE =
        hex"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";
    bytes32 private constant ENTRY_POINT_SALT =
        0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3;
    address internal constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;

    IEntryPoint internal entryPoint;
    Signers internal signers;
    SponsorPaymaster internal paymaster;
    ValidityGuard internal guard;
    DelegatedAccount internal delegate;
    AccountFactory internal factory;
    OriginEscrow internal escrow;
    DestinationSettler internal settler;
    DevToken internal usdc;
    RoleAccount internal account;

    function setUp() public virtual {
        vm.warp(START);
        entryPoint = _deployEntryPoint();
        signers = new Signers(OWNER, DELAY);
        guard = new ValidityGuard();
        paymaster = new SponsorPaymaster(entryPoint, signers, OWNER);
        address[4] memory a =
            [address(entryPoint), address(signers), address(paymaster), address(guard)];
        delegate = new DelegatedAccount(entryPoint, signers, a[2], a[3]);
        factory = new AccountFactory(
            address(new RoleAccount(entryPoint, signers, a[2], a[3])),
            address(new BasicAccount(entryPoint, signers, a[2], a[3]))
        );
        escrow = new OriginEscrow(signers);
        settler = new DestinationSettler();
        usdc = new DevToken("USD Coin", "USDC", 6, address(this));

        vm.startPrank(OWNER, OWNER);
        signers.install(
            vm.addr(COSIGNER_KEY), vm.addr(PAYMASTER_KEY), _list(vm.addr(ATTESTOR_KEY)), 1
        );
        paymaster.setExecutor(EXECUTOR, true);
        vm.stopPrank();
        vm.deal(address(this), 1_000 ether);
        paymaster.deposit{value: 100 ether}();
        vm.deal(EXECUTOR, 100 ether);
        vm.deal(SOLVER, 100 ether);
        account =
            RoleAccount(payable(factory.roleAccount(vm.addr(SESSION_KEY), vm.addr(ADMIN_KEY))));
        usdc.mint(address(account), 1_000e6);
        usdc.mint(SOLVER, 1_000_000e6);
        vm.prank(SOLVER);
        usdc.approve(address(settler), type(uint256).max);
    }

    function _deployEntryPoint() private returns (IEntryPoint) {
        string memory json = vm.readFile(
            "../../node_modules/@account-abstraction/contracts/artifacts/EntryPoint.json"
        );
        bytes memory creation = vm.parseJsonBytes(json, ".bytecode");
        vm.etch(CREATE2_PROXY, CREATE2_PROXY_CODE);
        (bool success,) = CREATE2_PROXY.call(abi.encodePacked(ENTRY_POINT_SALT, creation));
        require(success && ENTRY_POINT.code.length != 0, "EntryPoint is not where it belongs");
        return IEntryPoint(ENTRY_POINT);
    }

    // Orders and fills

    function _order(bytes32 fillId) internal view returns (Order memory) {
        return Order({
            fillId: fillId,
            depositor: address(account),
            token: address(usdc),
            amount: 10e6,
            fee: 0.1e6,
            feeReceiver: FEE_RECEIVER,
            payee: PAYEE,
            depositDeadline: uint64(block.timestamp + 120),
            refundAfter: uint64(block.timestamp + 900),
            fillHash: keccak256("fill hash")
        });
    }

    function _fill(bytes32 fillId) internal view returns (Fill memory) {
        return Fill({
            fillId: fillId,
            ordersHash: keccak256("orders hash"),
            recipient: STRANGER,
            token: address(usdc),
            minimumAmount: 9e6,
            fillDeadline: uint64(block.timestamp + 300)
        });
    }

    function _attest(uint256 key, string memory kind, Order memory order)
        internal
        view
        returns (bytes memory)
    {
        bytes32 domain = _domain("OriginEscrow", address(escrow));
        bytes32 typeHash = keccak256(abi.encodePacked(kind, "(bytes32 orderHash,bytes32 fillHash)"));
        bytes32 hash = keccak256(abi.encode(typeHash, escrow.hashOrder(order), order.fillHash));
        return _sign(key, keccak256(abi.encodePacked(hex"1901", domain, hash)));
    }

    // User operations

    function _guarded(Call[] memory calls) internal view returns (Call[] memory guarded) {
        guarded = new Call[](calls.length + 1);
        guarded[0] = Call(
            address(guard),
            0,
            abi.encodeCall(guard.check, (uint48(0), uint48(block.timestamp + 120)))
        );
        for (uint256 i; i < calls.length; ++i) {
            guarded[i + 1] = calls[i];
        }
    }

    function _batch(Call[] memory calls) internal pure returns (bytes memory) {
        return abi.encodeCall(EstuaryAccount.execute, (BATCH_MODE, abi.encode(calls)));
    }

    function _depositCalls(Order memory order) internal view returns (Call[] memory calls) {
        calls = new Call[](2);
        calls[0] = Call(
            order.token,
            0,
            abi.encodeCall(usdc.approve, (address(escrow), order.amount + order.fee))
        );
        calls[1] = Call(address(escrow), 0, abi.encodeCall(escrow.deposit, (order)));
    }

    function _transferCalls(address to, uint256 amount) internal view returns (Call[] memory) {
        return _calls(Call(address(usdc), 0, abi.encodeCall(usdc.transfer, (to, amount))));
    }

    function _calls(Call memory one) internal pure returns (Call[] memory calls) {
        calls = new Call[](1);
        calls[0] = one;
    }

    /// @dev An unsigned, sponsored operation of the role account; it deploys the account if it has
    /// no code.
    function _op(bytes memory callData) internal view returns (PackedUserOperation memory) {
        return _opOf(
            address(account),
            abi.encodeCall(factory.createRole, (vm.addr(SESSION_KEY), vm.addr(ADMIN_KEY))),
            callData
        );
    }

    function _opOf(address sender, bytes memory creation, bytes memory callData)
        internal
        view
        returns (PackedUserOperation memory op)
    {
        op.sender = sender;
        op.nonce = uint256(uint192(uint256(keccak256(callData)))) << 64;
        if (sender.code.length == 0) op.initCode = abi.encodePacked(address(factory), creation);
        op.callData = callData;
        op.accountGasLimits = bytes32(uint256(400_000) << 128 | 400_000);
        op.preVerificationGas = 60_000;
        op.gasFees = bytes32(uint256(1 gwei) << 128 | 3 gwei);
        op.paymasterAndData = abi.encodePacked(address(paymaster), uint128(100_000), uint128(1), "");
    }

    /// @dev Signs the operation as the paymaster signer.
    function _sponsor(PackedUserOperation memory op) internal view {
        _sponsorAs(op, PAYMASTER_KEY, 0, uint48(block.timestamp + 120));
    }

    function _sponsorAs(
        PackedUserOperation memory op,
        uint256 key,
        uint48 validAfter,
        uint48 validUntil
    ) internal view {
        bytes memory times = abi.encodePacked(validAfter, validUntil);
        bytes memory head = abi.encodePacked(address(paymaster), uint128(100_000), uint128(1));
        bytes32 digest = keccak256(
            abi.encodePacked(
                hex"1901",
                _domain("SponsorPaymaster", address(paymaster)),
                _requestHash(op, validAfter, validUntil)
            )
        );
        op.paymasterAndData = abi.encodePacked(head, times, _sign(key, digest));
    }

    function _requestHash(PackedUserOperation memory op, uint48 validAfter, uint48 validUntil)
        private
        pure
        returns (bytes32)
    {
        bytes memory first = abi.encode(
            keccak256(
                "UserOperationRequest(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,uint48 validAfter,uint48 validUntil)"
            ),
            op.sender,
            op.nonce,
            keccak256(op.initCode),
            keccak256(op.callData),
            op.accountGasLimits
        );
        return keccak256(
            abi.encodePacked(
                first,
                abi.encode(op.preVerificationGas, op.gasFees, 100_000, 1, validAfter, validUntil)
            )
        );
    }

    /// @dev Service path: signatures of approver and co-signer.
    function _approve(PackedUserOperation memory op, uint256 key) internal view {
        op.signature = abi.encodePacked(_approval(op, key), _coSignature(op));
    }

    function _approval(PackedUserOperation memory op, uint256 key)
        internal
        view
        returns (bytes memory)
    {
        bytes32 hash = keccak256(
            abi.encode(
                keccak256("Approve(bytes32 callDataAndNonceHash)"),
                keccak256(abi.encode(op.sender, op.callData, op.nonce))
            )
        );
        bytes32 domain = _domain("EstuaryAccount", op.sender);
        return _sign(key, keccak256(abi.encodePacked(hex"1901", domain, hash)));
    }

    function _coSignature(PackedUserOperation memory op) internal view returns (bytes memory) {
        return _sign(COSIGNER_KEY, _hashOf(op));
    }

    /// @dev Owner path: one signature over the operation's hash as an Ethereum message.
    function _own(PackedUserOperation memory op, uint256 key) internal view {
        op.signature = _sign(key, _ethSigned(_hashOf(op)));
    }

    function _hashOf(PackedUserOperation memory op) internal view returns (bytes32) {
        return IEntryPointExtra(ENTRY_POINT).getUserOpHash(op);
    }

    /// @dev A complete service-path operation.
    function _signedOp(Call[] memory calls) internal view returns (PackedUserOperation memory op) {
        op = _op(_batch(_guarded(calls)));
        _sponsor(op);
        _approve(op, SESSION_KEY);
    }

    function _submit(PackedUserOperation memory op) internal {
        _submitAs(op, EXECUTOR);
    }

    function _submitAs(PackedUserOperation memory op, address bundler) internal {
        PackedUserOperation[] memory ops = new PackedUserOperation[](1);
        ops[0] = op;
        vm.prank(bundler, bundler);
        entryPoint.handleOps(ops, payable(bundler));
    }

    /// @dev Deploys the role account of the fixtures.
    function _makeAccount() internal {
        factory.createRole(vm.addr(SESSION_KEY), vm.addr(ADMIN_KEY));
    }

    // What the EntryPoint says

    function _expectFailedOp(string memory reason) internal {
        vm.expectRevert(abi.encodeWithSignature("FailedOp(uint256,string)", 0, reason));
    }

    function _expectSignatureError() internal {
        _expectFailedOp("AA24 signature error");
    }

    /// @dev Expects the account to revert in validation.
    function _expectReverted(bytes memory reason) internal {
        vm.expectRevert(
            abi.encodeWithSignature(
                "FailedOpWithRevert(uint256,string,bytes)", 0, "AA23 reverted", reason
            )
        );
    }

    /// @dev Revert data of the last operation's calls, from the recorded logs.
    function _revertReason() internal returns (bytes memory reason) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes32 topic = keccak256("UserOperationRevertReason(bytes32,address,uint256,bytes)");
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == topic) {
                (, reason) = abi.decode(logs[i].data, (uint256, bytes));
            }
        }
    }

    // Small things

    function _domain(string memory name, address verifyingContract)
        internal
        view
        returns (bytes32)
    {
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                verifyingContract
            )
        );
    }

    function _ethSigned(bytes32 hash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _list(address one) internal pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = one;
    }

    function _list(uint256 one) internal pure returns (uint256[] memory list) {
        list = new uint256[](1);
        list[0] = one;
    }
}
