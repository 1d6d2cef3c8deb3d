import { printable } from '@lastro/reading/value-text.ts'
import LogOut from 'lucide-react/icons/log-out'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import UserRound from 'lucide-react/icons/user-round'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialogs } from '../parts/dialogs/dialog.tsx'
import { Tip } from '../parts/tip.tsx'
import { type NavigationArea, type NavigationLink, navigationFor, nearestLink } from '../routes.ts'
import { shellWords } from '../words/shell/shell.ts'
import { Choices } from './choices.tsx'
import { useShortcuts } from './keys/shortcuts.tsx'
import { SkipLink } from './keys/skip-link.tsx'
import { useSay } from './language.tsx'
import { Breadcrumbs } from './page/breadcrumbs.tsx'
import { useLoaded } from './page/use-loaded.ts'
import { SandboxClock } from './session/sandbox-clock.tsx'
import { useSession } from './session/session.ts'

/** The frame of every page: where one is, where one can go, who one is. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const { user } = useSession()
  const [shown, setShown] = useState<'keys' | 'find'>()
  const navigation = navigationFor(user.roles)
  const links = navigation.flatMap((area) => area.links)
  const close = () => setShown(undefined)
  const { isOpen, button, toggle } = useFoldedMenu()
  useShortcuts(links, { onHelp: () => setShown('keys'), onFind: () => setShown('find') })
  return (
    <div className="frame">
      <SkipLink />
      <Bar isMenuOpen={isOpen} menuButton={button} onMenu={toggle} onFind={() => setShown('find')} />
      <Areas navigation={navigation} isOpen={isOpen} />
      <main id="content" className="page" tabIndex={-1}>
        <Breadcrumbs />
        {children}
      </main>
      {shown === 'keys' && <LoadedShortcuts links={links} onClose={close} />}
      {shown === 'find' && <LoadedFind onClose={close} />}
      <Dialogs />
    </div>
  )
}

const loadFind = async () => (await import('../find/find-dialog.tsx')).FindDialog

function LoadedFind({ onClose }: { readonly onClose: () => void }) {
  const FindDialog = useLoaded(loadFind)
  return FindDialog === undefined ? null : <FindDialog onClose={onClose} />
}

const loadShortcuts = async () => (await import('./keys/shortcut-list.tsx')).ShortcutList

type LoadedShortcutsProps = { readonly links: readonly NavigationLink[]; readonly onClose: () => void }

function LoadedShortcuts(props: LoadedShortcutsProps) {
  const ShortcutList = useLoaded(loadShortcuts)
  return ShortcutList === undefined ? null : <ShortcutList {...props} />
}

type BarProps = {
  readonly isMenuOpen: boolean
  readonly menuButton: RefObject<HTMLButtonElement | null>
  readonly onMenu: () => void
  readonly onFind: () => void
}

function Bar({ isMenuOpen, menuButton, onMenu, onFind }: BarProps) {
  const say = useSay(shellWords)
  const { user, signOut } = useSession()
  return (
    <header className="bar">
      <button
        type="button"
        className="plain menu-button"
        ref={menuButton}
        aria-label={say('menu')}
        aria-expanded={isMenuOpen}
        aria-controls="areas"
        onClick={onMenu}
      >
        <Menu className="icon" aria-hidden="true" />
      </button>
      <Link href="/" className="brand">
        Lastro
      </Link>
      {user.environment === 'sandbox' && <SandboxClock />}
      <div className="who">
        <Tip text={say('findKey')}>
          <button type="button" className="find" aria-keyshortcuts="Control+K" onClick={onFind}>
            <Search className="icon" aria-hidden="true" />
            <span className="unseen-narrow">{say('find')}</span>
          </button>
        </Tip>
        <SignedIn name={user.name} client={user.clientName} />
        <span className="wide-only">
          <Choices />
        </span>
        <Tip text={say('signOut')}>
          <button type="button" className="plain" aria-label={say('signOut')} onClick={() => void signOut()}>
            <LogOut className="icon" aria-hidden="true" />
          </button>
        </Tip>
      </div>
    </header>
  )
}

/** Whose work this is, and for which client. */
function SignedIn({ name, client }: { readonly name: string; readonly client: string | undefined }) {
  const say = useSay(shellWords)
  const label = [name, client].filter((one) => one !== undefined).map(printable)
  return (
    <Link href="/conta" className="signed-in">
      <UserRound className="icon" aria-hidden="true" />
      <span className="unseen">{say('signedIn')} </span>
      <span className="names unseen-narrow">
        <strong>{label[0]}</strong>
        {label[1] !== undefined && <small>{label[1]}</small>}
      </span>
    </Link>
  )
}

/** On a narrow screen the areas are behind a button: until somebody goes somewhere, or presses Escape. */
function useFoldedMenu() {
  const [openAt, setOpenAt] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const [path] = useLocation()
  const isOpen = openAt === path
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpenAt(undefined)
      button.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  return { isOpen, button, toggle: () => setOpenAt(isOpen ? undefined : path) }
}

type AreasProps = { readonly navigation: readonly NavigationArea[]; readonly isOpen: boolean }

function Areas({ navigation, isOpen }: AreasProps) {
  const say = useSay(shellWords)
  return (
    <nav id="areas" className={isOpen ? 'areas open' : 'areas'} aria-label={say('areas')}>
      <div>
        {navigation.map(({ area, links }) => (
          <Area key={area} title={say(area)} links={links} />
        ))}
        <p className="narrow-only">
          <Choices />
        </p>
      </div>
    </nav>
  )
}

function Area({ title, links }: { readonly title: string; readonly links: NavigationArea['links'] }) {
  const say = useSay(shellWords)
  const [path] = useLocation()
  // A page without a link of its own belongs to the nearest above it.
  const nearest = nearestLink(path, links)?.path
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
