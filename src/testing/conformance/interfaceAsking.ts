import {
  type Answer,
  parseBody,
  type Generation,
  type Kind,
  kinds,
  approveData,
  prepareBody,
  quoteBody,
  type ConformanceContext,
  singleKinds,
} from './interface.ts'
import {
  commonRows,
  type Expected,
  type Fault,
  faultRows,
  type GoodBody,
  refusal,
  type Row,
  withField,
} from './interfaceRow.ts'

const usdcNowhere = 'eip155:424242/erc20:0x00000000000000000000000000000000000000aa'
const nobody = '0x00000000000000000000000000000000000000aa'
const solana =
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const solanaAccount = { type: 'solana', accountAddress: solana.split(':')[2] }
const invalid: Expected = { status: 400, code: 'INVALID_REQUEST' }
const unsupportedAsset: Expected = { status: 400, code: 'UNSUPPORTED_ASSET' }

/** Rows of both quote endpoints. */
export function quoteRows(generation: Generation): Row[] {
  const path = generation === 1 ? '/api/v1/quote' : '/api/v3/quote'
  const good = goodQuoteRequest(generation)
  const account = generation === 1 ? 'from.account' : 'from.accounts.0'
  const faults: Fault[] = [
    ['no amount', 'from.amount', undefined, refusal('from.amount')],
    ['an amount of zero', 'from.amount', '0', refusal('from.amount')],
    ['an amount with a sign', 'from.amount', '-1', refusal('from.amount')],
    ['an amount with a leading zero', 'from.amount', '01', refusal('from.amount')],
    ['an amount as a number', 'from.amount', 5, refusal('from.amount')],
    [
      'no account',
      generation === 1 ? account : 'from.accounts',
      undefined,
      refusal(account.replace('.0', '')),
    ],
    ['no asset to pay with', 'from.asset', undefined, refusal('from.asset')],
    ['upper case in an id', 'from.asset.assetId', 'agg:USDC', refusal('from.asset.assetId')],
    ['agg:single', 'from.asset.assetId', 'agg:single', unsupportedAsset],
    ['an aggregate that is none', 'from.asset.assetId', 'agg:doge', unsupportedAsset],
    ['no destination', 'to', undefined, refusal('to')],
    ['an asset of an unknown chain', 'to.asset.assetId', usdcNowhere, unsupportedAsset],
    ['a recipient on an unknown chain', 'to.account', `eip155:424242:${nobody}`, { status: 400 }],
    ['a recipient of another family', 'to.account', solana, { status: 400 }],
    ['a recipient that is none', 'to.account', 'eip155:1:0x12', refusal('to.account')],
    ['a tolerance of zero', 'slippageTolerance', 0, refusal('slippageTolerance')],
    ['a tolerance above half', 'slippageTolerance', 5001, refusal('slippageTolerance')],
    [
      'an address of other keys',
      `${account}.accountAddress`,
      nobody,
      refusal(`${account}.accountAddress`, 'ADDRESS_MISMATCH'),
    ],
    [
      'an address with a wrong checksum',
      `${account}.accountAddress`,
      `0x${'aB'.repeat(20)}`,
      { status: 400, code: 'INVALID_REQUEST' },
    ],
    [
      'more than is held',
      'from.amount',
      '9000000000000',
      { status: 422, code: 'INSUFFICIENT_BALANCE' },
    ],
    ['less than its fees', 'from.amount', '100', { status: 422, code: 'AMOUNT_TOO_LOW' }],
    ...(generation === 3
      ? ([
          ['no account in the list', 'from.accounts', [], refusal('from.accounts')],
          [
            'eleven accounts',
            'from.accounts',
            Array.from({ length: 11 }, () => ({ ...solanaAccount })),
            refusal('from.accounts'),
          ],
          [
            'the same account twice',
            'from.accounts',
            [solanaAccount, solanaAccount],
            refusal('from.accounts'),
          ],
        ] as const)
      : []),
  ]
  return [
    success(path, good),
    ...faultRows(path, { good, faults }),
    {
      endpoint: `POST ${path}`,
      outcome: 'nothing to move',
      kinds: path.includes('v3') ? kinds : singleKinds,
      expected: { status: 422, code: 'NO_ROUTE' },
      async ask(harness, kind) {
        const body = await good(harness, kind)
        const assetId = harness.asset('Firth', 'USDC')
        const from = { ...Object(body).from, asset: { assetId } }
        return harness.send(path, { ...body, from, to: { asset: { assetId } } })
      },
    },
    ...commonRows(path, good),
  ]
}

