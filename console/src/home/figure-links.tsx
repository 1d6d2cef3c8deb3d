import type { ReactNode } from 'react'
import { Link } from 'wouter'

export type Figure = {
  readonly label: string
  readonly value: string | number
  /** The list that the number counts. */
  readonly href: string
  readonly note?: ReactNode
  /** Something to act on, where the number is not zero. */
  readonly isLoud?: boolean
}

/** Numbers that matter, each a link to what it counts. */
export const FigureLinks = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <ul className="figures">
    {figures.map(({ label, value, href, note, isLoud }) => (
      <li key={label}>
        <Link href={href} className={isLoud ? 'loud' : isZero(value) ? 'zero' : undefined}>
          <strong className="number">{value}</strong>
          <span>{label}</span>
        </Link>
        {note !== undefined && <small className="muted">{note}</small>}
      </li>
    ))}
  </ul>
)

const isZero = (value: string | number): boolean => /^\D*0(,00)?$/.test(String(value))
