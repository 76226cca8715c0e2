import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { type CallError, readAbi } from '#chains/evm/operation/readAbi.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** Why a contract reverted, by an ABI: the error's name and its values in order. */
export type DecodedRevert = {
  name: string
  values: readonly { name: string; value: string }[]
}

/** Errors of the language and of the standards that most contracts are made of. */
const commonErrors = parseErrors(`function any()
error Error(string reason)
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

/** Characters of one value that are shown: anybody can write a contract. */
const maxCharacters = 200

/**
 * Decodes revert data by the errors that the user's ABIs have, then by the common ones. Nobody else
 * says what an error means: a selector that none of them has stays undecoded.
 *
 * @param errors - Those of the user's own ABIs.
 * @returns Undefined where the data is not exactly one of these errors.
 */
export function decodeRevert(data: Hex, errors: readonly CallError[]): DecodedRevert | undefined {
  for (const error of [...errors, ...commonErrors]) {
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

/** The errors of an ABI as people have it; none where it cannot be read. */
export function parseErrors(abi: string): readonly CallError[] {
  const read = readAbi(abi)
  return 'errors' in read ? read.errors : []
}

/** What a contract wrote is cut, and kept to what can be printed. */
function toPrintable(value: FieldValue): string {
  return toText(value).replaceAll(/\p{C}/gu, '?').slice(0, maxCharacters)
}

function toText(value: FieldValue): string {
  return typeof value === 'string' ? value : `(${value.map(toText).join(', ')})`
}
