import { Suspense } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
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
          <Boundary>
            <Suspense fallback={<Loading />}>
              <Pages />
            </Suspense>
          </Boundary>
        </Layout>
      </SessionGate>
    </Router>
  </LanguageProvider>
)

function Pages() {
  const { user } = useSession()
  const [first] = navigationFor(user.roles).flatMap((area) => area.links)
  return (
    <Switch>
      <Route path="/">{first !== undefined && <Redirect to={first.path} replace />}</Route>
      {routes
        .filter((one) => isOpenTo(user.roles, one))
        .map(({ path, page }) => (
          <Route key={path} path={path} component={page} />
        ))}
      <Route component={UnknownPage} />
    </Switch>
  )
}
