import { expect, type Page } from '@playwright/test'
import {
  createPublicClient,
  http,
  isHex,
  numberToHex,
  parseEther,
  recoverMessageAddress,
  stringToHex,
  type Hex,
} from 'viem'
import { devnet } from '#networks/devnet/devnet.ts'
import { readLocalKeyAddress, readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { test } from '../../fixtures/flow.ts'
import { getChainByName, getChainNumber, type ServiceInfo } from '../../product/service.ts'
import { findAnnounced, injectAttackerScript, pressByScript } from '../../wallets/attackerScript.ts'
import {
  getAmountOverAllChains,
  askForSwap,
  readBothSides,
  signAndSend,
} from '../../pages/swapFlow.ts'

test.use(halfSize)

const attacker = '0x00000000000000000000000000000000000000aa'
const text = 'Log in to somewhere else'
const hashLike = 'thirty-two bytes that are a text'
const asked = [
  { state: 'prompt-message', method: 'personal_sign', title: 'Sign a message?', shows: [text] },
  {
    state: 'prompt-hash',
    method: 'personal_sign',
    text: hashLike,
    title: 'Sign a message?',
    shows: [hashLike, 'This text may be a hash'],
  },
  {
    state: 'prompt-permit',
    method: 'eth_signTypedData_v4',
    title: 'Sign typed data?',
    shows: ['This may let others take your funds', 'Drain', 'details.token', 'Firth'],
  },
  {
    // A permit in the struct in which a smart account signs for others (ERC-7739).
    state: 'prompt-wrapped-permit',
    method: 'eth_signTypedData_v4',
    isWrapped: true,
    title: 'Sign typed data?',
    shows: ['This TypedDataSign contains a PermitSingle', 'contents.details.token', 'Firth'],
  },
  {
    state: 'prompt-authorization',
    method: 'wallet_signAuthorization',
    title: 'Let a contract act as your address?',
    shows: ['This gives away control of your address', 'Unknown', 'Firth'],
  },
  {
    state: 'prompt-transaction',
    method: 'eth_sendTransaction',
    title: 'Send a transaction?',
    shows: ['0.001 ETH', 'Maximum network fee', 'Firth'],
  },
] satisfies Asked[]

/** A request, the title of its dialog, and the texts that the dialog must show. */
type Asked = {
  /** Its name in the pictures. */
  state: string
  method: Method
  text?: string
  isWrapped?: boolean
  title: string
  shows: string[]
}
type Method =
  | 'personal_sign'
  | 'eth_signTypedData_v4'
  | 'wallet_signAuthorization'
  | 'eth_sendTransaction'

test('requests of other scripts are explained, and nothing is signed when they are rejected', async ({
  page,
  service,
}) => {
  const owner = await enter(page)
  const before = await readOwner(service, owner)
  const { ask } = await injectAttackerScript(page)
  for (const { title, shows, ...what } of asked) {
    const answer = ask(what.method, paramsOf(what, owner))
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toContainText('not by Estuary')
    for (const words of shows) await expect(dialog).toContainText(words)
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    expect(await answer, what.method).toEqual({ code: 4001 })
    await expect(dialog).toBeHidden()
  }
  expect(await readOwner(service, owner)).toEqual(before)
})

test('no script finds the local wallet where wallets are announced', async ({ page, wallet }) => {
  await enter(page)
  // The injected wallet is found, so the discovery works.
  await expect.poll(() => findAnnounced(page)).toContain(wallet.name)
  // Code that loads later announces nothing either.
  await page.waitForLoadState('networkidle')
  expect(await findAnnounced(page)).not.toContain('Local wallet')
})

test('a script cannot press the button, a person can', async ({ page, service }) => {
  const owner = await enter(page)
  const { ask } = await injectAttackerScript(page)
  const answer = ask('personal_sign', paramsOf({ method: 'personal_sign' }, owner))
  const dialog = page.getByRole('dialog', { name: 'Sign a message?' })
  await expect(dialog.getByRole('button', { name: 'Sign the message' })).toBeVisible()
  await pressByScript(page, 'Sign the message')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign the message' }).click()
  const { result } = await answer
  const signature = isHex(result) ? result : '0x'
  expect(await recoverMessageAddress({ message: text, signature })).toBe(owner)

  const sent = ask('eth_sendTransaction', paramsOf({ method: 'eth_sendTransaction' }, owner))
  await page.getByRole('button', { name: 'Send the transaction' }).click()
  const hash = (await sent).result
  const receipt = await clientOf(service).waitForTransactionReceipt({
    hash: isHex(hash) ? hash : '0x',
  })
  expect(receipt).toMatchObject({ status: 'success', from: owner.toLowerCase(), to: attacker })
})

test('at most three requests wait, and further ones can be silenced', async ({ page }) => {
  const owner = await enter(page)
  const { ask } = await injectAttackerScript(page)
  const answers = [1, 2, 3, 4, 5].map(() =>
    ask('personal_sign', paramsOf({ method: 'personal_sign' }, owner)),
  )
  const dialog = page.getByRole('dialog', { name: 'Sign a message?' })
  await expect(dialog).toContainText('Request 1 of 3')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog).toContainText('Request 1 of 2')
  await dialog.getByRole('button', { name: /^Reject all requests/ }).click()
  const codes = (await Promise.all(answers)).map(({ code = 0 }) => code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([-32005, -32005, 4001, 4001, 4001])
  expect(await ask('personal_sign', paramsOf({ method: 'personal_sign' }, owner))).toEqual({
    code: 4001,
  })
  await expect(dialog).toBeHidden()
})

test('a swap that was reviewed here opens no second dialog', async ({ page, service }) => {
  await page.goto('/')
  const owned = { address: await tryItNow(page), solana: await readLocalSolanaAddress(page) }
  await askForSwap(page, getAmountOverAllChains(await readBothSides(service, owned)))
  await page.evaluate(recordDialogs)
  const quote = await signAndSend(page)
  expect(quote.originChainsOperations).toHaveLength(service.chains.length)
  expect(await page.evaluate(() => Reflect.get(window, 'openedDialogs'))).toEqual([])
})

test('the prompts are accessible, in both themes, wide and on a phone', async ({ page }) => {
  const owner = await enter(page)
  // Amounts would show behind the dialogs.
  await page.goto('/receipt')
  // Until the wallet is back, requests of others are refused.
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account/ })).toBeVisible()
  const { ask } = await injectAttackerScript(page)
  for (const { state, title, shows: _, ...what } of asked) {
    const answer = ask(what.method, paramsOf(what, owner))
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('button', { name: /^S(ign|end) the/ })).toBeVisible()
    await expectPictures(page, state)
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await answer
  }
})

