import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { Dialog, isDialogOpen } from '../parts/dialogs/dialog.tsx'
import type { NavigationLink } from '../routes.ts'
import { shellWords } from '../words/shell.ts'
import { useSay } from './language.tsx'

/** `g` and then a page's letter must come this close together. */
const chordMs = 1_500

type Opened = { readonly onHelp: () => void; readonly onFind: () => void }

/**
 * `?` lists the shortcuts, `/` goes to the page's field, `g` and a letter to a page; silent while somebody types.
 * Control and `k` finds anything, from a field too.
 */
export function useShortcuts(links: readonly NavigationLink[], { onHelp, onFind }: Opened): void {
  const [, navigate] = useLocation()
  const wentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isFind(event)) {
        event.preventDefault()
        onFind()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const isChord = event.timeStamp - wentAt.current < chordMs
      const link = isChord ? links.find((one) => one.letter === event.key) : undefined
      wentAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const field = event.key === '/' ? document.querySelector<HTMLElement>('[data-page-field]') : null
      if (link === undefined && field === null && event.key !== '?') return
      event.preventDefault()
      if (link !== undefined) navigate(link.path)
      else if (field !== null) field.focus()
      else onHelp()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [links, navigate, onHelp, onFind])
}

/** Not over a dialog: what is asked there is answered first. */
const isFind = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !isDialogOpen()

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [role="dialog"]') !== null

type ShortcutListProps = { readonly links: readonly NavigationLink[]; readonly onClose: () => void }

export function ShortcutList({ links, onClose }: ShortcutListProps) {
  const say = useSay(shellWords)
  return (
    <Dialog title={say('shortcuts')} onClose={onClose}>
      <dl className="keys">
        <Shortcut keys={['?']} text={say('shortcutHelp')} />
        <Shortcut keys={['/']} text={say('shortcutField')} />
        <Shortcut keys={['Ctrl', 'K']} text={say('findKey')} />
        {links.map(({ path, word, letter }) => (
          <Shortcut key={path} keys={['g', letter]} text={say('shortcutGo', { page: say(word) })} />
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
