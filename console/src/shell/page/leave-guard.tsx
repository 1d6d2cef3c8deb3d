import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { AskToLeave } from '../../parts/dialogs/ask-to-leave.tsx'
import { hasUnsaved } from '../../parts/forms/unsaved.ts'

/** The console's addresses; whoever would go to another with something unsaved is asked first. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [leaving, setLeaving] = useState<() => unknown>()
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
  const leave = async () => {
    isAllowed.current = true
    setLeaving(undefined)
    // A step back is taken by the browser later, and is the same step.
    await leaving?.()
    requestAnimationFrame(() => {
      isAllowed.current = false
    })
  }
  return (
    <Router base="/console" aroundNav={around}>
      {children}
      {leaving !== undefined && (
        <AskToLeave onStay={() => setLeaving(undefined)} onLeave={() => void leave()} />
      )}
    </Router>
  )
}

/** The browser's own steps through the pages, in those browsers that let a page hold them. */
function whenGoingBack(mustAsk: () => boolean, ask: (go: () => unknown) => void): () => void {
  const { navigation } = window as { readonly navigation?: Steps }
  const held = (event: Step) => {
    if (event.navigationType !== 'traverse' || !event.cancelable || !mustAsk()) return
    event.preventDefault()
    ask(() => navigation?.traverseTo(event.destination.key).finished.catch(() => undefined))
  }
  navigation?.addEventListener('navigate', held)
  return () => navigation?.removeEventListener('navigate', held)
}

/** What is used of the Navigation API, which not every browser has. */
type Step = Event & { readonly navigationType: string; readonly destination: { readonly key: string } }
type Steps = {
  readonly addEventListener: (name: 'navigate', listener: (event: Step) => void) => void
  readonly removeEventListener: (name: 'navigate', listener: (event: Step) => void) => void
  readonly traverseTo: (key: string) => { readonly finished: Promise<unknown> }
}
