import { Dialog } from '../../parts/dialogs/dialog.tsx'
import type { NavigationLink } from '../../routes.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { shortcutWords } from '../../words/shell/shortcuts.ts'
import { useSay } from '../language.tsx'

type ShortcutListProps = { readonly links: readonly NavigationLink[]; readonly onClose: () => void }

/** Every shortcut, for whoever asks. Loaded when somebody does. */
export function ShortcutList({ links, onClose }: ShortcutListProps) {
  const say = useSay(shellWords)
  const tell = useSay(shortcutWords)
  return (
    <Dialog title={tell('shortcuts')} onClose={onClose}>
      <dl className="keys">
        <Shortcut keys={['?']} text={tell('shortcutHelp')} />
        <Shortcut keys={['/']} text={tell('shortcutField')} />
        <Shortcut keys={['Ctrl', 'K']} text={say('findKey')} />
        {links.map(({ path, word, letter }) => (
          <Shortcut key={path} keys={['g', letter]} text={tell('shortcutGo', { page: say(word) })} />
        ))}
      </dl>
      <div className="acts">
        <button type="button" onClick={onClose}>
          {say('close')}
        </button>
      </div>
    </Dialog>
  )
}

const Shortcut = ({ keys, text }: { readonly keys: readonly string[]; readonly text: string }) => (
  <div>
    <dt>
      {keys.map((one) => (
        <kbd key={one}>{one}</kbd>
      ))}
    </dt>
    <dd>{text}</dd>
  </div>
)
