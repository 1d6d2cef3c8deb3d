import { Route, Switch, useLocation } from 'wouter'
import { isOpenTo, routes } from '../routes.ts'
import { LanguageProvider } from './language.tsx'
import { Layout } from './layout.tsx'
import { Boundary } from './page/boundary.tsx'
import { LeaveGuard } from './page/leave-guard.tsx'
import { LoadedPage } from './page/loaded-page.tsx'
import { UnknownPage } from './page/unknown-page.tsx'
import { useSession } from './session/session.ts'
import { SessionGate } from './session/session-gate.tsx'
import { applyKeptTheme } from './theme.ts'

applyKeptTheme()

export const App = () => (
  <LanguageProvider>
    <LeaveGuard>
      <SessionGate>
        <Layout>
          <Pages />
        </Layout>
      </SessionGate>
    </LeaveGuard>
  </LanguageProvider>
)

function Pages() {
  const { user } = useSession()
  const [path] = useLocation()
  return (
    <Boundary at={path}>
      <Switch>
        {routes
          .filter((one) => isOpenTo(user.roles, one))
          .map(({ path, page }) => (
            <Route key={path} path={path}>
              <LoadedPage load={page} />
            </Route>
          ))}
        <Route component={UnknownPage} />
      </Switch>
    </Boundary>
  )
}
