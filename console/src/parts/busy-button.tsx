import type { ComponentProps } from 'react'

/** A button that cannot be pressed twice while its work is under way. It keeps the focus meanwhile. */
export const BusyButton = ({
  isBusy,
  onClick,
  ...button
}: ComponentProps<'button'> & { readonly isBusy: boolean }) => (
  <button
    type="submit"
    {...button}
    aria-busy={isBusy}
    aria-disabled={isBusy}
    onClick={isBusy ? (event) => event.preventDefault() : onClick}
  />
)
