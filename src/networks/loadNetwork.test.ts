import { describe, expect, test } from 'vitest'

import { devnet } from './devnet/devnet.ts'
import { devnetWithSolana } from './devnet/devnetWithSolana.ts'
import { checkNetwork, loadNetwork } from './loadNetwork.ts'
import { withPriceSources } from './priceSources.ts'
import { getDevnetSecondFeed } from './secondFeeds.ts'
import type { Aggregate, Member, Network, SolanaNetworkChain } from './network.ts'

const [usdc, usdt] = devnet.aggregates

test('the devnet is right, with USDT of 18 decimals on one chain and 6 elsewhere', () => {
  expect(loadNetwork('devnet')).toEqual(withPriceSources(devnetWithSolana, getDevnetSecondFeed))
  expect(usdt?.members.map(({ decimals }) => decimals)).toEqual([6, 18, 6])
})

test('an unknown network is refused by its name, with those that are known', () => {
  expect(() => loadNetwork('moon')).toThrow('There is no network "moon". Known: devnet, mirror.')
})

describe('the devnet has its Solana cluster', () => {
  test('unless other chains are asked for, with SOL and its tokens beside their like', () => {
    const asked = loadNetwork('devnet')
    expect(loadNetwork('devnet', { chains: '71117001,71117002,71117003,solana' })).toEqual(asked)
    expect(asked.chains.map(({ kind }) => kind)).toEqual(['evm', 'evm', 'evm', 'solana'])
    const members = asked.aggregates.map(({ aggregatedAssetId, members: of }) => {
      return [aggregatedAssetId, of.length]
    })
    expect(members).toEqual([
      ['agg:usdc', 4],
      ['agg:usdt', 4],
      ['agg:eth', 6],
      ['agg:btc', 3],
      ['agg:sol', 1],
    ])
    const evmOnly = loadNetwork('devnet', { chains: '71117001,71117002,71117003' })
    expect(evmOnly).toEqual(withPriceSources(devnet, getDevnetSecondFeed))
  })

  test('beside some of the others, but not without the one whose feeds price it', () => {
    const { chains } = loadNetwork('devnet', { chains: 'solana,71117001' })
    expect(chains.map(({ name }) => name)).toEqual(['Firth', 'Reef'])
    expect(() => loadNetwork('devnet', { chains: 'solana,71117002' })).toThrow(
      'CHAINS names "solana" without 71117001, whose feeds price its assets.',
    )
    expect(() => loadNetwork('devnet', { chains: 'sol' })).toThrow(
      'CHAINS names "sol"; the network has 71117001, 71117002, 71117003, solana.',
    )
  })
})

