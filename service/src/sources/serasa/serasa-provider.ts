import type { Provider } from '../outward/provider.ts'
import { sharedLogin } from '../outward/shared-login.ts'
import { askSerasa } from './ask-serasa.ts'
import { logIn, type SerasaToken } from './log-in.ts'
import { covered } from './plan-query.ts'

/** A paid bureau of the field: a login that lasts, one report for each type of document, and features that cost extra. */
export const serasaProvider: Provider = {
  covers: (type) => covered[type],
  openAccount: (deps) => {
    const login = sharedLogin<SerasaToken>({ clock: deps.clock, logIn: () => logIn(deps) })
    return { ask: (asked) => askSerasa({ ...deps, login }, asked) }
  },
}
