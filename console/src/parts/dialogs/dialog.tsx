import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

type DialogProps = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }

/**
 * What stands before the page until it is answered: it holds the focus and gives it back. `onClose` is asked for by
 * Escape and by a click beside it; whoever opened it takes it away, or keeps it and asks first.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const opener = useRef<Element>(null)
  useLayoutEffect(
    () => () => {
      openerOfLast = opener.current
    },
    [],
  )
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal container={document.getElementById(dialogsId)}>
        <div className="backdrop">
          <Primitive.Content
            className="dialog"
            aria-modal="true"
            onOpenAutoFocus={() => {
              opener.current = isFocusFree() ? openerOfLast : document.activeElement
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              openerOfLast = null
              giveBackFocus(opener.current)
            }}
          >
            <Primitive.Title>{title}</Primitive.Title>
            {children}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

const dialogsId = 'dialogs'

/** Where the dialogs of a page are drawn: over all of it, and hidden with it when its session ends. */
export const Dialogs = () => <div id={dialogsId} />

export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null

/**
 * To whatever opened the dialog, unless something else has taken it meanwhile. What opened it may be gone with what it
 * changed: then the keyboard goes on from the dialog below it, or from the head of the page.
 */
function giveBackFocus(opener: Element | null): void {
  if (isFocusFree() && opener instanceof HTMLElement) opener.focus()
  const below = Array.from(document.querySelectorAll<HTMLElement>('[role="dialog"]')).at(-1)
  if (isFocusFree()) (below ?? document.querySelector<HTMLElement>('main h1'))?.focus()
}

/** Where one dialog takes the place of another, both were opened by what opened the first. */
let openerOfLast: Element | null = null

const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body