describe('a network is refused when', () => {
  test('an asset is a member of two aggregates', () => {
    const [member] = usdc?.members ?? []
    const other = { ...getAggregate(usdt), members: member ? [upperCased(member)] : [] }
    expect(() => checkNetwork(withAggregates([getAggregate(usdc), other]))).toThrow(
      /is a member of agg:usdc and of agg:usdt/,
    )
  })

  test('a delivery could become final only after its deposit can be refunded', () => {
    const [first, second, third] = devnet.chains
    if (!first || !second || !third) throw new Error('The devnet has fewer chains.')
    // 600 s lie between fill and refund: 120 for clock skew, 300 for an outage, 180 for finality.
    const [soon, late] = [180, 181].map((finalitySeconds) => ({
      ...devnet,
      chains: [first, { ...second, finalitySeconds }, third],
    }))
    expect(() => checkNetwork(soon ?? devnet)).not.toThrow()
    expect(() => checkNetwork(late ?? devnet)).toThrow(
      '600 s lie between delivery and refund; from eip155:71117001 to eip155:71117002 it takes 601.',
    )
    const outage = { ...devnet, chains: [first, second, { ...third, outageSeconds: 480 }] }
    expect(() => checkNetwork(outage)).toThrow(
      'from eip155:71117003 to eip155:71117001 it takes 601',
    )
    const deep = { ...devnet, chains: [first, { ...second, depth: 64, blockMs: 12_000 }, third] }
    expect(() => checkNetwork(deep)).toThrow('it takes 1188')
  })

  test('it is final too late on its Solana cluster, from another chain or from itself', () => {
    const { chainId } = getReef(devnetWithSolana)
    const given = '600 s lie between delivery and refund; from'
    expect(() => checkNetwork(withReef({ finalitySeconds: 180 }))).not.toThrow()
    expect(() => checkNetwork(withReef({ finalitySeconds: 181 }))).toThrow(
      `${given} eip155:71117001 to ${chainId} it takes 601.`,
    )
    expect(() => checkNetwork(withReef({ finalitySeconds: 100, outageSeconds: 380 }))).not.toThrow()
    expect(() => checkNetwork(withReef({ finalitySeconds: 100, outageSeconds: 381 }))).toThrow(
      `${given} ${chainId} to ${chainId} it takes 601.`,
    )
  })

  test('one address has two roles on its Solana cluster, or is none there', () => {
    const { chainId, roles } = getReef(devnetWithSolana)
    const twice = withReef({ roles: { ...roles, payee: roles.solver } })
    expect(() => checkNetwork(twice)).toThrow(
      `the address ${roles.solver} has two roles on ${chainId}.`,
    )
    const hot = withReef({ upgradeAuthority: roles.executor })
    expect(() => checkNetwork(hot)).toThrow(`the address ${roles.executor} has two roles on`)
    const none = withReef({ roles: { ...roles, payee: `${roles.payee}0` } })
    expect(() => checkNetwork(none)).toThrow(
      `the address of the payee on ${chainId} is "${roles.payee}0".`,
    )
  })

  test('a service of names has no address', () => {
    const chains = devnet.chains.map((chain) => ({
      ...chain,
      ensUniversalResolver: '0x12' as const,
    }))
    expect(() => checkNetwork({ ...devnet, chains })).toThrow(
      'the universal resolver of ENS on eip155:71117001 is "0x12".',
    )
    expect(() => checkNetwork(withReef({ snsProgram: 'names' }))).toThrow(
      `the program of SNS on ${getReef(devnetWithSolana).chainId} is "names".`,
    )
  })

  test('an aggregate is listed twice', () => {
    const twice = [getAggregate(usdc), { ...getAggregate(usdc), members: [] }]
    expect(() => checkNetwork(withAggregates(twice))).toThrow('agg:usdc is listed twice')
  })

  test('a member has decimals that no token has', () => {
    const broken = { ...getAggregate(usdc), members: [{ ...getMember(usdc), decimals: 37 }] }
    expect(() => checkNetwork({ ...withAggregates([broken]), pools: [] })).toThrow('37 decimals')
  })

  test.each<[Partial<Member>, string]>([
    [{ deviationBps: 0 }, 'may be off by 0 basis points'],
    [{ deviationBps: 25, driftBps: 26 }, 'usually moves by 26 basis points'],
    [{ secondFeed: getMember(usdc).feed }, 'is its first'],
    [{ secondFeed: '0x12' }, 'the second feed of'],
  ])('a price is as %j', (part, sentence) => {
    const broken = { ...getAggregate(usdc), members: [{ ...getMember(usdc), ...part }] }
    expect(() => checkNetwork({ ...withAggregates([broken]), pools: [] })).toThrow(sentence)
  })

  test('a member stands on a chain that is not of the network', () => {
    const away: Member = { ...getMember(usdc), assetType: 'eip155:1/slip44:60' }
    const broken = { ...getAggregate(usdc), members: [away] }
    expect(() => checkNetwork({ ...withAggregates([broken]), pools: [] })).toThrow(
      'eip155:1/slip44:60 is not on a chain of the network',
    )
  })

  test('a chain has no name', () => {
    const chains = devnet.chains.map((chain) => ({ ...chain, name: '' }))
    expect(() => checkNetwork({ ...devnet, chains })).toThrow('has no name')
  })

  test('a chain is listed twice', () => {
    const chains = [...devnet.chains, ...devnet.chains]
    expect(() => checkNetwork({ ...devnet, chains })).toThrow('is listed twice')
  })

  test('the tokens of a pool are not in the order of the pool', () => {
    const pools = devnet.pools.map((pool) => {
      const [token0, token1] = pool.tokens
      return { ...pool, tokens: [token1, token0] as const }
    })
    expect(() => checkNetwork({ ...devnet, pools })).toThrow("not in the pool's order")
  })

  test('less than five minutes lie between delivery and refund', () => {
    const deadlines = { ...devnet.deadlines, refundSeconds: devnet.deadlines.fillSeconds + 299 }
    expect(() => checkNetwork({ ...devnet, deadlines })).toThrow('299 s lie between')
  })

  test('one address has two roles', () => {
    const roles = { ...devnet.roles, payee: devnet.roles.solver }
    expect(() => checkNetwork({ ...devnet, roles })).toThrow('has two roles')
  })
})

function withAggregates(aggregates: readonly Aggregate[]): Network {
  return { ...devnet, aggregates }
}

function getAggregate(aggregate: Aggregate | undefined): Aggregate {
  if (!aggregate) throw new Error('The devnet has no such aggregate.')
  return aggregate
}

function getMember(aggregate: Aggregate | undefined): Member {
  const [member] = getAggregate(aggregate).members
  if (!member) throw new Error('The aggregate has no member.')
  return member
}

/** The same asset in upper case. */
function upperCased(member: Member): Member {
  const at = member.assetType.indexOf('0x') + 2
  const reference = member.assetType.slice(at).toUpperCase()
  return { ...member, assetType: `${chainPart(member)}/erc20:0x${reference}` }
}

function chainPart({ assetType }: Member): `eip155:${string}` {
  const [, number = ''] = /^eip155:(\d+)\//.exec(assetType) ?? []
  return `eip155:${number}`
}

function getReef({ chains }: Network): SolanaNetworkChain {
  const found = chains.find((chain) => chain.kind === 'solana')
  if (found?.kind !== 'solana') throw new Error('There is no Solana cluster.')
  return found
}

/** The devnet with changes to its cluster. */
function withReef(changes: Partial<SolanaNetworkChain>): Network {
  const reef = getReef(devnetWithSolana)
  const others = devnetWithSolana.chains.filter(({ kind }) => kind === 'evm')
  return { ...devnetWithSolana, chains: [...others, { ...reef, ...changes }] }
}
