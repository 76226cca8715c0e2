import { translate } from '../../../language/translate.ts'
import type { Caution, Description } from './description.ts'
import { parseMessage } from './parseMessage.ts'

/** Describes a message that is to be signed with its EIP-191 prefix. */
export function describeMessage(bytes: `0x${string}`): Description {
  const read = parseMessage(bytes)
  return {
    title: translate('Sign a message?'),
    approve: translate('Sign the message'),
    cautions: getMessageCautions(bytes),
    facts: [],
    content: {
      label: read.kind === 'text' ? translate('Message') : translate('Message, as bytes'),
      text: read.kind === 'text' ? read.text : bytes,
    },
  }
}

/** Finds the cautions about a message, which may be wrapped in typed data. */
export function getMessageCautions(bytes: `0x${string}`): readonly Caution[] {
  const read = parseMessage(bytes)
  switch (read.kind) {
    case 'hash':
      return [
        {
          tone: 'flare',
          title: translate('This is a hash, not a message'),
          body: translate(
            'It stands for something that cannot be seen here, and may move all you have. Reject it unless you computed it yourself.',
          ),
        },
      ]
    case 'bytes':
      return [
        {
          tone: 'buff',
          title: translate('This message cannot be read'),
          body: translate('It is not text. Who asks knows what it means; you cannot see it here.'),
        },
      ]
    case 'text':
      return [...(read.isHashSized ? [hashSized] : []), ...(read.isDeceptive ? [deceptive] : [])]
  }
}

const hashSized: Caution = {
  tone: 'flare',
  title: translate('This text may be a hash'),
  body: translate(
    'It has exactly the 32 bytes of a hash, and a hash can be chosen to read as text. It may stand for something that moves all you have. Reject it unless you know why it is asked.',
  ),
}

/** The caution about hidden characters in any text that is signed. */
export const deceptive: Caution = {
  tone: 'flare',
  title: translate('This text hides characters'),
  body: translate(
    'It holds characters that are not shown or turn the reading order, so it may say something else than it seems to.',
  ),
}
