import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { type CallError, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** A decoded revert: the error's name and its values in order. */
export type DecodedRevert = {
  name: string
  values: readonly { name: string; value: string }[]
}

/** Errors of Solidity and of common standards. */
const common = readAbiLines(`error Error(string reason)
error Panic(uint256 code)
error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)
error ERC20InvalidSender(address sender)
error ERC20InvalidReceiver(address receiver)
error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)
error ERC20InvalidApprover(address approver)
error ERC20InvalidSpender(address spender)
error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)
error ERC4626ExceededMaxMint(address receiver, uint256 shares, uint256 max)
error ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max)
error ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max)
error ERC721InvalidOwner(address owner)
error ERC721NonexistentToken(uint256 tokenId)
error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
error ERC721InsufficientApproval(address operator, uint256 tokenId)
error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)
error ERC1155MissingApprovalForAll(address operator, address owner)
error OwnableUnauthorizedAccount(address account)
error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
error SafeERC20FailedOperation(address token)
error EnforcedPause()
error ReentrancyGuardReentrantCall()`)

/** Maximum characters shown per value, as any contract can produce them. */
const maxCharacters = 200

/**
 * Decodes revert data with the errors of the user's ABIs, then with the common ones; no other
 * source is trusted.
 *
 * @param errors - The errors of the user's ABIs.
 * @returns Undefined where the data is not exactly one of these errors.
 */
export function decodeRevert(data: Hex, errors: readonly CallError[]): DecodedRevert | undefined {
  for (const error of [...errors, ...common.errors]) {
    const values = decodeCallFields(error, data)
    if (values)
      return {
        name: error.name,
        values: error.fields.map(({ name, type }, index) => ({
          name: name === '' ? type : name,
          value: toPrintable(values[index] ?? ''),
        })),
      }
  }
  return undefined
}

/** Truncates a value and replaces unprintable characters, as contracts are untrusted. */
function toPrintable(value: FieldValue): string {
  return toText(value).replaceAll(/\p{C}/gu, '?').slice(0, maxCharacters)
}

function toText(value: FieldValue): string {
  return typeof value === 'string' ? value : `(${value.map(toText).join(', ')})`
}
