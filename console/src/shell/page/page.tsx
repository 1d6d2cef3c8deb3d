import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useNavigations } from '../navigations.ts'

type PageProps = {
  readonly title: string
  /** Whom or what it is about, where that has a name: the heading. The window keeps the title alone. */
  readonly subject?: string | undefined
  readonly lede?: string
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** A page: its heading, to which the focus goes when somebody comes here from another page, and what is below it. */
export function Page({ title, subject, lede, acts, children }: PageProps) {
  const heading = usePageHeading(title)
  return (
    <>
      <header className="page-head">
        <div>
          {subject !== undefined && <p className="kicker">{title}</p>}
          <h1 ref={heading} tabIndex={-1}>
            {subject ?? title}
          </h1>
        </div>
        {acts !== undefined && <div className="acts">{acts}</div>}
        {lede !== undefined && <p>{lede}</p>}
      </header>
      {children}
    </>
  )
}

/** Names the window and gives the heading the focus; for pages that draw a head of their own. */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigations = useNavigations()
  useEffect(() => {
    document.title = `${title} · Lastro`
  }, [title])
  useEffect(() => {
    if (navigations > 0) heading.current?.focus()
  }, [navigations])
  return heading
}
