import type { ComponentProps } from 'react'

/**
 * A button that cannot be pressed twice while its work is under way. It keeps the focus meanwhile. The second click of
 * a double click is nobody's wish, even where it comes before the first was seen.
 */
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
    onClick={(event) => (isBusy || event.detail > 1 ? event.preventDefault() : onClick?.(event))}
  />
)
