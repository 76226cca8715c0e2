import { toAccountJson } from './accountJson.ts'
import { parseFilters } from './accountMethods.ts'
import type { Bank } from '../bank/bank.ts'
import type { Commitment } from '#chains/solana/rpc/readAccounts.ts'
import { withContext } from './context.ts'
import { type Json, createInvalidParams } from '../bank/rpcAnswer.ts'
import type { Landed } from '../bank/ledger.ts'
import {
  readAddress,
  getCommitment,
  type RpcOptions,
  readOptions,
  type Params,
  readText,
} from '../bank/params.ts'

/** A client's subscription. */
type Subscription = {
  id: number
  /** As in `accountNotification`. */
  kind: SubscriptionKind
  commitment: Commitment
  /** Notifications for a landed transaction; undefined when it does not match. */
  onLanded?(landed: Landed, writable: ReadonlySet<string>): readonly (() => Json)[]
  onSlot?(slot: number): readonly Json[]
  /** Ends with its first notification. */
  isOnce?: boolean
  /** Notifications to send once their slot reaches the subscription's commitment. */
  waiting: { slot: number; notify: () => Json }[]
}

type SubscriptionKind = (typeof kinds)[number]

/** One client's subscriptions. */
export type Session = {
  /** Handles `xSubscribe` and `xUnsubscribe`; undefined for any other method. */
  handle(method: string, params: Params): Json | undefined
  /** Sends notifications made due by the last response; call it once that was sent. */
  settle(): void
  close(): void
}

/** Creates clients' sessions. */
export type Subscriptions = {
  open(send: (notification: Json) => void): Session
  /** Open subscriptions of all clients. */
  count(): number
}

type SubscriptionClient = {
  subscriptions: Map<number, Subscription>
  send: (notification: Json) => void
}

/** Maximum subscriptions per client. */
const maxSubscriptions = 1_000

/** Notifies clients of events on the chain. */
export function createSubscriptions(bank: Bank): Subscriptions {
  const clients = new Set<SubscriptionClient>()
  let lastId = 0

  bank.listen({
    onSlot(slot) {
      for (const client of clients)
        for (const subscription of client.subscriptions.values()) {
          for (const result of subscription.onSlot?.(slot) ?? [])
            notifyClient(client, { subscription, result })
          flush(client, subscription)
        }
    },
    onLanded(landed, writable) {
      for (const client of clients)
        for (const subscription of client.subscriptions.values()) {
          const news = subscription.onLanded?.(landed, writable) ?? []
          subscription.waiting.push(...news.map((say) => ({ slot: landed.slot, notify: say })))
          flush(client, subscription)
        }
    },
  })

  /** Sends notifications whose slot has reached the commitment. */
  function flush(client: SubscriptionClient, subscription: Subscription): void {
    const certain = bank.blocks.slot(subscription.commitment)
    while (subscription.waiting[0] && subscription.waiting[0].slot <= certain) {
      const next = subscription.waiting.shift()
      if (next) notifyClient(client, { subscription, result: next.notify() })
      if (subscription.isOnce === true) client.subscriptions.delete(subscription.id)
    }
  }

  return {
    open(send) {
      const client: SubscriptionClient = { subscriptions: new Map(), send }
      clients.add(client)
      return {
        handle(method, params) {
          const [, kind, verb] = /^([a-zA-Z]+?)(Subscribe|Unsubscribe)$/.exec(method) ?? []
          const make = kinds.find((known) => known === kind)
          if (!make) return undefined
          if (verb === 'Unsubscribe') return unsubscribe(client.subscriptions, params)
          if (client.subscriptions.size >= maxSubscriptions)
            throw createInvalidParams(`Too many subscriptions; max ${maxSubscriptions}`)
          lastId += 1
          client.subscriptions.set(lastId, createSubscription(make, { bank, params, id: lastId }))
          return lastId
        },
        settle() {
          for (const subscription of client.subscriptions.values()) flush(client, subscription)
        },
        close: () => void clients.delete(client),
      }
    },
    count: () => [...clients].reduce((sum, { subscriptions }) => sum + subscriptions.size, 0),
  }
}

function notifyClient(
  { send }: SubscriptionClient,
  { subscription: { kind, id }, result }: { subscription: Subscription; result: Json },
): void {
  const method = `${kind}Notification`
  send({ jsonrpc: '2.0', method, params: { result, subscription: id } })
}

const kinds = ['signature', 'account', 'program', 'logs', 'slot', 'slotsUpdates', 'root'] as const
/** Sent for every slot to subscribers of slots. */
const slotKinds: readonly SubscriptionKind[] = ['slot', 'slotsUpdates', 'root']

