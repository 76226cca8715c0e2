import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { useAddressNames } from './useAddressNames.ts'

/**
 * The field of a recipient. Until it is edited what is too long for it, an account on a named chain or,
 * on phones, any address, is called by its name, or by its address in short with the chain's name.
 */
export function RecipientField(props: RecipientField.Props) {
  const { value, ...rest } = props
  const [isEdited, setEdited] = useState(false)
  const names = useAddressNames()
  const chains = useChainIdentities()
  const read = isEdited ? undefined : readPastedAddress(value)
  const named = read?.kind === 'address' ? read : undefined
  const chain = named?.chainId && chains.get(named.chainId)
  const isNarrow = useSyncExternalStore(watchWidth, () => window.innerWidth < narrowPx)
  const short = named && (names.get(toAddressKey(named.address)) ?? shortenAddress(named.address))
  return (
    <Field
      {...rest}
      className="mono w-full min-w-0 bg-transparent outline-none"
      title={named && value}
      value={
        short !== undefined && chain
          ? translate('{recipient} on {chain}', { recipient: short, chain: chain.name })
          : ((isNarrow ? short : undefined) ?? value)
      }
      onFocus={({ target }) => {
        // What is typed next replaces the whole of it, as if it had stood there before.
        flushSync(() => setEdited(true))
        if (named && chain) target.select()
      }}
      onBlur={() => setEdited(false)}
    />
  )
}

export declare namespace RecipientField {
  type Props = Omit<
    ComponentProps<typeof Field>,
    'value' | 'className' | 'title' | 'onFocus' | 'onBlur'
  > & { value: string }
}

/** Below this width a whole address does not fit into the field. */
const narrowPx = 640

function watchWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
