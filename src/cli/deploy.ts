import { deployToChain, type DeploymentOrder } from '#devnet/deployToChain.ts'
import { EvmAddress } from '#protocol/caip.ts'
import { Hash } from '#protocol/hex.ts'
import { createEnvironmentReader } from '#service/environment.ts'

// `npm run deploy`: our contracts on the chain at RPC_URL, owned by DEPLOYER_KEY under SALT.
const read = createEnvironmentReader(process.env)
const twoDays = 172_800n

try {
  const { contracts, sent } = await deployToChain(readOrder())
  for (const { name, address, codeHash } of contracts) console.log(`${name} ${address} ${codeHash}`)
  console.log(sent === 0 ? 'All of it stood already.' : `${sent} transactions.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @throws Error with one sentence for each variable at fault; none repeats a value. */
function readOrder(): DeploymentOrder {
  const order = {
    rpcUrl: read.required('RPC_URL'),
    deployerKey: hash('DEPLOYER_KEY', read.required('DEPLOYER_KEY')),
    salt: hash('SALT', read.required('SALT')),
    delaySeconds: read.units('SIGNERS_DELAY_SECONDS', twoDays),
    cosigner: address('COSIGNER', read.required('COSIGNER')),
    paymasterSigner: address('PAYMASTER_SIGNER', read.required('PAYMASTER_SIGNER')),
    attestors: read.list('ATTESTORS', '').map((one) => address('ATTESTORS', one)),
    attestorThreshold: read.integer('ATTESTOR_THRESHOLD', { fallback: 1, max: 255 }),
    executors: read.list('EXECUTORS', '').map((one) => address('EXECUTORS', one)),
    paymasterDeposit: read.units('PAYMASTER_DEPOSIT_WEI', 0n),
  }
  for (const name of ['ATTESTORS', 'EXECUTORS'] as const)
    if (read.list(name, '').length === 0) read.fault(`${name} is missing in the environment.`)
  if (read.faults.length > 0) throw new Error(read.faults.join('\n'))
  return order
}

function hash(name: string, text: string): Hash {
  const parsed = Hash.safeParse(text)
  if (parsed.success) return parsed.data
  if (text !== '') read.fault(`${name} is not 32 bytes of hex.`)
  return `0x${'0'.repeat(64)}`
}

function address(name: string, text: string): EvmAddress {
  const parsed = EvmAddress.safeParse(text)
  if (parsed.success) return parsed.data
  if (text !== '') read.fault(`${name} holds what is no address.`)
  return `0x${'0'.repeat(40)}`
}
