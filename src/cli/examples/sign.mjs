// Signs the operations of a quote, or of a prepared call, with PRIVATE_KEY: reads it from standard
// input and writes it with the signatures. `address` as an argument writes the key's address instead.
import { json } from 'node:stream/consumers'
import { privateKeyToAccount } from 'viem/accounts'

const key = privateKeyToAccount(process.env.PRIVATE_KEY)
if (process.argv[2] === 'address') console.log(key.address)
else {
  const document = await json(process.stdin)
  const { chainOperation, originChainsOperations: operations = [chainOperation] } = document
  if (!operations[0]) throw new Error(`There is nothing to sign in ${JSON.stringify(document)}`)
  for (const { userOp, typedDataToSign } of operations)
    userOp.signature = await key.signTypedData(typedDataToSign)
  console.log(JSON.stringify(document))
}
