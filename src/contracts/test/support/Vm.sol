// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Foundry's cheatcodes used by these tests.
interface Vm {
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 timestamp) external;
    function chainId(uint256 id) external;
    function deal(address who, uint256 balance) external;
    function etch(address who, bytes calldata code) external;
    function store(address who, bytes32 slot, bytes32 value) external;
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function startPrank(address sender, address origin) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function expectPartialRevert(bytes4 selector) external;
    function expectEmit() external;
    function getRecordedLogs() external returns (Log[] memory);
    function recordLogs() external;
    function assume(bool condition) external pure;
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonBytes(string calldata json, string calldata key)
        external
        pure
        returns (bytes memory);
    function attachDelegation(SignedDelegation calldata delegation) external;
    function signDelegation(address implementation, uint256 key)
        external
        returns (SignedDelegation memory);
    function signAndAttachDelegation(address implementation, uint256 key)
        external
        returns (SignedDelegation memory);
    function snapshotGasLastCall(string calldata group, string calldata name)
        external
        returns (uint256);
    function assertEq(uint256 left, uint256 right, string calldata why) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata why) external pure;
    function assertEq(address left, address right, string calldata why) external pure;
    function assertEq(bytes calldata left, bytes calldata right, string calldata why) external pure;
    function assertEq(bool left, bool right, string calldata why) external pure;
    function assertTrue(bool condition, string calldata why) external pure;
    function assertFalse(bool condition, string calldata why) external pure;
    function assertLe(uint256 left, uint256 right, string calldata why) external pure;
    function assertGe(uint256 left, uint256 right, string calldata why) external pure;

    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    struct SignedDelegation {
        uint8 v;
        bytes32 r;
        bytes32 s;
        uint64 nonce;
        address implementation;
    }
}
