// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EstuaryTest} from "./support/EstuaryTest.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @dev Signatures verified by third parties, each valid for one account on one chain: role and
/// basic accounts nest them by ERC-7739, delegated EOAs use plain ones.
contract Erc1271Test is EstuaryTest {
    bytes32 private constant HASH = keccak256("what a dapp wants signed");
    bytes32 private constant APP_DOMAIN = keccak256("domain of the dapp");
    bytes32 private constant CONTENTS = keccak256("contents");
    string private constant CONTENTS_TYPE = "Mail(bytes32 stuff)";

    address[4] private accounts;

    function setUp() public override {
        super.setUp();
        address owner = vm.addr(ADMIN_KEY);
        accounts[0] = factory.createRole(vm.addr(SESSION_KEY), owner);
        accounts[1] = factory.createRole(vm.addr(STRANGER_KEY), owner);
        accounts[2] = factory.createBasic(owner);
        vm.etch(owner, abi.encodePacked(hex"ef0100", address(delegate)));
        accounts[3] = owner;
    }

    /// @dev Security rule 13: every pair of accounts and of chains, all with the same key.
    function test_personalSignature_isGoodOnItsAccountAndChainOnly() public {
        for (uint256 from; from < 3; ++from) {
            bytes memory signature = _personal(ADMIN_KEY, accounts[from]);
            _assertGoodOnlyOn(from, HASH, signature);
        }
    }

    function test_typedSignature_isGoodOnItsAccountAndChainOnly() public {
        bytes32 hash = keccak256(abi.encodePacked(hex"1901", APP_DOMAIN, CONTENTS));
        for (uint256 from; from < 3; ++from) {
            bytes memory signature = _typed(ADMIN_KEY, accounts[from]);
            _assertGoodOnlyOn(from, hash, signature);
        }
    }

    function test_plainSignature_isGoodForTheWalletOnly() public view {
        bytes memory signature = _sign(ADMIN_KEY, HASH);
        for (uint256 i; i < 4; ++i) {
            vm.assertEq(_isValid(accounts[i], HASH, signature), i == 3, "only the wallet's own");
        }
    }

    function test_otherKeys_signForNobody() public view {
        uint256[3] memory keys = [SESSION_KEY, COSIGNER_KEY, STRANGER_KEY];
        for (uint256 k; k < 3; ++k) {
            for (uint256 i; i < 4; ++i) {
                _assertInvalid(accounts[i], HASH, _personal(keys[k], accounts[i]));
                _assertInvalid(accounts[i], HASH, _sign(keys[k], HASH));
            }
        }
    }

    function test_serviceForm_isNoSignature() public view {
        for (uint256 i; i < 4; ++i) {
            bytes memory first = i == 3 ? _sign(ADMIN_KEY, HASH) : _personal(ADMIN_KEY, accounts[i]);
            bytes memory both = abi.encodePacked(first, _sign(COSIGNER_KEY, HASH));
            _assertInvalid(accounts[i], HASH, both);
        }
    }

    function test_noise_isNoSignature(bytes32 hash, bytes calldata noise) public view {
        for (uint256 i; i < 4; ++i) {
            _assertInvalid(accounts[i], hash, noise);
        }
    }

    function test_ownerSignatureOfAnOperation_isNoMessage() public view {
        bytes memory signature = _sign(ADMIN_KEY, _ethSigned(HASH));
        for (uint256 i; i < 4; ++i) {
            _assertInvalid(accounts[i], HASH, signature);
        }
    }

    function test_roleAndBasic_sayThatTheyNest() public view {
        bytes32 probe = 0x7739773977397739773977397739773977397739773977397739773977397739;
        for (uint256 i; i < 3; ++i) {
            bytes4 answer = IERC1271(accounts[i]).isValidSignature(probe, "");
            vm.assertEq(bytes32(answer), bytes32(bytes4(0x77390001)), "ERC-7739");
        }
    }

    function _assertGoodOnlyOn(uint256 from, bytes32 hash, bytes memory signature) private {
        for (uint256 to; to < 4; ++to) {
            vm.assertEq(_isValid(accounts[to], hash, signature), to == from, "replayed");
        }
        vm.chainId(1);
        for (uint256 to; to < 4; ++to) {
            _assertInvalid(accounts[to], hash, signature);
        }
        vm.chainId(31_337);
    }

    function _personal(uint256 key, address account_) private view returns (bytes memory) {
        bytes32 hash = keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), HASH));
        bytes32 domain = _domain("EstuaryAccount", account_);
        return _sign(key, keccak256(abi.encodePacked(hex"1901", domain, hash)));
    }

    function _typed(uint256 key, address account_) private view returns (bytes memory) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "TypedDataSign(Mail contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)",
                CONTENTS_TYPE
            )
        );
        bytes32 hash = keccak256(
            abi.encode(
                typeHash,
                CONTENTS,
                keccak256("EstuaryAccount"),
                keccak256("1"),
                block.chainid,
                account_,
                bytes32(0)
            )
        );
        bytes memory inner = _sign(key, keccak256(abi.encodePacked(hex"1901", APP_DOMAIN, hash)));
        uint16 length = uint16(bytes(CONTENTS_TYPE).length);
        return abi.encodePacked(inner, APP_DOMAIN, CONTENTS, CONTENTS_TYPE, length);
    }

    function _isValid(address account_, bytes32 hash, bytes memory signature)
        private
        view
        returns (bool)
    {
        return IERC1271(account_).isValidSignature(hash, signature)
            == IERC1271.isValidSignature.selector;
    }

    function _assertInvalid(address account_, bytes32 hash, bytes memory signature) private view {
        vm.assertFalse(_isValid(account_, hash, signature), "should not be valid");
    }
}
