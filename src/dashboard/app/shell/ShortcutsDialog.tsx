import { Dialog } from '../../components/overlays/Dialog.tsx'
import { translate } from '../../language/translate.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const shortcuts = [
  { keys: ['/'], does: translate('Search assets on Balances and Swap, or recipients on Send') },
  {
    keys: [isApple ? translate('Cmd') : translate('Ctrl'), translate('Enter')],
    does: translate('Press the main button on the page'),
  },
  {
    keys: [isApple ? translate('Cmd') : translate('Ctrl'), 'V'],
    does: translate('On Balances: view the address you copied'),
  },
  { keys: ['?'], does: translate('Show keyboard shortcuts') },
  { keys: [translate('Esc')], does: translate('Close without changes') },
  {
    keys: [translate('Up'), translate('Down')],
    does: translate('Move through a list; Enter selects'),
  },
  {
    keys: [translate('Left'), translate('Right')],
    does: translate('Hide or show an asset’s chains in a list'),
  },
]

/** The list of keyboard shortcuts. */
export function ShortcutsDialog(props: { onClose: () => void }) {
  return (
    <Dialog isOpen title={translate('Keyboard shortcuts')} onClose={props.onClose}>
      <dl className="rule">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="kv items-center">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="mono rounded-sm border border-line-strong px-1.5 text-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
