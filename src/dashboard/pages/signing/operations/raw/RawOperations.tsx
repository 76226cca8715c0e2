import { Download } from 'lucide-react'
import { useState } from 'react'

import { hashApproval } from '#chains/evm/account/recoverSigner.ts'
import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import { Button } from '../../../../components/forms/Button.tsx'
import { Segmented } from '../../../../components/forms/Segmented.tsx'
import type { EvmOperationFacts, OperationFacts } from '../../../../review/verifyQuote.ts'
import { translate } from '../../../../language/translate.ts'
import { RawRows } from './RawRows.tsx'
import { RawSolana } from './RawSolana.tsx'

/**
 * Raw data of the operations: typed data and user operation, or the instructions of a Solana
 * message, and the digests that a hardware wallet shows.
 */
export function RawOperations(props: RawOperations.Props) {
  const { operations, saved } = props
  const [index, setIndex] = useState('0')
  const operation = operations[Number(index)] ?? operations[0]
  if (!operation) return <p className="text-ink-2">{translate('No operation could be read.')}</p>
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={translate('Operation')}
          value={String(operation.index)}
          options={operations.map(({ index: value, chain }) => ({
            value: String(value),
            label: chain.name,
          }))}
          onValueChange={setIndex}
        />
        <Button size="sm" icon={Download} onClick={() => saveJson(saved)}>
          {translate('Save {name}', { name: saved.name })}
        </Button>
      </div>
      {operation.kind === 'solana' ? (
        <RawSolana operation={operation} />
      ) : (
        <Raw operation={operation} />
      )}
    </div>
  )
}

export declare namespace RawOperations {
  type Props = {
    operations: readonly OperationFacts[]
    /** The JSON to save as a file: its kind (`quote`) and id. */
    saved: Saved
  }
}

type Saved = { name: string; id: string | undefined; received: unknown }

function Raw(props: { operation: EvmOperationFacts }) {
  const { typedData, userOp, calls } = props.operation
  const json = JSON.stringify(typedData, null, 2)
  return (
    <>
      <h3 className="mb-2 font-semibold">{translate('Typed data you sign')}</h3>
      <pre className="code">{json}</pre>
      <h3 className="mt-6 mb-2 font-semibold">{translate('Digests')}</h3>
      <RawRows
        rows={[
          ['EIP-712 digest', hashApproval(typedData)],
          ['callDataAndNonceHash', typedData.message.callDataAndNonceHash],
        ]}
      />
      <h3 className="mt-6 mb-2 font-semibold">{translate('Calls')}</h3>
      <RawRows
        rows={writeCalls(calls).map((call, index) => [
          translate('Call {number}', { number: index + 1 }),
          call,
        ])}
      />
      <h3 className="mt-6 mb-2 font-semibold">{translate('User operation')}</h3>
      <RawRows
        rows={Object.entries(userOp).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        )}
      />
    </>
  )
}

function saveJson({ name, id, received }: Saved): void {
  const blob = new Blob([JSON.stringify(received, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name}-${id?.slice(2, 10) ?? 'unread'}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** Writes the calls of a batch as code, with whole addresses and smallest units, in order. */
function writeCalls(calls: readonly CallFact[]): readonly string[] {
  return calls.map(writeCall)
}

function writeCall(call: CallFact): string {
  switch (call.kind) {
    case 'guard':
      return `check(${call.validAfter}, ${call.validUntil})`
    case 'watch':
      return `watch(${call.token}, ${call.owner})`
    case 'receipt':
      return `check(${call.token}, ${call.owner}, ${call.minimum})`
    case 'approval':
      return `approve(${call.spender}, ${call.amount})`
    case 'deposit':
      return `deposit(${call.order.fillId}, ${call.order.amount} + ${call.order.fee})`
    case 'transfer':
      return `transfer(${call.recipient}, ${call.amount})`
    case 'swap':
      return `exactInputSingle(${call.tokenIn}, ${call.tokenOut}, ${call.amountIn}, ${call.minimumOut})`
    case 'wrap':
      return `deposit{value: ${call.amount}}()`
    case 'unwrap':
      return `withdraw(${call.amount})`
    case 'pull':
      return `pull(${call.prepareId}, ${call.solver}, [${call.tokens.join(', ')}], [${call.amounts.join(', ')}])`
    case 'unknown':
      return `${call.call.to}.call{value: ${call.call.value}}(${call.call.data})`
  }
}
