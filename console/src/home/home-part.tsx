import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Answered } from '../parts/answered.tsx'

type HomePartProps<Data> = {
  readonly title: string
  /** Where the whole of it is, and what that is called. */
  readonly to?: { readonly href: string; readonly text: string }
  readonly query: Parameters<typeof Answered<Data>>[0]['query']
  readonly children: (data: Data) => ReactNode
}

/** A part of a home, asked for by itself: where it fails it says so, and the others stand. */
export const HomePart = <Data,>({ title, to, query, children }: HomePartProps<Data>) => (
  <section className="panel home-part">
    <h2>{title}</h2>
    <Answered query={query}>{children}</Answered>
    {to !== undefined && (
      <p className="small">
        <Link href={to.href}>{to.text}</Link>
      </p>
    )}
  </section>
)
