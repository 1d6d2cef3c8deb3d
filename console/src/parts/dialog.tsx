import { type ReactNode, useEffect, useId, useRef } from 'react'

type DialogProps = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }

/** The browser's own dialog: it holds the focus, closes with Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose} onCancel={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
