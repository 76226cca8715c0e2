import {
  type Abi,
  type ContractFunctionName,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  http,
  parseAbi,
  parseSignature,
  toFunctionSelector,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { trickTokenAbi } from '#contracts/abi/trickToken.ts'
import { trickTokenBytecode } from '#contracts/bytecode/trickToken.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { CallQuotes } from './callQuotes.ts'
import { composeCalls } from '#testing/harness/calls.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

/** An account under EIP-7702: its own key may permit in its name. */
const holder = privateKeyToAccount(generatePrivateKey())
const attacker = privateKeyToAccount(generatePrivateKey()).address
const zero: EvmAddress = '0x0000000000000000000000000000000000000000'
const most = 2n ** 256n - 1n
const { usdc, swapRouter, entryPoint } = devnetAddresses

const funds = [
  ['Lagoon', 'USDC', 700_000_000n],
  ['Lagoon', 'ETH', 10n ** 18n],
] as const
const harness = setUpHarness({ funds })
const { fund, getNode } = harness
let calls: CallQuotes
let chain: DevnetChain
let accounts: { role: Account; delegated: Account }
let tricks: { token: EvmAddress; other: EvmAddress }

beforeAll(async () => {
  const { services, network, database } = harness
  calls = composeCalls(services, { network, storage: database.storage })
  chain = getNode('Lagoon')
  const delegated = {
    type: 'eip7702',
    signerAddress: holder.address,
    accountAddress: holder.address,
    deploymentType: 'EIP7702',
  } as const
  accounts = { role: harness.account, delegated }
  tricks = { token: await deployTricks(), other: await deployTricks() }
  await fund(holder.address, funds)
})

/** Functions that grant rights over the caller's assets, of every known family. */
const approvingSignatures: readonly string[] = [
  'approve(address,uint256)',
  'approve(address)',
  'approveMax(address)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'safeApprove(address,uint256)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'permit(address,uint256,uint256,bytes)',
  'permitForAll(address,address,bool,uint256,uint256,bytes)',
  'setApprovalForAll(address,bool)',
  'approve(address,uint256,uint256)',
  'setOperator(address,bool)',
  'authorizeOperator(address)',
  'approve(address,address,uint160,uint48)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
  'selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)',
  'approveDelegation(address,uint256)',
  'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'allow(address,bool)',
  'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)',
  'setAuthorization(address,bool)',
  'setRelayerApproval(address,address,bool)',
  'hope(address)',
  'setAccountOperator(address,address,bool)',
]

describe('a call by a function that gives rights over tokens is refused', () => {
  test.each(approvingSignatures)('%s', async (signature) => {
    const data: Hex = `${toFunctionSelector(`function ${signature}`)}${'0'.repeat(24)}${attacker.slice(2)}`
    expect(await readRefusal([{ to: usdc, data }])).toContain('cannot give rights over tokens')
  })
})

type Route = { calls: () => readonly { to: EvmAddress; data: Hex }[]; says: string }

/** Ways around a list of functions, and what stops each. */
const hidden: Record<string, Route> = {
  'a call to address 0, which stands for the account in a batch': {
    calls: () => [{ to: zero, data: approve() }],
    says: 'address 0',
  },
  'a call of the account to itself': {
    calls: () => [{ to: harness.account.accountAddress, data: approve() }],
    says: 'the account itself',
  },
  'a batch inside the batch': {
    calls: () => [{ to: harness.account.accountAddress, data: nestedExecute() }],
    says: 'the account itself',
  },
  'a bundle of operations': {
    calls: () => [{ to: entryPoint, data: '0x765e827f' }],
    says: 'entryPoint',
  },
  'an approval inside a multicall in the caller\u2019s own name': {
    calls: () => [
      {
        to: tricks.token,
        data: trick('multicall', [trick('approve', attacker, most)]),
      },
    ],
    says: 'would leave rights',
  },
  'an approval inside a multicall inside a multicall': {
    calls: () => [
      {
        to: tricks.token,
        data: trick('multicall', [trick('multicall', [trick('approve', attacker, most)])]),
      },
    ],
    says: 'would leave rights',
  },
  'an approval inside a function nobody knows': {
    calls: () => [{ to: tricks.token, data: trick('claim') }],
    says: 'would leave rights',
  },
  'an approval that is harmless in a first call and given in a second': {
    calls: () => [
      {
        to: tricks.token,
        data: trick('multicall', [trick('approve', attacker, 0n)]),
      },
      { to: tricks.token, data: trick('claim') },
    ],
    says: 'would leave rights',
  },
  'an allowance without an event, to somebody in the call data': {
    calls: () => [{ to: tricks.token, data: trick('stake', attacker) }],
    says: 'would leave rights',
  },
  'an allowance without an event, to somebody in nested call data': {
    calls: () => [
      {
        to: tricks.token,
        data: trick('multicall', [trick('stake', attacker)]),
      },
    ],
    says: 'would leave rights',
  },
  'an allowance without an event, to the called contract': {
    calls: () => [{ to: tricks.token, data: trick('enter') }],
    says: 'would leave rights',
  },
  'an operator without an event': {
    calls: () => [{ to: tricks.token, data: trick('join', attacker) }],
    says: 'would leave rights',
  },
  'a right to borrow without an event (Aave)': {
    calls: () => [{ to: tricks.token, data: trick('open', attacker) }],
    says: 'would leave rights',
  },
  'a manager without an event (Compound)': {
    calls: () => [{ to: tricks.token, data: trick('enrol', attacker) }],
    says: 'would leave rights',
  },
  'an ERC-1155 approval inside a function nobody knows': announcement(0n),
  'an ERC-777 operator inside a function nobody knows': announcement(1n),
  'an ERC-6909 operator inside a function nobody knows': announcement(2n),
  'an ERC-6909 approval of one id, hidden by the denial of another': announcement(3n),
  'a Permit2 approval inside a function nobody knows': announcement(4n),
  'a Permit2 approval that another contract denies': {
    calls: () => [
      ...announcement(4n).calls(),
      {
        to: tricks.other,
        data: trick('deny', harness.account.accountAddress, tricks.token),
      },
    ],
    says: 'would leave rights',
  },
  'a contract that calls the account back to approve': {
    calls: () => [
      {
        to: tricks.token,
        data: trick('relay', harness.account.accountAddress, nestedExecute()),
      },
    ],
    says: 'SIMULATION_FAILED The calls would revert now',
  },
  'call data that names more addresses than anybody can look at': {
    calls: () => [{ to: tricks.token, data: manyAddresses() }],
    says: 'too many addresses',
  },
}

describe('approvals hidden in calls are refused:', () => {
  test.each(Object.entries(hidden))('%s', async (_, route) => {
    expect(await readRefusal(route.calls())).toContain(route.says)
  })
})

describe("a permit signed with the key of an account's own address is refused:", () => {
  test('brought by another contract', async () => {
    const data = await signedPermit({ spender: attacker, deadline: most })
    expect(
      await readRefusal(
        [{ to: tricks.token, data: trick('relay', usdc, data) }],
        accounts.delegated,
      ),
    ).toContain('would leave rights')
  })

  test('brought by the router in the caller\u2019s name', async () => {
    const permit = await signedPermit({ spender: swapRouter, deadline: most })
    const [v, r, s] = [permit.slice(-192, -128), permit.slice(-128, -64), permit.slice(-64)]
    const abi = parseAbi([
      'function selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
      'function multicall(bytes[])',
    ])
    const inner = encodeFunctionData({
      abi,
      functionName: 'selfPermit',
      args: [usdc, 1_000n, most, Number(`0x${v}`), `0x${r}`, `0x${s}`],
    })
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[inner]] })
    expect(await readRefusal([{ to: swapRouter, data }], accounts.delegated)).toContain(
      'would leave rights',
    )
  })
})

