import type { Answer, Generation, Kind, ConformanceContext } from './interface.ts'
import { getKinds, refusal, type Row } from './interfaceRow.ts'
import {
  executed,
  executedCall,
  type Making,
  signedCall,
  signedQuote,
  attacker,
} from './interfaceSigned.ts'

/** Rows for wallets that cannot sign typed data and sign the hash as an Ethereum message. */
export function messageRows(): Row[] {
  return ([1, 3] as const).flatMap((generation) => {
    const prefix = generation === 1 ? '/api/quotes' : '/api/v3/quote'
    const calls = `${prefix}/call-quote`
    const execute = `${prefix}/execute-quote`
    const path = execute
    return [
      messageRow(calls, 'success, signed as a message', (harness, making) =>
        signedCall(harness, making).then((body) => harness.send(calls, body)),
      ),
      messageRow(calls, 'a message signed by a stranger', (harness, making) =>
        signedCall(harness, { ...making, signer: attacker }).then((body) =>
          harness.send(calls, body),
        ),
      ),
      messageRow(execute, 'success, signed as a message', (harness, { kind, ...making }) =>
        executed(harness, { ...making, path, kind }),
      ),
      messageRow(execute, 'success of a contract call, signed as a message', (harness, making) =>
        executedCall(harness, { ...making, path }),
      ),
      messageRow(execute, 'a message signed by a stranger', (harness, making) =>
        signedQuote(harness, { ...making, signer: attacker }).then((body) =>
          harness.send(execute, body),
        ),
      ),
    ].map((row) => row(generation))
  })
}

function messageRow(
  path: string,
  outcome: string,
  ask: (
    harness: ConformanceContext,
    making: Making & { kind: Kind; form: 'hash' },
  ) => Promise<Answer>,
): (generation: Generation) => Row {
  const signed = path.endsWith('call-quote') ? 'chainOperation' : 'originChainsOperations.0'
  return (generation) => ({
    endpoint: `POST ${path}`,
    outcome,
    // Role-based accounts approve with typed data only.
    kinds: getKinds(path).filter((kind) => kind !== 'role-based'),
    expected: outcome.startsWith('success')
      ? { status: 200 }
      : refusal(`${signed}.userOp.signature`, 'INVALID_SIGNATURE'),
    ask: async (harness, kind) =>
      ask(harness, { owners: await harness.owners(kind), generation, kind, form: 'hash' }),
  })
}
