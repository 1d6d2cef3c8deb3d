import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type DialogProps = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }

/**
 * The browser's own dialog: it holds the focus and gives it back. `onClose` is asked for by Escape; whoever opened it
 * takes it away, or keeps it and asks first.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed while it still stands in the page: out of it, a dialog gives the focus back to nobody.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => {
      opened?.close()
      requestAnimationFrame(keepPlace)
    }
  }, [])
  const closed = () => {
    // A second Escape closes it whatever we say: it is opened again where it was to be kept.
    if (dialog.current === null) return
    onClose()
    requestAnimationFrame(() => {
      if (dialog.current?.isConnected && !dialog.current.open) dialog.current.showModal()
    })
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={closed}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

/** What opened a dialog may be gone with what it changed: then the keyboard goes on from the head of the page. */
function keepPlace(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
}