function unsubscribe(subscriptions: Map<number, Subscription>, params: Params): Json {
  const [id] = params
  if (typeof id === 'number' && subscriptions.delete(id)) return true
  throw createInvalidParams('Invalid subscription id.')
}

type SubscriptionRequest = { bank: Bank; params: Params; id: number }

function createSubscription(kind: SubscriptionKind, request: SubscriptionRequest): Subscription {
  const { bank, params, id } = request
  const options = slotKinds.includes(kind) ? {} : readOptions(params, 1)
  const commitment = getCommitment(options)
  const base = { id, kind, commitment, waiting: [] }
  switch (kind) {
    case 'signature':
      return { ...base, ...createSignatureListener(request, commitment) }
    case 'account':
      return {
        ...base,
        onLanded: createAccountListener(bank, { address: readAddress(params, 0), options }),
      }
    case 'program':
      return {
        ...base,
        onLanded: createProgramListener(bank, { program: readAddress(params, 0), options }),
      }
    case 'logs':
      return { ...base, onLanded: createLogsListener(bank, { wanted: params[0], commitment }) }
    case 'slot':
      return {
        ...base,
        onSlot: (slot) => [{ slot, parent: slot - 1, root: bank.blocks.slot('finalized') }],
      }
    case 'slotsUpdates':
      return { ...base, onSlot: (slot) => buildSlotUpdates(slot, bank.blocks.slot('finalized')) }
    case 'root':
      return { ...base, onSlot: () => [bank.blocks.slot('finalized')] }
  }
}

/** Updates of a slot: here it is created and filled at once, and an earlier one becomes final. */
function buildSlotUpdates(slot: number, root: number): readonly Json[] {
  const timestamp = Date.now()
  return [
    { type: 'createdBank', slot, parent: slot - 1, timestamp },
    { type: 'completed', slot, timestamp },
    { type: 'optimisticConfirmation', slot, timestamp },
    { type: 'root', slot: root, timestamp },
  ]
}

/** A single notification, also when the transaction landed before the subscription. */
function createSignatureListener({ bank, params }: SubscriptionRequest, commitment: Commitment) {
  const signature = readText(params, 0)
  function say({ meta: { err } }: Landed): () => Json {
    return () => withContext(bank, { options: { commitment }, value: { err } })
  }
  const landed = bank.ledger.get(signature)
  return {
    isOnce: true,
    onLanded: (news: Landed) => (news.signature === signature ? [say(news)] : []),
    waiting: landed ? [{ slot: landed.slot, notify: say(landed) }] : [],
  }
}

type OnLanded = NonNullable<Subscription['onLanded']>

function createAccountListener(
  bank: Bank,
  { address, options }: { address: string; options: RpcOptions },
): OnLanded {
  const { runtime } = bank
  return (_, writable) => (writable.has(address) ? [say] : [])

  function say(): Json {
    const account = runtime.account(address) ?? noAccount
    return withContext(bank, { options, value: toAccountJson(account, { runtime, options }) })
  }
}

/** A closed account as a cluster shows it. */
const noAccount = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: '11111111111111111111111111111111',
  isExecutable: false,
}

function createProgramListener(
  bank: Bank,
  { program, options }: { program: string; options: RpcOptions },
): OnLanded {
  const { runtime } = bank
  const fits = parseFilters(options)
  return (_, writable) =>
    [...writable].flatMap((address) => {
      const account = runtime.account(address)
      if (account?.owner !== program) return []
      if (!fits.every((fit) => fit(Buffer.from(account.data)))) return []
      const shown = toAccountJson(account, { runtime, options })
      return [() => withContext(bank, { options, value: { pubkey: address, account: shown } })]
    })
}

function createLogsListener(
  bank: Bank,
  { wanted, commitment }: { wanted: unknown; commitment: Commitment },
): OnLanded {
  const mentioned = wanted === 'all' || wanted === 'allWithVotes' ? undefined : parseMention(wanted)
  return (landed) => {
    const { addresses, signature, meta } = landed
    if (mentioned !== undefined && !addresses.includes(mentioned)) return []
    const value = { signature, err: meta.err, logs: meta.logMessages }
    return [() => withContext(bank, { options: { commitment }, value })]
  }
}

function parseMention(wanted: unknown): string {
  const mentions = readOptions([wanted], 0)['mentions']
  if (Array.isArray(mentions) && mentions.length === 1) return readAddress(mentions, 0)
  throw createInvalidParams('Invalid Request: Only 1 address supported')
}
