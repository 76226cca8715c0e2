/** An interface that many contracts have, so that nobody has to paste it. */
export type KnownInterface = { id: string; name: string; abi: string }

/** Known interfaces by what contracts most often are; `id` is what the address of the page keeps. */
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

/** Whether a draft names an interface of these, and carries no ABI of its own. */
export function isKnownInterface(abi: string): boolean {
  return knownInterfaces.some(({ id }) => id === abi)
}

/** The ABI that a draft names or carries. */
export function getAbiText(abi: string): string {
  return knownInterfaces.find(({ id }) => id === abi)?.abi ?? abi
}
