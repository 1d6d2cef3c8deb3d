import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { Dialog } from '../parts/forms/dialog.tsx'
import { hasUnsaved } from '../parts/forms/unsaved.ts'
import { shellWords } from '../words/shell.ts'
import { useSay } from './language.tsx'

/** The console's addresses; whoever would go to another with something unsaved is asked first. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [leaving, setLeaving] = useState<() => void>()
  /** Somebody said that it may be lost: the next step is not asked about. */
  const isAllowed = useRef(false)
  const around: AroundNavHandler = (navigate, to, options) => {
    if (isAllowed.current || !hasUnsaved()) return navigate(to, options)
    setLeaving(() => () => navigate(to, options))
  }
  useEffect(
    () =>
      whenGoingBack(
        () => !isAllowed.current && hasUnsaved(),
        (go) => setLeaving(() => go),
      ),
    [],
  )
  const leave = () => {
    isAllowed.current = true
    setLeaving(undefined)
    leaving?.()
    requestAnimationFrame(() => {
      isAllowed.current = false
    })
  }
  return (
    <Router base="/console" aroundNav={around}>
      {children}
      {leaving !== undefined && <AskToLeave onStay={() => setLeaving(undefined)} onLeave={leave} />}
    </Router>
  )
}

function AskToLeave({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const say = useSay(shellWords)
  return (
    <Dialog title={say('unsavedTitle')} onClose={onStay}>
      <p>{say('unsavedText')}</p>
      <div className="acts">
        <button type="button" className="danger" onClick={onLeave}>
          {say('leaveUnsaved')}
        </button>
        <button type="button" className="main" onClick={onStay}>
          {say('stay')}
        </button>
      </div>
    </Dialog>
  )
}

/** The browser's own steps through the pages, in those browsers that let a page hold them. */
function whenGoingBack(mustAsk: () => boolean, ask: (go: () => void) => void): () => void {
  const { navigation } = window as { readonly navigation?: Steps }
  const held = (event: Step) => {
    if (event.navigationType !== 'traverse' || !event.cancelable || !mustAsk()) return
    event.preventDefault()
    ask(() => navigation?.traverseTo(event.destination.key))
  }
  navigation?.addEventListener('navigate', held)
  return () => navigation?.removeEventListener('navigate', held)
}

/** What is used of the Navigation API, which not every browser has. */
type Step = Event & { readonly navigationType: string; readonly destination: { readonly key: string } }
type Steps = {
  readonly addEventListener: (name: 'navigate', listener: (event: Step) => void) => void
  readonly removeEventListener: (name: 'navigate', listener: (event: Step) => void) => void
  readonly traverseTo: (key: string) => void
}