async function buildIndicativeRequest(): Promise<object> {
  return {
    from: { asset: { assetId: 'agg:usdc' }, amount: '25000000' },
    to: { asset: { assetId: 'agg:eth' } },
  }
}

/** Rows of the quotes without accounts. */
export function indicativeRows(): Row[] {
  const path = '/api/v3/quote/indicative'
  const good = buildIndicativeRequest
  const faults: Fault[] = [
    ['no amount', 'from.amount', undefined, refusal('from.amount')],
    ['an amount of zero', 'from.amount', '0', refusal('from.amount')],
    ['no destination', 'to', undefined, refusal('to')],
    ['an aggregate that is none', 'from.asset.assetId', 'agg:doge', unsupportedAsset],
    ['a tolerance of zero', 'slippageTolerance', 0, refusal('slippageTolerance')],
    ['less than its fees', 'from.amount', '100', { status: 422, code: 'AMOUNT_TOO_LOW' }],
  ]
  return [success(path, good), ...faultRows(path, { good, faults }), ...commonRows(path, good)]
}

function goodQuoteRequest(generation: Generation): GoodBody {
  return async (harness, kind) =>
    quoteBody(harness, { owners: await harness.owners(kind), generation })
}

/** A quote request for a chain-specific asset, which no other asset can replace. */
export function specificQuoteBody(generation: Generation): GoodBody {
  return async (harness, kind) => {
    const body = quoteBody(harness, { owners: await harness.owners(kind), generation })
    return { ...body, from: { ...body.from, asset: { assetId: harness.asset('Firth', 'USDC') } } }
  }
}

/** A valid call. */
export function goodPrepareBody(generation: Generation): GoodBody {
  return async (harness, kind) =>
    prepareBody(harness, { owners: await harness.owners(kind), generation })
}

/** Rows of both prepare-call-quote endpoints. */
export function prepareRows(generation: Generation): Row[] {
  const path =
    generation === 1 ? '/api/quotes/prepare-call-quote' : '/api/v3/quote/prepare-call-quote'
  const good = goodPrepareBody(generation)
  const account = generation === 1 ? 'account' : 'accounts.0'
  const faults: Fault[] = [
    [
      'no account',
      generation === 1 ? 'account' : 'accounts',
      undefined,
      refusal(account.replace('.0', '')),
    ],
    ['no target chain', 'targetChain', undefined, refusal('targetChain')],
    [
      'an unknown target chain',
      'targetChain',
      'eip155:424242',
      { status: 400, code: 'UNSUPPORTED_CHAIN' },
    ],
    [
      'a target chain of another family',
      'targetChain',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      { status: 400 },
    ],
    ['no calls', 'calls', undefined, refusal('calls')],
    ['empty calls', 'calls', [], refusal('calls')],
    ['a call to nobody', 'calls.0.to', `0x${'00'.repeat(20)}`, refusal('calls.0.to')],
    ['a call without an address', 'calls.0.to', undefined, refusal('calls.0.to')],
    ['call data that is no hex', 'calls.0.data', '0xz', refusal('calls.0.data')],
    ['approve in the calls', 'calls.0.data', approveData(), refusal('calls.0.data')],
    ['a value that is no quantity', 'calls.0.value', '1', refusal('calls.0.value')],
    ['no tokens required', 'tokensRequired', undefined, refusal('tokensRequired')],
    [
      'an aggregate in tokensRequired',
      'tokensRequired.0.assetType',
      'agg:usdc',
      refusal('tokensRequired.0.assetType'),
    ],
    ['a token of another chain', 'tokensRequired.0.assetType', usdcNowhere, { status: 400 }],
    [
      'a token that is only named: nothing is lent, and nothing pays the gas',
      'tokensRequired.0.amount',
      '0',
      { status: 422, code: 'INSUFFICIENT_BALANCE' },
    ],
    [
      'more than is held',
      'tokensRequired.0.amount',
      '5000000000',
      { status: 422, code: 'INSUFFICIENT_BALANCE' },
    ],
    [
      'an allowance without a spender',
      'allowanceRequirements',
      [{ assetType: usdcNowhere, amount: '1' }],
      refusal('allowanceRequirements.0.spender'),
    ],
    [
      'overrides that are none',
      'overrides',
      [{ address: nobody, balance: '1' }],
      refusal('overrides.0.balance'),
    ],
    ['an end that has passed', 'validUntil', '1', refusal('validUntil')],
    ['a start beyond 2^48', 'validAfter', '281474976710656', refusal('validAfter')],
    ['a tolerance of zero', 'slippageTolerance', 0, refusal('slippageTolerance')],
    [
      'an address of other keys',
      `${account}.accountAddress`,
      nobody,
      { status: 400, code: 'ADDRESS_MISMATCH' },
    ],
    [
      'a call that reverts',
      'calls.0.data',
      '0xdeadbeef',
      { status: 422, code: 'SIMULATION_FAILED' },
    ],
    ...(generation === 3
      ? ([['no EVM account', 'accounts', [solanaAccount], { status: 400 }]] as const)
      : []),
  ]
  return [success(path, good), ...faultRows(path, { good, faults }), ...commonRows(path, good)]
}

