import { printable } from '@lastro/reading/value-text.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { navigationFor } from '../routes.ts'
import { shellWords } from '../words/shell.ts'
import { Choices } from './choices.tsx'
import { useSay } from './language.tsx'
import { useSession } from './session.ts'
import { ShortcutList, useShortcuts } from './shortcuts.tsx'
import { SkipLink } from './skip-link.tsx'

/** The frame of every page: where one is, where one can go, who one is. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const say = useSay(shellWords)
  const { user, signOut } = useSession()
  const [showsKeys, setShowsKeys] = useState(false)
  const navigation = navigationFor(user.roles)
  const shown = useCurrentShown()
  useShortcuts(
    navigation.flatMap((area) => area.links),
    () => setShowsKeys(true),
  )
  return (
    <div className="frame">
      <SkipLink />
      <header className="bar">
        <Link href="/" className="brand">
          Lastro
        </Link>
        {user.environment === 'sandbox' && <span className="mark warn">{say('sandbox')}</span>}
        <div className="who">
          <span className="client">{printable(user.clientName ?? user.name)}</span>
          <Choices />
          <button type="button" className="plain" onClick={() => void signOut()}>
            {say('signOut')}
          </button>
        </div>
      </header>
      <nav className="areas" aria-label={say('areas')}>
        <div ref={shown}>
          {navigation.map(({ area, links }) => (
            <Area key={area} title={say(area)} links={links} />
          ))}
        </div>
      </nav>
      <main id="content" className="page" tabIndex={-1}>
        {children}
      </main>
      {showsKeys && (
        <ShortcutList links={navigation.flatMap((area) => area.links)} onClose={() => setShowsKeys(false)} />
      )}
    </div>
  )
}

/** On a narrow screen the areas are a row to be swiped: it is moved so that the current one can be seen. */
function useCurrentShown() {
  const row = useRef<HTMLDivElement>(null)
  const [path] = useLocation()
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[aria-current]`)
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - row.current.clientWidth / 3
  }, [path])
  return row
}

type AreaProps = { readonly title: string; readonly links: ReturnType<typeof navigationFor>[number]['links'] }

function Area({ title, links }: AreaProps) {
  const say = useSay(shellWords)
  const [path] = useLocation()
  // A page without a link of its own belongs to the nearest above it.
  const nearest = links
    .filter(({ path: to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]?.path
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {links.map(({ path: to, word }) => (
          <li key={to}>
            <Link href={to} aria-current={path === to ? 'page' : nearest === to ? 'true' : undefined}>
              {say(word)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
