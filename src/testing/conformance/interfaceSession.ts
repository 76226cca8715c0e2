import { privateKeyToAccount } from 'viem/accounts'

import { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { type SessionPolicy, buildSessionTypedData } from '#protocol/accounts/session.ts'
import { type Answer, parseBody, type ConformanceContext } from './interface.ts'
import {
  commonRows,
  type Expected,
  getKinds,
  type OutageRow,
  outageRows,
  refusal,
  type Row,
  withField,
} from './interfaceRow.ts'
import { attacker } from './interfaceSigned.ts'

const admin = privateKeyToAccount(`0x${'a7'.repeat(32)}`)
const paths = ['/api/account/revoke-session', '/api/account/allow-session'] as const
type Path = (typeof paths)[number]

/** How a statement differs from a valid one. */
type Change = {
  signer?: typeof attacker
  /** Seconds from now. */
  deadline?: number
  /** Uses the admin key as session key. */
  isOne?: true
  /** Names an account of other keys. */
  about?: EvmAddress
}

let made = 0

type Case = readonly [
  outcome: string,
  expected: Expected,
  ask: (harness: ConformanceContext) => Promise<Answer>,
]

/** Rows of both session endpoints, which accept role-based accounts only. */
export function sessionRows(): Row[] {
  const [revoke, allow] = paths
  return [
    ...paths.flatMap((path) => [
      ...getRows(path, commonCases(path)),
      ...commonRows(path, (harness) => statement(harness, { path })),
    ]),
    ...getRows(allow, [
      [
        'no policy',
        refusal('policy'),
        (harness) => sendInvalid(harness, { path: allow, at: 'policy', value: undefined }),
      ],
      [
        'a key that was revoked',
        { status: 409, code: 'CONFLICT' },
        async (harness) => {
          const key = newSession()
          parseBody(await harness.send(revoke, await statement(harness, { path: revoke, key })))
          return harness.send(allow, await statement(harness, { path: allow, key }))
        },
      ],
    ]),
  ]
}

function getRows(path: Path, cases: readonly Case[]): Row[] {
  const endpoint = `POST ${path}`
  return cases.map(([outcome, expected, ask]) => ({
    endpoint,
    outcome,
    kinds: getKinds(path),
    expected,
    ask,
  }))
}

function commonCases(path: Path): readonly Case[] {
  return [
    ['success', { status: 200 }, (harness) => sendStatement(harness, path)],
    [
      'signed by somebody else',
      refusal('signature', 'INVALID_SIGNATURE'),
      (harness) => sendStatement(harness, path, { signer: attacker }),
    ],
    [
      'a deadline that has passed',
      refusal('deadline'),
      (harness) => sendStatement(harness, path, { deadline: -10 }),
    ],
    [
      'a deadline beyond an hour',
      refusal('deadline'),
      (harness) => sendStatement(harness, path, { deadline: 7_200 }),
    ],
    [
      'one key as session and admin',
      refusal('account.sessionAddress'),
      (harness) => sendStatement(harness, path, { isOne: true }),
    ],
    [
      'an address of other keys',
      { status: 400, code: 'ADDRESS_MISMATCH' },
      (harness) => sendStatement(harness, path, { about: attacker.address }),
    ],
    ...['account', 'deadline', 'signature'].map((at): Case => [
      `no ${at}`,
      refusal(at),
      (harness) => sendInvalid(harness, { path, at, value: undefined }),
    ]),
  ]
}

/** Rows of the session endpoints while the database is down. */
export function sessionOutages(): OutageRow[] {
  return paths.flatMap((path) =>
    outageRows(path, { good: (harness) => statement(harness, { path }), down: ['database'] }),
  )
}

async function sendStatement(
  harness: ConformanceContext,
  path: Path,
  change: Change = {},
): Promise<Answer> {
  return harness.send(path, await statement(harness, { path, ...change }))
}

async function sendInvalid(
  harness: ConformanceContext,
  { path, at, value }: { path: Path; at: string; value: unknown },
): Promise<Answer> {
  const body = await statement(harness, { path })
  return harness.send(path, withField(body, { at: at.split('.'), value }))
}

function newSession() {
  made += 1
  return privateKeyToAccount(`0x5e55${made.toString(16).padStart(60, '0')}`)
}

/** An admin's statement about the session key of a new account. */
async function statement(
  harness: ConformanceContext,
  options: Change & { path: Path; key?: ReturnType<typeof newSession> },
): Promise<object> {
  const { path, signer = admin, deadline: ahead = 600, isOne } = options
  const { address } = isOne ? admin : (options.key ?? newSession())
  const keys = { sessionAddress: address, adminAddress: admin.address }
  const answer = await harness.send('/api/account/predict-address', keys)
  const predicted = EvmAddress.parse(parseBody(answer)['predictedAddress'])
  const accountAddress = options.about ?? predicted
  const account = RoleBasedAccount.parse({ type: 'role-based', ...keys, accountAddress })
  const policy: SessionPolicy = { paysOthers: true, makesCalls: true }
  const allows = path === '/api/account/allow-session' && { policy }
  const deadline = BigInt(Math.floor(Date.now() / 1000) + ahead)
  const typed = buildSessionTypedData(
    { account: accountAddress, session: address, ...allows, deadline },
    harness.service.devnet.network.name,
  )
  const words = await signer.signTypedData(typed)
  return { account, deadline: deadline.toString(), signature: words, ...allows }
}