test('nothing of ours, and no zero address, is approved to even when asked for', async () => {
  const { destinationSettler, originEscrow, paymaster } = devnetAddresses
  for (const spender of [
    zero,
    harness.account.accountAddress,
    entryPoint,
    destinationSettler,
    originEscrow,
    paymaster,
  ]) {
    const request = {
      ...ask([{ to: attacker, data: '0x' }]),
      allowanceRequirements: [
        { assetType: `${getChainId()}/erc20:${usdc}` as const, amount: '1', spender },
      ],
    }
    await expect(calls.prepare(request), spender).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'Invalid call data',
    })
  }
})

test('the same contract is called without complaint when it gives no rights', async () => {
  const data = trick('multicall', [trick('approve', attacker, 0n)])
  const prepared = await calls.prepare(ask([{ to: tricks.token, data }]))
  expect(prepared.callType).toBe('same_chain_exclude_solver')
})

/** Why calls are refused: code, sentence and what is said about the fields. */
async function readRefusal(
  route: readonly { to: EvmAddress; data: Hex }[],
  from: Account = accounts.role,
): Promise<string> {
  try {
    await calls.prepare(ask(route, from))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return `${error.code} ${error.message} ${JSON.stringify(error.issues)}`
  }
  return 'Not refused.'
}