/** Enters by "Try it now". @returns The address of the signing key. */
async function enter(page: Page): Promise<Hex> {
  await page.goto('/')
  await tryItNow(page)
  return readLocalKeyAddress(page)
}

/** Balance and nonce on Firth, which show whether a transaction was sent. */
async function readOwner(service: ServiceInfo, address: Hex): Promise<[bigint, number]> {
  const client = clientOf(service)
  return Promise.all([client.getBalance({ address }), client.getTransactionCount({ address })])
}

function clientOf(service: ServiceInfo) {
  return createPublicClient({ transport: http(getChainByName(service, 'Firth').rpcUrl) })
}

function paramsOf({ method, ...what }: Pick<Asked, 'method' | 'text' | 'isWrapped'>, owner: Hex) {
  const chainId = getChainNumber(devnet.chains[0]?.chainId ?? '')
  switch (method) {
    case 'personal_sign':
      return [stringToHex(what.text ?? text), owner]
    case 'eth_signTypedData_v4':
      return [owner, what.isWrapped ? wrappedPermit(chainId) : JSON.stringify(permit(chainId))]
    case 'wallet_signAuthorization':
      return [{ address: attacker, chainId, nonce: 0 }]
    case 'eth_sendTransaction':
      return [{ from: owner, to: attacker, value: numberToHex(parseEther('0.001')) }]
  }
}

/** A permit that would let the attacker take a token. */
function permit(chainId: number) {
  return {
    domain: { name: 'Drain', chainId, verifyingContract: attacker },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      PermitSingle: [
        { name: 'details', type: 'Details' },
        { name: 'spender', type: 'address' },
      ],
      Details: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
      ],
    },
    primaryType: 'PermitSingle',
    message: { details: { token: attacker, amount: '1000000' }, spender: attacker },
  }
}

/** The same, nested in the struct that a smart account signs (ERC-7739). */
function wrappedPermit(chainId: number): string {
  const { types, message, ...rest } = permit(chainId)
  const TypedDataSign = [
    { name: 'contents', type: 'PermitSingle' },
    { name: 'verifyingContract', type: 'address' },
  ]
  return JSON.stringify({
    ...rest,
    types: { ...types, TypedDataSign },
    primaryType: 'TypedDataSign',
    message: { contents: message, verifyingContract: attacker },
  })
}

/** Runs in the page: records the title of each dialog that opens from now on. */
function recordDialogs(): void {
  const opened: string[] = []
  Reflect.set(window, 'openedDialogs', opened)
  new MutationObserver(() => {
    for (const dialog of document.querySelectorAll('dialog'))
      opened.push(dialog.querySelector('h2')?.textContent ?? '')
  }).observe(document.body, { childList: true, subtree: true })
}
