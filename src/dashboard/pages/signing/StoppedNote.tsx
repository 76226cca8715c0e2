import { Note } from '../../components/Note.tsx'
import { useSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { type SignerKeys, useSignerKeys } from '../../wallets/useSignerKeys.ts'

/** Says that a review was stopped, because other keys would have to sign now than when it began. */
export function StoppedNote(props: StoppedNote.Props) {
  const { before } = props
  const { solana } = useSignerKeys()
  const { problem } = useSolanaWallets()
  const isLeft = before.solana !== undefined && solana === undefined
  return (
    <div className="mb-6">
      <Note
        tone="buff"
        isAlert
        title={
          isLeft
            ? (problem ?? 'The Solana wallet is not connected any more.')
            : 'The wallet changed its account'
        }
      >
        The review was stopped, because it was for another account. Nothing was sent.
      </Note>
    </div>
  )
}

export declare namespace StoppedNote {
  type Props = {
    /** The keys that the review began with. */
    before: SignerKeys
  }
}
