import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link, useLocation } from 'wouter'
import { navigationFor, nearestLink } from '../../routes.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { useSay } from '../language.tsx'
import { useSession } from '../session/session.ts'

/** The way back up from a page that has no link of its own; its name is the heading below. */
export function Breadcrumbs() {
  const say = useSay(shellWords)
  const { user } = useSession()
  const [path] = useLocation()
  const areas = navigationFor(user.roles)
  const link = nearestLink(
    path,
    areas.flatMap((one) => one.links),
  )
  const area = areas.find((one) => one.links.some(({ path: to }) => to === link?.path))
  if (link === undefined || area === undefined || link.path === path) return null
  return (
    <nav className="breadcrumbs no-print" aria-label={say('whereabouts')}>
      <ol>
        <li>{say(area.area)}</li>
        <li>
          <ChevronRight className="icon" aria-hidden="true" />
          <Link href={link.path}>{say(link.word)}</Link>
        </li>
      </ol>
    </nav>
  )
}
