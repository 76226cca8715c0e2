import type { Hex } from '#protocol/ids/hex.ts'
import { type CallFunction, readAbiLines, type ReadFunction } from './abiFunctions.ts'

/** ABIs of common contract interfaces by their ids, the most common first. */
export const interfaceAbis = {
  erc4626: `function deposit(uint256 assets, address receiver)
function mint(uint256 shares, address receiver)
function withdraw(uint256 assets, address receiver, address owner)
function redeem(uint256 shares, address receiver, address owner)
function asset() view returns (address)
function totalAssets() view returns (uint256 assets)
function balanceOf(address owner) view returns (uint256 shares)
function convertToAssets(uint256 shares) view returns (uint256 assets)
function convertToShares(uint256 assets) view returns (uint256 shares)
function maxDeposit(address receiver) view returns (uint256 assets)
function maxWithdraw(address owner) view returns (uint256 assets)
function maxRedeem(address owner) view returns (uint256 shares)
function previewDeposit(uint256 assets) view returns (uint256 shares)
function previewMint(uint256 shares) view returns (uint256 assets)
function previewWithdraw(uint256 assets) view returns (uint256 shares)
function previewRedeem(uint256 shares) view returns (uint256 assets)`,
  erc20: `function transfer(address to, uint256 amount)
function transferFrom(address from, address to, uint256 amount)
function approve(address spender, uint256 amount)
function balanceOf(address owner) view returns (uint256 amount)
function allowance(address owner, address spender) view returns (uint256 amount)
function totalSupply() view returns (uint256 amount)
function name() view returns (string)
function symbol() view returns (string)
function decimals() view returns (uint8)`,
  weth: `function deposit() payable
function withdraw(uint256 amount)
function balanceOf(address owner) view returns (uint256 amount)`,
  erc721: `function safeTransferFrom(address from, address to, uint256 tokenId)
function transferFrom(address from, address to, uint256 tokenId)
function ownerOf(uint256 tokenId) view returns (address)
function balanceOf(address owner) view returns (uint256 count)
function tokenURI(uint256 tokenId) view returns (string)
function getApproved(uint256 tokenId) view returns (address)
function isApprovedForAll(address owner, address operator) view returns (bool)`,
  erc1155: `function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)
function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)
function balanceOf(address owner, uint256 id) view returns (uint256 amount)
function balanceOfBatch(address[] owners, uint256[] ids) view returns (uint256[] amounts)
function uri(uint256 id) view returns (string)
function isApprovedForAll(address owner, address operator) view returns (bool)`,
} as const

/** Functions of common contracts beyond those interfaces, so that their calls can be read. */
const common = `function increaseAllowance(address spender, uint256 addedValue)
function decreaseAllowance(address spender, uint256 subtractedValue)
function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
function setApprovalForAll(address operator, bool approved)
function approve(address token, address spender, uint160 amount, uint48 expiration)
function mint(address to, uint256 amount)
function burn(uint256 amount)
function burnFrom(address from, uint256 amount)
function multicall(bytes[] data) payable
function multicall(uint256 deadline, bytes[] data) payable
function execute(bytes32 mode, bytes executionCalldata) payable
function execute(address target, uint256 value, bytes data) payable
function execute(bytes commands, bytes[] inputs, uint256 deadline) payable
function executeBatch((address target, uint256 value, bytes data)[] calls) payable
function executeBatch(address[] targets, bytes[] datas) payable
function aggregate((address target, bytes callData)[] calls) payable
function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable
function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable
function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable
function multiSend(bytes transactions) payable
function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable
function functionCall(address target, bytes data)
function upgradeTo(address newImplementation)
function upgradeToAndCall(address newImplementation, bytes data) payable
function transferOwnership(address newOwner)
function renounceOwnership()
function grantRole(bytes32 role, address account)
function revokeRole(bytes32 role, address account)
function pause()
function unpause()
function claim()
function stake(uint256 amount)
function unstake(uint256 amount)
function delegate(address delegatee)
function castVote(uint256 proposalId, uint8 support)
function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)
function withdraw(address asset, uint256 amount, address to)
function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)
function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)
function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable
function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable
function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable
function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params) payable
function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params) payable
function unwrapWETH9(uint256 amountMinimum, address recipient) payable
function refundETH() payable
function refund((bytes32 fillId, address depositor, address token, uint256 amount, uint256 fee, address feeReceiver, address payee, uint64 depositDeadline, uint64 refundAfter, bytes32 fillHash) order, bytes attestation)
function sweepToken(address token, uint256 amountMinimum, address recipient) payable
function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)
function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable
function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)
function owner() view returns (address)
function paused() view returns (bool)
function nonces(address owner) view returns (uint256)
function version() view returns (string)
function supportsInterface(bytes4 interfaceId) view returns (bool)`

/** Functions by selector; those that change state and those that read. */
type KnownFunctions = {
  writers: ReadonlyMap<Hex, CallFunction>
  readers: ReadonlyMap<Hex, ReadFunction>
  /** Selectors of the interfaces' functions that change state. */
  standard: ReadonlySet<Hex>
}

let known: KnownFunctions | undefined

/** Every function that this app knows by name; the common interfaces take precedence. */
export function getKnownFunctions(): KnownFunctions {
  known ??= readFunctions()
  return known
}

function readFunctions(): KnownFunctions {
  const interfaces = Object.values(interfaceAbis).toReversed().map(readAbiLines)
  const read = [readAbiLines(common), ...interfaces]
  return {
    writers: new Map(read.flatMap(({ functions }) => functions.map((one) => [one.selector, one]))),
    readers: new Map(read.flatMap(({ readers }) => readers.map((one) => [one.selector, one]))),
    standard: new Set(
      interfaces.flatMap(({ functions }) => functions.map(({ selector }) => selector)),
    ),
  }
}
