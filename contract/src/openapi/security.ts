import type { Operation } from '../operation.ts'
import type { Language } from '../text.ts'
import { csrfHeaderName, hostSessionCookie, sessionCookie, sessionPath } from '../users/sessions.ts'
import type { Json } from './components.ts'

/** What an operation asks of its caller. */
export function securityOf({ credentials, method }: Operation): Json[] {
  // Reading needs the cookie alone: a foreign page can make a browser read, and cannot see what it read.
  const session = method === 'GET' ? { sessionCookie: [] } : { sessionCookie: [], csrfToken: [] }
  const security: Record<Operation['credentials'], Json[]> = {
    query: [{ accessToken: [], apiKey: [] }, session],
    client: [{ clientSecret: [] }, {}],
    session: [session],
    operator: [session],
    noticeReports: [{ noticeReportToken: [] }],
    none: [],
  }
  return security[credentials]
}

export const securitySchemes = (language: Language): Json => ({
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: language === 'pt' ? 'Token de POST /oauth/token.' : 'Token from POST /oauth/token.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: language === 'pt' ? 'Chave do cliente.' : 'Key of the client.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      language === 'pt'
        ? `Sessão de POST ${sessionPath}, sem Authorization. Sob https o cookie se chama ${hostSessionCookie}.`
        : `Session from POST ${sessionPath}, without Authorization. Under https the cookie is ${hostSessionCookie}.`,
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: csrfHeaderName,
    description: language === 'pt' ? 'O csrfToken da sessão.' : 'The csrfToken of the session.',
  },
  noticeReportToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      language === 'pt'
        ? 'O valor de LASTRO_NOTICE_REPORT_TOKEN.'
        : 'The value of LASTRO_NOTICE_REPORT_TOKEN.',
  },
  clientSecret: {
    type: 'http',
    scheme: 'basic',
    description:
      language === 'pt'
        ? 'clientId e clientSecret; também no corpo.'
        : 'clientId and clientSecret; also in the body.',
  },
})