function ask(
  route: readonly { to: EvmAddress; data: Hex }[],
  from: Account = accounts.role,
): PrepareCallQuoteRequest {
  return PrepareCallQuoteRequest.parse({
    accounts: [from],
    targetChain: getChainId(),
    calls: route,
    tokensRequired: [],
  })
}

function announcement(kind: bigint): Route {
  return {
    calls: () => [{ to: tricks.token, data: trick('announce', kind) }],
    says: 'would leave rights',
  }
}

function approve(): Hex {
  return encodeFunctionData({ abi: devTokenAbi, functionName: 'approve', args: [attacker, most] })
}

function nestedExecute(): Hex {
  const abi = parseAbi(['function execute(bytes32,bytes)'])
  return encodeFunctionData({ abi, args: [`0x01${'0'.repeat(62)}`, '0x'] })
}

function manyAddresses(): Hex {
  const words = Array.from({ length: 1_500 }, (_, index) =>
    (2n ** 158n + BigInt(index)).toString(16).padStart(64, '0'),
  )
  return `0x12345678${words.join('')}`
}

/** Call data for a {@link tricks} contract. */
function trick(name: TrickName, ...args: readonly unknown[]): Hex {
  const abi: Abi = trickTokenAbi
  return encodeFunctionData({ abi, functionName: name, args })
}

type TrickName = ContractFunctionName<typeof trickTokenAbi>

/** A permit of USDC with the signature of the holder's own key. */
async function signedPermit(options: { spender: EvmAddress; deadline: bigint }): Promise<Hex> {
  const signature = await holder.signTypedData({
    domain: {
      name: 'USD Coin',
      version: '1',
      chainId: chain.number,
      verifyingContract: usdc,
    },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: holder.address, value: 1_000n, nonce: 0n, ...options },
  })
  const { r, s, yParity } = parseSignature(signature)
  return encodeFunctionData({
    abi: devTokenAbi,
    functionName: 'permit',
    args: [holder.address, options.spender, 1_000n, options.deadline, 27 + yParity, r, s],
  })
}

async function deployTricks(): Promise<EvmAddress> {
  const data = encodeDeployData({
    abi: trickTokenAbi,
    bytecode: trickTokenBytecode,
    args: [attacker],
  })
  const wallet = createWalletClient({
    account: privateKeyToAccount(devnetKeys.trickster),
    transport: http(chain.rpcUrl),
  })
  const hash = await wallet.sendTransaction({ chain: null, data, gas: 5_000_000n })
  await chain.client.mine({ blocks: 1 })
  const { contractAddress } = await chain.client.getTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  return contractAddress
}

function getChainId() {
  return `eip155:${chain.number}` as const
}
