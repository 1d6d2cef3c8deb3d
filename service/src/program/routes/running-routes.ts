import { messageTopics } from '../../features/alerts/message-topics.ts'
import { sealedAnswers } from '../../features/alerts/webhooks/sealed-answers.ts'
import { operatorRoutes } from '../../features/operator/operator-routes.ts'
import { paths } from '../../features/person/pages/paths.ts'
import { personPages } from '../../features/person/pages/person-pages.ts'
import { type IssuerSettings, openIssuer } from '../../features/person/sign-in/issuer.ts'
import { tallyMinutes } from '../../features/reports/source-tally.ts'
import { passwordHashing } from '../../features/users/sign-in/password-hash.ts'
import type { DeclaredSources } from '../../sources/outward/declared-sources.ts'
import { trySource } from '../../sources/outward/try-source.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Parts, TalliedSource } from '../parts.ts'
import { testDeps } from '../try-declared-source.ts'

/** What whoever runs the service does, and what people on file see of themselves. */
export function runningRoutes(deps: AppDeps, parts: Parts) {
  const { store, clock, log } = deps
  const { users, sources, record, products, reporting } = parts
  return [
    ...operatorRoutes({
      ...deps.operator,
      ...store,
      operator: users.operator,
      // Apart from those of sign-ins, so that a storm of them keeps no operator from working.
      passwords: passwordHashing(),
      // Some of the answers show a secret, once: what is kept to repeat them is sealed like the secret itself.
      idempotency: sealedAnswers(store.idempotency, deps.webhooks.seal),
      listing: deps.listings,
      readPublicData: deps.readPublicData,
      covering: { products, environments: reporting.environments },
      sources: {
        production: () =>
          [...sources.production, ...deps.declared.all().map(({ source }) => source)].map(figuresOf),
        sandbox: () => sources.sandbox.map(figuresOf),
      },
      declaring: {
        seal: deps.sourceSeal,
        addressRefusal: (url) => deps.webhooks.guard.refusal({ url, environment: 'production' }),
      },
      sourceStates: (id) => openOf(deps.declared, id)?.state(),
      lookAtSources: deps.declared.look,
      trySource: async (id, asked) => {
        const open = openOf(deps.declared, id)
        return open && trySource(testDeps(store, { clock, record }), open, asked)
      },
      countedMinutes: tallyMinutes,
      mayGiveUp: messageTopics,
      clock,
      newId: deps.listings.newId,
      onError: (error) => log.warn({ err: error }, 'a verification of the trail failed'),
    }),
    ...personPages({
      ...store,
      listing: deps.listings,
      readPublicData: deps.readPublicData,
      allowances: store.alerts.allowances,
      issuer: deps.issuer && openedIssuer(deps.issuer, deps),
      publicUrl: deps.signIn.publicUrl,
      trustedProxies: deps.trustedProxies,
      contact: deps.operator.contact,
      clock,
      newId: deps.listings.newId,
      onRefused: (refused) => log.warn(refused, 'a person on file was not let in'),
    }),
  ]
}

const openedIssuer = (settings: IssuerSettings, { clock, signIn }: AppDeps) => ({
  name: new URL(settings.issuer).host,
  by: openIssuer(settings, { clock, redirectUri: `${signIn.publicUrl ?? ''}${paths.back}` }),
})

const openOf = (declared: DeclaredSources, id: string) => declared.all().find((one) => one.declared.id === id)

const figuresOf = ({ name, tally }: TalliedSource) => ({ name, figures: () => tally.figures() })
