// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "../evm/Batch.sol";
import {Call, EstuaryTest} from "./support/EstuaryTest.sol";

contract BatchTest is EstuaryTest {
    function test_read_givesWhatWasEncoded(Call[] memory calls) public view {
        Call[] memory read = this.read(abi.encode(calls));
        vm.assertEq(keccak256(abi.encode(read)), keccak256(abi.encode(calls)), "the same calls");
    }

    /// @dev With any word changed, `Batch` either reverts or reads what Solidity's decoder reads.
    function test_read_isStricterThanSoliditysDecoder(
        Call[] memory calls,
        uint256 position,
        uint256 word,
        bool isSmall
    ) public view {
        bytes memory encoded = abi.encode(calls);
        position = (position % (encoded.length / 32)) * 32;
        if (isSmall) word %= encoded.length + 64;
        assembly {
            mstore(add(add(encoded, 32), position), word)
        }
        try this.read(encoded) returns (Call[] memory ours) {
            Call[] memory theirs = this.decode(encoded);
            vm.assertEq(keccak256(abi.encode(ours)), keccak256(abi.encode(theirs)), "differs");
        } catch {}
    }

    function test_read_refusesWhatIsCutOff(Call[] memory calls, uint256 length) public {
        bytes memory encoded = abi.encode(calls);
        // Padding after the last data may be missing; anything more is an error.
        length %= encoded.length - 31;
        assembly {
            mstore(encoded, length)
        }
        vm.expectRevert(Batch.MalformedBatch.selector);
        this.read(encoded);
    }

    function test_read_refusesBitsBesideTheTarget() public {
        bytes memory encoded = abi.encode(_calls(Call(STRANGER, 0, "")));
        encoded[96] = 0x01;
        vm.expectRevert(Batch.MalformedBatch.selector);
        this.read(encoded);
    }

    function read(bytes calldata encoded) external pure returns (Call[] memory calls) {
        calls = new Call[](Batch.count(encoded));
        for (uint256 i; i < calls.length; ++i) {
            (address target, uint256 value, bytes calldata data) = Batch.callAt(encoded, i);
            calls[i] = Call(target, value, data);
        }
    }

    function decode(bytes calldata encoded) external pure returns (Call[] memory) {
        return abi.decode(encoded, (Call[]));
    }
}
