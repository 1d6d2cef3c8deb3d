import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { isDialogOpen } from '../../parts/dialogs/dialog.tsx'
import type { NavigationLink } from '../../routes.ts'

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
