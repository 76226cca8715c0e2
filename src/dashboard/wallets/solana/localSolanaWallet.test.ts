// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'

import { decodeTransaction, encodeTransaction, signersOf } from '#chains/solana/message.ts'
import { devnetWithSolana } from '#networks/devnetWithSolana.ts'
import { forgetLocalWallet, lockLocalWallet, unlockLocalWallet } from '../localWallet.ts'
import {
  approve,
  makeTestWallet,
  nextPrompt,
  testOnSolana as address,
  testPassphrase as passphrase,
  testPrompts,
} from '../testWallet.ts'
import { createLocalSolanaWallet } from './localSolanaWallet.ts'
import { isBy } from './takeSignature.ts'
import { testFeePayer, testMessage, testMessageBytes } from './testMessage.ts'

const message = testMessageBytes(address)

beforeEach(makeTestWallet)
afterEach(forgetLocalWallet)

test('a stranger learns the account only from the person, silently never, and not while locked', async () => {
  const { wallet, prompts, connect } = announced()
  expect((await connect({ silent: true })).accounts).toEqual([])
  const declined = connect()
  expect(await nextPrompt(prompts)).toMatchObject({ from: 'page', asked: { kind: 'accounts' } })
  prompts.reject()
  await expect(declined).rejects.toMatchObject({ code: 4001 })
  expect(wallet.accounts).toEqual([])

  await share({ prompts, connect })
  expect(wallet.accounts.map((account) => account.address)).toEqual([address])
  lockLocalWallet()
  expect(wallet.accounts).toEqual([])
  await expect(announced().connect()).rejects.toMatchObject({ code: 4100 })
  await unlockLocalWallet(passphrase)
  expect(wallet.accounts).toHaveLength(1)
})

test('a transaction is signed in its own place after a question, and the words of others stay', async () => {
  const { prompts, connect, sign } = announced()
  const theirs = new Uint8Array(64).fill(9)
  const transaction = encodeTransaction(message, new Map([[testFeePayer, theirs]]))
  await expect(sign(transaction)).rejects.toMatchObject({ code: 4100 })
  await share({ prompts, connect })

  const declined = sign(transaction)
  expect(await nextPrompt(prompts)).toMatchObject({
    from: 'page',
    address,
    asked: { kind: 'solanaTransaction', feePayer: testFeePayer },
  })
  prompts.reject()
  await expect(declined).rejects.toMatchObject({ code: 4001 })

  const answered = sign(transaction)
  await nextPrompt(prompts)
  approve(prompts)
  const signed = decodeTransaction(await answered)
  expect(signed?.message).toEqual(message)
  const place = signersOf(testMessage(address)).indexOf(address)
  const signature = signed?.signatures[place] ?? new Uint8Array()
  expect(isBy(address, { message, signature })).toBe(true)
  expect(signed?.signatures[signersOf(testMessage(address)).indexOf(testFeePayer)]).toEqual(theirs)
  await expect(sign(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: -32602 })
})

test('who listens is told when the account comes and goes, once each', async () => {
  const { wallet, prompts, connect } = announced()
  const { on } = wallet.features['standard:events']
  const told: number[] = []
  const stop = on('change', ({ accounts }) => told.push(accounts?.length ?? -1))
  await share({ prompts, connect })
  await connect()
  lockLocalWallet()
  await unlockLocalWallet(passphrase)
  await forgetLocalWallet()
  stop()
  expect(told).toEqual([1, 0, 1, 0])
})

function announced() {
  const prompts = testPrompts()
  const wallet = createLocalSolanaWallet({ prompts, network: devnetWithSolana })
  const { connect } = wallet.features['standard:connect']
  const { signTransaction } = wallet.features['solana:signTransaction']
  async function sign(transaction: Uint8Array): Promise<Uint8Array> {
    const [account] = wallet.accounts
    const shown = account ?? { address, publicKey: new Uint8Array(), chains: [], features: [] }
    const [output] = await signTransaction({ account: shown, transaction })
    return output?.signedTransaction ?? new Uint8Array()
  }
  return { wallet, prompts, connect, sign }
}

async function share(of: Pick<ReturnType<typeof announced>, 'prompts' | 'connect'>): Promise<void> {
  const shared = of.connect()
  await nextPrompt(of.prompts)
  approve(of.prompts)
  await shared
}
