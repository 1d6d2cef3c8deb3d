import { Route, Switch, useLocation } from 'wouter'
import { isOpenTo, routes } from '../routes.ts'
import { Boundary } from './boundary.tsx'
import { LanguageProvider } from './language.tsx'
import { Layout } from './layout.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LoadedPage } from './loaded-page.tsx'
import { useSession } from './session.ts'
import { SessionGate } from './session-gate.tsx'
import { applyKeptTheme } from './theme.ts'
import { UnknownPage } from './unknown-page.tsx'

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
