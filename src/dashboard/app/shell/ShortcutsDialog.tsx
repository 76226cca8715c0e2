import { Dialog } from '../../components/overlays/Dialog.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const shortcuts = [
  { keys: ['/'], does: 'Search assets, on Balances and Swap, or recipients on Send' },
  { keys: [isApple ? 'Cmd' : 'Ctrl', 'Enter'], does: 'Do what the main button of the page says' },
  { keys: ['?'], does: 'Show these shortcuts' },
  { keys: ['Esc'], does: 'Close what is open, change nothing' },
  { keys: ['Up', 'Down'], does: 'Move in a list, Enter chooses' },
  { keys: ['Left', 'Right'], does: 'Hide or show the chains of an asset in its list' },
]

/** The list of keyboard shortcuts. */
export function ShortcutsDialog(props: { onClose: () => void }) {
  return (
    <Dialog isOpen title="Keyboard shortcuts" onClose={props.onClose}>
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
