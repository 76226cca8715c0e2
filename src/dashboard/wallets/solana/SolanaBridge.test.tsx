import { ed25519 } from '@noble/curves/ed25519.js'
import { cleanup, render } from '@testing-library/react'
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { encodeBase64 } from '#chains/solana/program/bytes.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { signSolanaMessage } from './signSolana.ts'
import { SolanaBridge } from './SolanaBridge.tsx'
import {
  phoneAppName,
  saveSolanaConnection,
  getSolanaLink,
  getSolanaWallets,
  useSolanaWallets,
} from './solanaConnection.ts'
import { buildTestMessageBytes } from '#testing/dashboard/message.ts'
import {
  type TestSolanaBehaviour,
  createTestSolanaWallet,
} from '#testing/dashboard/solanaWallet.ts'
import { disconnectSolana } from '../accounts/owner/useSolanaChoices.ts'

const seed = new Uint8Array(32).fill(1)
const address = encodeBase58(ed25519.getPublicKey(seed))
let count = 0

/** As in the app: the component that renders the bridge also follows the store it updates. */
function Watching() {
  useSolanaWallets()
  return <SolanaBridge />
}

beforeEach(() => {
  // Its handlers stay on the page, and the failures that tests expect would be logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  await disconnectSolana()
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

/** Registers a wallet with a name of its own and renders the bridge. */
function announce(behaviour?: TestSolanaBehaviour) {
  count += 1
  const name = `Wallet ${count}`
  const wallet = createTestSolanaWallet(name, seed, behaviour)
  registerWallet(wallet.wallet)
  return { ...wallet, name }
}

async function connect(name: string): Promise<string> {
  await expect.poll(() => getSolanaWallets().announced?.map((one) => one.name)).toContain(name)
  const link = await getSolanaLink()
  return link.connect(name)
}

function sign(of = address): Promise<string> {
  const message = buildTestMessageBytes(of)
  return signSolanaMessage(encodeBase64(message), of)
}

test('a wallet that announces itself is listed, connects and signs', async () => {
  render(<Watching />)
  const { name } = announce()
  expect(await connect(name)).toBe(address)
  expect(getSolanaWallets()).toMatchObject({
    connection: { kind: 'announced', name, address },
    isLive: true,
  })
  const message = buildTestMessageBytes(address)
  expect(await sign()).toBe(encodeBase58(ed25519.sign(message, seed)))
})

test('a wallet that declines to connect is not connected, and may be asked again', async () => {
  render(<Watching />)
  const wallet = announce()
  wallet.decline()
  await expect(connect(wallet.name)).rejects.toMatchObject({ code: 'REJECTED' })
  expect(getSolanaWallets()).toMatchObject({ connection: undefined, isLive: false })
  expect(await connect(wallet.name)).toBe(address)
})

test('a declined signature is told as such, and the wallet stays connected', async () => {
  render(<Watching />)
  const wallet = announce()
  await connect(wallet.name)
  wallet.decline()
  await expect(sign()).rejects.toMatchObject({
    code: 'REJECTED',
    message: 'You declined in the wallet.',
  })
  expect(getSolanaWallets()).toMatchObject({ connection: { name: wallet.name }, isLive: true })
})

test('a wallet that changes the message is named and refused', async () => {
  render(<Watching />)
  const { name } = announce({
    change: (message) => ({
      ...message,
      instructions: [...message.instructions, ...message.instructions],
    }),
  })
  await connect(name)
  await expect(sign()).rejects.toMatchObject({
    code: 'CHANGED',
    message: `${name} added an instruction before signing.`,
  })
})

test('a wallet that signs with another key is refused', async () => {
  render(<Watching />)
  const { name } = announce({ signer: new Uint8Array(32).fill(2) })
  await connect(name)
  await expect(sign()).rejects.toMatchObject({ code: 'FAILED' })
})

test('an account that was changed in the wallet is followed, and the one before not signed for', async () => {
  render(<Watching />)
  const wallet = announce()
  await connect(wallet.name)
  wallet.changeAccount(new Uint8Array(32).fill(3))
  const next = wallet.address()
  await expect.poll(() => getSolanaWallets().connection).toMatchObject({ address: next })
  await expect(sign(address)).rejects.toMatchObject({ code: 'ACCOUNT' })
  expect(wallet.countRequests()).toBe(0)
  expect(await sign(next)).not.toBe('')
})

test('a wallet that locks itself is disconnected, and the reason said', async () => {
  render(<Watching />)
  const wallet = announce()
  await connect(wallet.name)
  wallet.lock()
  await expect.poll(() => getSolanaWallets().connection).toBeUndefined()
  expect(getSolanaWallets().error).toBe(
    `${wallet.name} is no longer connected. It’s locked, or was disconnected there.`,
  )
  await expect(sign()).rejects.toMatchObject({ code: 'ABSENT' })
})

test('the wallet of the last visit is taken up again without asking', async () => {
  const shown = render(<Watching />)
  const wallet = announce()
  await connect(wallet.name)
  shown.unmount()
  wallet.decline()
  render(<Watching />)
  await expect.poll(() => getSolanaWallets().isLive).toBe(true)
  expect(getSolanaWallets().connection).toMatchObject({ name: wallet.name, address })
})

test('a wallet that was locked meanwhile is forgotten when the page is opened again', async () => {
  const shown = render(<Watching />)
  const wallet = announce()
  await connect(wallet.name)
  shown.unmount()
  wallet.lock()
  render(<Watching />)
  await expect.poll(() => getSolanaWallets().connection).toBeUndefined()
  expect(getSolanaWallets().error).toContain('locked')
})

test('a wallet that is not there is not signed with, and its account still shown', async () => {
  saveSolanaConnection({ kind: 'announced', name: 'Gone', address })
  render(<Watching />)
  await expect(sign()).rejects.toMatchObject({ code: 'ABSENT', message: 'Gone isn’t connected.' })
  expect(getSolanaWallets().connection).toMatchObject({ name: 'Gone', address })
})

test('of two wallets the one that was chosen last has the account', async () => {
  render(<Watching />)
  const [first, second] = [announce(), announce()]
  await connect(first.name)
  await connect(second.name)
  expect(getSolanaWallets()).toMatchObject({ connection: { name: second.name }, isLive: true })
  second.lock()
  await expect.poll(() => getSolanaWallets().connection).toBeUndefined()
})

test('a wallet that takes the name of the phone’s apps is neither listed nor connected', async () => {
  const taken = phoneAppName
  render(<Watching />)
  const { wallet } = createTestSolanaWallet(taken, seed)
  registerWallet(wallet)
  const other = announce()
  expect(await connect(other.name)).toBe(address)
  expect(getSolanaWallets().announced?.map(({ name }) => name)).not.toContain(taken)
  const link = await getSolanaLink()
  await expect(link.connect(taken)).rejects.toMatchObject({ code: 'ABSENT' })
})

test('a wallet that answers after another was chosen is not taken instead of it', async () => {
  render(<Watching />)
  let answer: (() => void) | undefined
  const slow = announce({ think: () => new Promise((resolve) => (answer = resolve)) })
  const outcome = connect(slow.name).then(
    () => 'taken',
    () => 'left',
  )
  await expect.poll(() => answer).toBeDefined()
  saveSolanaConnection({ kind: 'local' })
  answer?.()
  expect(await outcome).toBe('left')
  expect(getSolanaWallets().connection).toEqual({ kind: 'local' })
})
