import type { ReactNode } from 'react'
import { Choices } from './choices.tsx'
import { SkipLink } from './keys/skip-link.tsx'

/** The frame where nobody has signed in. */
export function LoneLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="lone">
      <SkipLink />
      <header className="bar">
        <span className="brand">Lastro</span>
        <div className="who">
          <Choices />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
