import { Route, Router, Switch, useLocation } from 'wouter'
import { isOpenTo, routes } from '../routes.ts'
import { Boundary } from './boundary.tsx'
import { LanguageProvider } from './language.tsx'
import { Layout } from './layout.tsx'
import { LoadedPage } from './loaded-page.tsx'
import { useSession } from './session.ts'
import { SessionGate } from './session-gate.tsx'
import { applyKeptTheme } from './theme.ts'
import { UnknownPage } from './unknown-page.tsx'

applyKeptTheme()

export const App = () => (
  <LanguageProvider>
    <Router base="/console">
      <SessionGate>
        <Layout>
          <Pages />
        </Layout>
      </SessionGate>
    </Router>
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
