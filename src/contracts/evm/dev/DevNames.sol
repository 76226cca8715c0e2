// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title DevNames
/// @notice Answers for names as the universal resolver of ENS does, for devnets.
contract DevNames {
    /// @notice The only address that may set what a name points to.
    address public immutable OWNER;

    /// @dev Coin type of Ethereum (SLIP-44), of which the addresses of the constructor are.
    uint256 private constant _ETHER = 60;

    mapping(bytes32 node => mapping(uint256 coinType => bytes value)) private _addresses;
    mapping(bytes32 node => bool) private _isKnown;

    /// @notice The caller may not set addresses.
    error NotOwner(address caller);
    /// @notice Nobody has set anything for the name; as ENS's resolver says it.
    error ResolverNotFound(bytes name);
    /// @notice Only addresses are known; as ENS's resolver says it.
    error UnsupportedResolverProfile(bytes4 selector);

    /// @notice Creates the names with their addresses on Ethereum.
    /// @param owner The only address that may set addresses.
    /// @param nodes Hash of each name (ENS, namehash).
    /// @param accounts What each name points to.
    constructor(address owner, bytes32[] memory nodes, address[] memory accounts) {
        OWNER = owner;
        for (uint256 i = 0; i < nodes.length; ++i) {
            _isKnown[nodes[i]] = true;
            _addresses[nodes[i]][_ETHER] = abi.encodePacked(accounts[i]);
        }
    }

    /// @notice Sets what a name points to on a chain.
    /// @param node Hash of the name.
    /// @param coinType The chain (ENSIP-11).
    /// @param value The address; empty if there is none.
    function setAddress(bytes32 node, uint256 coinType, bytes calldata value) external {
        if (msg.sender != OWNER) revert NotOwner(msg.sender);
        _isKnown[node] = true;
        _addresses[node][coinType] = value;
    }

    /// @notice Answers a call of a resolver: `addr(bytes32,uint256)` (ENSIP-9).
    /// @param name The name in DNS encoding.
    /// @param data The call.
    /// @return result What the resolver returns.
    /// @return resolver The resolver: this contract.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory result, address resolver)
    {
        // Selector of addr(bytes32,uint256).
        if (bytes4(data) != 0xf1cb7e06) revert UnsupportedResolverProfile(bytes4(data));
        (bytes32 node, uint256 coinType) = abi.decode(data[4:], (bytes32, uint256));
        if (!_isKnown[node]) revert ResolverNotFound(name);
        return (abi.encode(_addresses[node][coinType]), address(this));
    }
}
