import type { ReactNode } from 'react'

type ScrolledTableProps = {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

/** Around a table that scrolls within itself, so that the page never scrolls sideways. */
export const ScrolledTable = ({ label, className, children }: ScrolledTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className={`scroll ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
