import { Suspense } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { Loading } from '../parts/loading.tsx'
import { isOpenTo, navigationFor, routes } from '../routes.ts'
import { Boundary } from './boundary.tsx'
import { LanguageProvider } from './language.tsx'
import { Layout } from './layout.tsx'
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
  const [first] = navigationFor(user.roles).flatMap((area) => area.links)
  return (
    <Boundary at={path}>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/">{first !== undefined && <Redirect to={first.path} replace />}</Route>
          {routes
            .filter((one) => isOpenTo(user.roles, one))
            .map(({ path, page }) => (
              <Route key={path} path={path} component={page} />
            ))}
          <Route component={UnknownPage} />
        </Switch>
      </Suspense>
    </Boundary>
  )
}
