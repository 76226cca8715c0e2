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
            'You can’t see here what it stands for, and it may move everything you have. Reject it unless you computed it yourself.',
          ),
        },
      ]
    case 'bytes':
      return [
        {
          tone: 'buff',
          title: translate('This message can’t be read'),
          body: translate(
            'It isn’t text, so you can’t see what it means. Reject it unless you know who asks and why.',
          ),
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
    'It’s exactly 32 bytes, like a hash, and a hash can be made to read as text. It may move everything you have. Reject it unless you know why it’s requested.',
  ),
}

/** The caution about hidden characters in any text that is signed. */
export const deceptive: Caution = {
  tone: 'flare',
  title: translate('This text contains hidden characters'),
  body: translate(
    'Some characters are invisible or reverse the text direction, so it may not say what it appears to.',
  ),
}
