import { translate } from '../../../language/translate.ts'

/** A common contract interface, so that its ABI need not be pasted. */
export type KnownInterface = { id: string; name: string; abi: string }

/** Known interfaces, the most common first; `id` is used in the page's URL. */
export const knownInterfaces: readonly KnownInterface[] = [
  {
    id: 'erc4626',
    name: translate('ERC-4626 vault'),
    abi: `function deposit(uint256 assets, address receiver)
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
  },
  {
    id: 'erc20',
    name: translate('ERC-20 token'),
    abi: `function transfer(address to, uint256 amount)
function transferFrom(address from, address to, uint256 amount)
function approve(address spender, uint256 amount)
function balanceOf(address owner) view returns (uint256 amount)
function allowance(address owner, address spender) view returns (uint256 amount)
function totalSupply() view returns (uint256 amount)
function name() view returns (string)
function symbol() view returns (string)
function decimals() view returns (uint8)`,
  },
  {
    id: 'weth',
    name: translate('Wrapped coin'),
    abi: `function deposit() payable
function withdraw(uint256 amount)
function balanceOf(address owner) view returns (uint256 amount)`,
  },
  {
    id: 'erc721',
    name: translate('ERC-721 collection'),
    abi: `function safeTransferFrom(address from, address to, uint256 tokenId)
function transferFrom(address from, address to, uint256 tokenId)
function ownerOf(uint256 tokenId) view returns (address)
function balanceOf(address owner) view returns (uint256 count)
function tokenURI(uint256 tokenId) view returns (string)
function getApproved(uint256 tokenId) view returns (address)
function isApprovedForAll(address owner, address operator) view returns (bool)`,
  },
  {
    id: 'erc1155',
    name: translate('ERC-1155 collection'),
    abi: `function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)
function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)
function balanceOf(address owner, uint256 id) view returns (uint256 amount)
function balanceOfBatch(address[] owners, uint256[] ids) view returns (uint256[] amounts)
function uri(uint256 id) view returns (string)
function isApprovedForAll(address owner, address operator) view returns (bool)`,
  },
]

/** Returns whether a draft names one of these interfaces instead of containing an ABI. */
export function isKnownInterface(abi: string): boolean {
  return knownInterfaces.some(({ id }) => id === abi)
}

/** Returns the ABI that a draft names or contains. */
export function getAbiText(abi: string): string {
  return knownInterfaces.find(({ id }) => id === abi)?.abi ?? abi
}
