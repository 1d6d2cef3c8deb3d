import { cloneElement, type FocusEvent, type ReactElement, useEffect, useId, useState } from 'react'

type Told = { readonly 'aria-describedby'?: string | undefined }
type TipProps = { readonly text: string; readonly children: ReactElement<Told> }

/**
 * What a button does, beside it, for whoever points at it or comes to it by keyboard. It is no name: that is its own.
 * It stays while one points at the tip itself, and goes with Escape, a press of the pointer, or a page that scrolls.
 */
export function Tip({ text, children }: TipProps) {
  const id = useId()
  const [shown, setShown] = useState<Shown>()
  const hide = () => setShown(undefined)
  useEffect(() => (shown === undefined ? undefined : whenPassed(() => setShown(undefined))), [shown])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; it only sees who comes to the button.
    <span
      className="tipped"
      onPointerEnter={({ currentTarget, pointerType }) =>
        // A finger presses; it does not point.
        pointerType !== 'touch' && setShown({ beside: currentTarget.firstElementChild, how: 'pointer' })
      }
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => isByKeyboard(event) && setShown({ beside: event.target, how: 'keyboard' })}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': shown === undefined ? undefined : id })}
      {shown !== undefined && (
        <span
          role="tooltip"
          id={id}
          className={`tip by-${shown.how}`}
          popover="manual"
          ref={(tip) => place(tip, shown)}
        >
          {text}
        </span>
      )}
    </span>
  )
}

type Shown = { readonly beside: Element | null; readonly how: 'pointer' | 'keyboard' }

/** A dialog that closes gives the focus back, and nothing has to be said then. */
const isByKeyboard = ({ target }: FocusEvent): boolean => target.matches(':focus-visible')

/** Between a button and its tip, and between a tip and the edge of the window. */
const gapPx = 6

/** Above the button where there is room, else below it, and never beyond the window. */
function place(tip: HTMLElement | null, { beside }: Shown): void {
  if (tip === null || beside === null || tip.matches(':popover-open')) return
  tip.showPopover()
  const button = beside.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const above = button.top - height - gapPx
  const middle = button.left + (button.width - width) / 2
  const leftMax = document.documentElement.clientWidth - width - gapPx
  tip.style.top = `${above < gapPx ? button.bottom + gapPx : above}px`
  tip.style.left = `${Math.max(gapPx, Math.min(middle, leftMax))}px`
}

/** Whoever presses Escape has read it; and a page that scrolls moves the button away from it. */
function whenPassed(hide: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
  document.addEventListener('keydown', onKey)
  document.addEventListener('scroll', hide, true)
  return () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('scroll', hide, true)
  }
}
