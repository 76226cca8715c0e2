/** A common contract interface, so that its ABI need not be pasted. */
export type KnownInterface = { id: string; name: string; abi: string }

/** Known interfaces, the most common first; `id` is used in the page's URL. */
export const knownInterfaces: readonly KnownInterface[] = [
  {
    id: 'erc4626',
    name: 'ERC-4626 vault',
    abi: `function deposit(uint256 assets, address receiver)
function mint(uint256 shares, address receiver)
function withdraw(uint256 assets, address receiver, address owner)
function redeem(uint256 shares, address receiver, address owner)`,
  },
  {
    id: 'erc20',
    name: 'ERC-20 token',
    abi: `function transfer(address to, uint256 amount)
function transferFrom(address from, address to, uint256 amount)
function approve(address spender, uint256 amount)`,
  },
  {
    id: 'weth',
    name: 'Wrapped coin',
    abi: `function deposit() payable
function withdraw(uint256 amount)`,
  },
  {
    id: 'erc721',
    name: 'ERC-721 collection',
    abi: `function safeTransferFrom(address from, address to, uint256 tokenId)
function transferFrom(address from, address to, uint256 tokenId)`,
  },
  {
    id: 'erc1155',
    name: 'ERC-1155 collection',
    abi: `function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)
function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)`,
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
