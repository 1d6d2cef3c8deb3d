import type { Route } from '../../../http/route.ts'
import { fileRoutes } from './file-routes.ts'
import type { PersonPageDeps } from './page-deps.ts'
import { signInRoutes } from './sign-in-routes.ts'

/** The pages at `/titular`, for the person on file. Without an issuer they say how to reach the operator. */
export const personPages = (deps: PersonPageDeps): Route[] => [...signInRoutes(deps), ...fileRoutes(deps)]
