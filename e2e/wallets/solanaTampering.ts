import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedMessage,
} from '@solana/web3.js'

/** Fields of a Solana quote that tests alter; the rest passes unchanged. */
export type SolanaQuote = {
  originChainsOperations: {
    amount: string
    feePayer: string
    dataToSign: string
    addressLookupTableAddresses?: string[]
    instructions: {
      programId: string
      keys: { pubkey: string; isSigner: boolean; isWritable: boolean }[]
      data: string
    }[]
  }[]
  destinationToken: { recipientAccount: string }
}

type SolanaOperation = SolanaQuote['originChainsOperations'][number]

const attacker = Keypair.generate().publicKey

/**
 * One alteration for each property that a signer on Solana relies on. Each is consistent: the message and
 * the quote agree.
 */
export const solanaTamperings: { what: string; tampering: (quote: SolanaQuote) => void }[] = [
  {
    what: 'another recipient',
    tampering({ destinationToken }) {
      const chain = destinationToken.recipientAccount.split(':').slice(0, 2).join(':')
      destinationToken.recipientAccount = `${chain}:0x00000000000000000000000000000000deadbeef`
    },
  },
  {
    what: 'a larger amount',
    tampering: alter((message, operation) => {
      const amount = BigInt(operation.amount)
      const last = message.instructions.at(-1)
      if (last) last.data = replaceBytes(last.data, encodeUnits(amount), encodeUnits(amount * 2n))
      operation.amount = String(amount * 2n)
    }),
  },
  {
    what: 'another fee payer',
    tampering: alter((message, operation) => {
      message.payerKey = attacker
      operation.feePayer = attacker.toBase58()
    }),
  },
  {
    what: 'another program',
    tampering: alter((message) => {
      const last = message.instructions.at(-1)
      if (last) last.programId = attacker
    }),
  },
  {
    what: 'an added instruction',
    tampering: alter((message) => {
      const owner = message.instructions.at(-1)?.keys.find(({ isSigner }) => isSigner)?.pubkey
      if (owner)
        message.instructions.push(
          SystemProgram.transfer({ fromPubkey: owner, toPubkey: attacker, lamports: 1_000_000 }),
        )
    }),
  },
  {
    what: 'a lookup table',
    tampering({ originChainsOperations: [operation] }) {
      if (!operation) return
      const message = decompileMessage(operation)
      const key = Keypair.generate().publicKey
      const addresses = message.instructions.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey))
      const state = {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses,
      }
      rewrite(operation, message, [new AddressLookupTableAccount({ key, state })])
      operation.addressLookupTableAddresses = [key.toBase58()]
    },
  },
]

/** Alters the message of the single operation, and the quote to match. */
function alter(change: (message: TransactionMessage, operation: SolanaOperation) => void) {
  return ({ originChainsOperations: [operation] }: SolanaQuote) => {
    if (!operation) return
    const message = decompileMessage(operation)
    change(message, operation)
    rewrite(operation, message)
  }
}

function decompileMessage({ dataToSign }: SolanaOperation): TransactionMessage {
  return TransactionMessage.decompile(
    VersionedMessage.deserialize(Buffer.from(dataToSign, 'base64')),
  )
}

function rewrite(
  operation: SolanaOperation,
  message: TransactionMessage,
  tables?: AddressLookupTableAccount[],
): void {
  operation.dataToSign = Buffer.from(message.compileToV0Message(tables).serialize()).toString(
    'base64',
  )
  operation.instructions = message.instructions.map(({ programId, keys, data }) => ({
    programId: programId.toBase58(),
    keys: keys.map(({ pubkey, ...rights }) => ({
      pubkey: new PublicKey(pubkey).toBase58(),
      ...rights,
    })),
    data: data.toString('hex'),
  }))
}

/** Encodes an amount as 64-bit little endian, as programs do. */
function encodeUnits(amount: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return bytes
}

function replaceBytes(data: Buffer, what: Buffer, by: Buffer): Buffer {
  const at = data.indexOf(what)
  if (at === -1) throw new Error('The instruction does not say the amount')
  return Buffer.concat([data.subarray(0, at), by, data.subarray(at + what.length)])
}
