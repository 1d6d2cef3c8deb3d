import { Tooltip } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

/** What a button does, beside it, for whoever points at it or comes to it by keyboard. It is no name: that is its own. */
export const Tip = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <Tooltip.Root>
    <Tooltip.Trigger asChild onFocus={onlyByKeyboard}>
      {children}
    </Tooltip.Trigger>
    <Tooltip.Portal>
      <Tooltip.Content className="tip" sideOffset={6} collisionPadding={8}>
        {text}
      </Tooltip.Content>
    </Tooltip.Portal>
  </Tooltip.Root>
)

/** A dialog that closes gives the focus back, and nothing has to be said then. */
function onlyByKeyboard(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}