/** Rows of predict-address, with one account at a time. */
export function predictRows(): Row[] {
  const path = '/api/account/predict-address'
  return [
    {
      ...success(path, readKeys, 201),
      async ask(harness, kind) {
        const [owner] = await harness.owners(kind)
        const answer = await harness.send(path, await readKeys(harness, kind))
        const { predictedAddress } = parseBody(answer)
        const isSame = predictedAddress === owner?.account.accountAddress
        return isSame ? answer : { status: 0, body: answer }
      },
    },
    {
      ...success(path, readKeys),
      outcome: 'a key that is no address',
      expected: invalid,
      async ask(harness, kind) {
        const at = [kind === 'role-based' ? 'sessionAddress' : 'signerAddress']
        return harness.send(path, withField(await readKeys(harness, kind), { at, value: '0x12' }))
      },
    },
    ...commonRows(path, readKeys),
  ]
}

/** Rows of the faucet, for any address. */
export function faucetRows(): Row[] {
  const path = '/api/devnet/faucet'
  return [
    success(path, oneUnit),
    ...faultRows(path, {
      good: oneUnit,
      faults: [
        ['no address', 'address', undefined, refusal('address')],
        ['an asset of nobody', 'assetType', usdcNowhere, { status: 400 }],
        ['an amount of zero', 'amount', '0', refusal('amount')],
      ],
    }),
    ...commonRows(path, oneUnit),
  ]
}

/** Rows of the devnet's fault scenarios, the same for every kind. */
export function scenarioRows(): Row[] {
  const path = '/api/devnet/scenarios'
  return [
    success(path, calmPrices),
    ...faultRows(path, {
      good: calmPrices,
      faults: [
        ['no name', 'name', undefined, refusal('name')],
        ['a scenario that is none', 'name', 'flood', { status: 400 }],
        ['neither on nor off', 'active', 'perhaps', refusal('active')],
      ],
    }),
    ...commonRows(path, calmPrices).filter(({ outcome }) => outcome !== 'another method'),
  ]
}

/** Deactivates a scenario that is inactive. */
async function calmPrices(): Promise<object> {
  return { name: 'moved-price', active: false }
}

/** Rows of removed endpoints. */
export function removedRows(): Row[] {
  const paths = [
    '/api/quotes/transfer-quote',
    '/api/quotes/swap-quote',
    '/api/v3/quote/transfer-quote',
  ]
  return paths.map((path) => ({
    endpoint: `POST ${path}`,
    outcome: 'removed',
    kinds,
    expected: { status: 404, code: 'NOT_FOUND' },
    ask: async (harness: ConformanceContext, kind: Kind): Promise<Answer> =>
      harness.send(path, quoteBody(harness, { owners: await harness.owners(kind), generation: 3 })),
  }))
}

function success(path: string, good: GoodBody, status = 200): Row {
  return {
    endpoint: `POST ${path}`,
    outcome: 'success',
    kinds: path.includes('/v3/') ? kinds : singleKinds,
    expected: { status },
    ask: async (harness, kind) => harness.send(path, await good(harness, kind)),
  }
}

async function readKeys(harness: ConformanceContext, kind: Kind): Promise<object> {
  const [owner] = await harness.owners(kind)
  const { accountAddress: _, ...keys } = Object(owner?.account)
  return keys
}

async function oneUnit(harness: ConformanceContext, kind: Kind): Promise<object> {
  const [owner] = await harness.owners(kind)
  const assetType = harness.asset('Firth', 'USDC')
  return { address: owner?.account.accountAddress, assetType, amount: '1' }
}
