import { decodeHex } from '#chains/solana/program/bytes.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { InstructionFact } from '#dashboard/review/cases/instructionFact.ts'
import type { SolanaOperationFacts } from '#dashboard/review/cases/operationFacts.ts'
import { translate } from '../../../../language/translate.ts'
import { getInstructionFields, getInstructionName, getAccountNames } from './instructionNames.ts'
import { RawRows } from './RawRows.tsx'

/** Raw data of a Solana message: digests, and each instruction with its accounts and data. */
export function RawSolana(props: RawSolana.Props) {
  const { operation } = props
  const { dataToSign, digest, facts, instructions, feePayer, recentBlockhash } = operation
  return (
    <>
      <h3 className="mb-2 font-semibold">{translate('Message you sign')}</h3>
      <RawRows
        rows={[
          ['dataToSign (base64)', dataToSign],
          [translate('Fee payer'), feePayer],
          [translate('Recent blockhash'), recentBlockhash],
        ]}
      />
      <h3 className="mt-6 mb-2 font-semibold">{translate('Digests')}</h3>
      <p className="mb-2 text-sm text-ink-3">
        {translate('Hardware wallets that can’t display the message show its SHA-256.')}
      </p>
      <RawRows
        rows={[
          [translate('Message hash (base58)'), encodeBase58(decodeHex(digest))],
          ['SHA-256 (hex)', digest],
        ]}
      />
      <h3 className="mt-6 mb-2 font-semibold">{translate('Solana instructions')}</h3>
      <ol className="flex flex-col gap-4">
        {instructions.map((instruction, index) => (
          <Instruction
            // The list is constant.
            key={`${index}${instruction.data}`}
            number={index + 1}
            instruction={instruction}
            fact={facts[index]}
          />
        ))}
      </ol>
    </>
  )
}

export declare namespace RawSolana {
  type Props = { operation: SolanaOperationFacts }
}

function Instruction(props: {
  number: number
  instruction: SolanaOperationFacts['instructions'][number]
  fact: InstructionFact | undefined
}) {
  const { number, instruction, fact } = props
  const name = getInstructionName(fact)
  const names = getAccountNames(fact)
  return (
    <li aria-label={translate('Instruction {number}: {name}', { number, name })}>
      <h4 className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <span className="num text-ink-3">{number}</span>
        <span className="font-medium">{name}</span>
      </h4>
      <RawRows
        rows={[
          [translate('Program'), instruction.programId],
          ...instruction.keys.map(
            ({ pubkey, ...rights }, index) =>
              [
                `${names[index] ?? translate('account {number}', { number: index + 1 })}${formatRights(rights)}`,
                pubkey,
              ] as const,
          ),
          ...getInstructionFields(fact),
          [translate('Data (hex)'), instruction.data],
        ]}
      />
    </li>
  )
}

function formatRights({
  isSigner,
  isWritable,
}: {
  isSigner: boolean
  isWritable: boolean
}): string {
  const rights = [
    isSigner ? translate('signer') : [],
    isWritable ? translate('writable') : [],
  ].flat()
  return rights.length === 0 ? '' : ` (${rights.join(', ')})`
}
