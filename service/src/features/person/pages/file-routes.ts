import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import { PersonCorrectionRequest, PersonDisputeRequest } from '@lastro/contract/person/person-requests.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import { Type } from 'typebox'
import { readForm } from '../../../http/body/read-form.ts'
import { validator } from '../../../http/body/validate.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import { queryOf } from '../../../http/query/query-of.ts'
import type { Reply } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import { languageAsked } from '../../../pages/drawing/page.ts'
import type { Act } from '../../acts/on-record.ts'
import { ownOrigin } from '../../users/sessions/own-origin.ts'
import { csrfTokenFits, sessionHash } from '../../users/sessions/session-secret.ts'
import { fileOf } from '../give-file.ts'
import { letterLanguage, letterReply } from '../letter-reply.ts'
import { openCorrection, openDispute, type RequestOpened } from '../open-request.ts'
import { fileOutline } from '../words/file-outline.ts'
import { correctionBody, fileBody, listingBody } from './draw-file.ts'
import { drawPage, saying } from './draw-page.ts'
import { askedFor, fileLooks, letters } from './page-allowances.ts'
import type { PersonPageDeps } from './page-deps.ts'
import { pageTexts as texts } from './page-texts.ts'
import { listingPath, paths } from './paths.ts'
import { personAct } from './person-act.ts'
import { seeOther, tooMany } from './sign-in-routes.ts'
import { personCookie, type SignedInPerson, signedInPerson } from './signed-in.ts'

type Fields = Readonly<Record<string, string>>

/** What somebody who is signed in sees and asks for: the own file, and nobody else's. */
export function fileRoutes(deps: PersonPageDeps): Route[] {
  const route = (
    operation: string,
    method: Route['method'],
    path: string,
    handle: (call: Call) => Promise<Outcome>,
    produces: Route['produces'] = ['text/html'],
  ): Route => ({ operation, method, path, produces, isDoneAnyway: true, handle })
  const own = (work: (person: SignedInPerson, call: Call) => Promise<Reply>) => async (call: Call) => {
    const person = await signedInPerson(deps, call)
    return person === undefined ? notSignedIn(call) : work(person, call)
  }
  const sent = (work: (person: SignedInPerson, call: Call, fields: Fields) => Promise<Reply>) =>
    own(async (person, call) => {
      const form = await readForm(call)
      // A forged form brings neither our origin nor the token of the page.
      const isForged =
        isRefusal(form) ||
        !ownOrigin(call.headers, deps.publicUrl) ||
        !csrfTokenFits(person.secret, form.fields.csrf)
      return isForged ? notSent(person) : work(person, call, form.fields)
    })
  return [
    route(
      'titularArquivo',
      'GET',
      paths.file,
      own((person, call) => file(deps, person, call)),
    ),
    route(
      'titularCarta',
      'GET',
      paths.letter,
      own((person, call) => letter(deps, person, call)),
      ['application/pdf', 'text/html'],
    ),
    route(
      'titularAnotacao',
      'GET',
      paths.listing,
      own((person, call) => listing(deps, person, call)),
    ),
    route(
      'titularContesta',
      'POST',
      paths.listing,
      sent((person, call, fields) => dispute(deps, person, call, fields)),
    ),
    route(
      'titularCorrecao',
      'GET',
      paths.correction,
      own(async (person) => correction(person)),
    ),
    route(
      'titularCorrige',
      'POST',
      paths.correction,
      sent((person, call, fields) => correct(deps, person, call, fields)),
    ),
    route(
      'titularSai',
      'POST',
      paths.signOut,
      sent((person, call) => signOut(deps, person, call)),
    ),
  ]
}

function notSignedIn(call: Call): Reply {
  const language = languageAsked(call)
  return drawPage({
    language,
    title: texts.notSignedIn[language],
    path: paths.start,
    status: 401,
    body: saying(texts.notSignedInAbout[language], { href: paths.start, text: texts.signInTitle[language] }),
  })
}

const notSent = ({ language, csrf }: SignedInPerson): Reply =>
  drawPage({
    language,
    csrf,
    title: texts.notSent[language],
    path: paths.file,
    status: 403,
    body: saying(texts.formOld[language], { href: paths.file, text: texts.file[language] }),
  })

/** The request for access that the session is, with what it asked for. */
async function collected(
  deps: PersonPageDeps,
  { session }: SignedInPerson,
  language: SignedInPerson['language'],
): Promise<PersonFile> {
  const request = await deps.requests.find(session.requestId)
  // The session was opened with it, and requests are never deleted.
  if (request === undefined) throw new Error('A session without its request')
  return fileOf(deps, request, language)
}

async function file(deps: PersonPageDeps, person: SignedInPerson, call: Call): Promise<Reply> {
  const { session, language, csrf } = person
  const limited = await tooMany(deps, [fileLooks(session.document)], language, csrf)
  if (limited !== undefined) return limited
  return personAct(deps, call, 'titularArquivo', async (act) => {
    act.target = session.requestId
    const outline = fileOutline(await collected(deps, person, language), language, deps.contact)
    const isSent = new URLSearchParams(queryOf(call.request.url)).has('registrado')
    return drawPage({
      language,
      csrf,
      title: outline.title,
      path: paths.file,
      body: fileBody(outline, isSent ? texts.sent[language] : undefined),
    })
  })
}

async function letter(deps: PersonPageDeps, person: SignedInPerson, call: Call): Promise<Reply> {
  const { session, language, csrf } = person
  const limited = await tooMany(deps, [letters(session.document)], language, csrf)
  if (limited !== undefined) return limited
  return personAct(deps, call, 'titularCarta', async (act) => {
    act.target = session.requestId
    return letterReply(await collected(deps, person, letterLanguage), deps.contact)
  })
}

async function listing(deps: PersonPageDeps, person: SignedInPerson, call: Call): Promise<Reply> {
  const { session, language, csrf } = person
  const limited = await tooMany(deps, [fileLooks(session.document)], language, csrf)
  if (limited !== undefined) return limited
  return personAct(deps, call, 'titularArquivo', (act) => listingPage(deps, person, call, act))
}

const listingIdOf = ({ request }: Call): string => matchPath(paths.listing, pathOf(request.url))?.id ?? ''

type Said = { readonly wrong?: string; readonly typed?: string; readonly status?: number }

/** A listing of the own file; another's is not told from one that never was. */
async function listingPage(
  deps: PersonPageDeps,
  person: SignedInPerson,
  call: Call,
  act: Act,
  { status = 200, ...said }: Said = {},
): Promise<Reply> {
  const { language, csrf } = person
  const id = listingIdOf(call)
  const whole = await collected(deps, person, language)
  const item = fileOutline(whole, language, deps.contact)
    .sections.flatMap(({ items }) => items)
    .find((one) => one.listingId === id)
  if (item === undefined) {
    act.outcome = 'not_on_file'
    return notOnFile(person)
  }
  act.target = id
  return drawPage({
    language,
    csrf,
    title: item.heading,
    path: listingPath(id),
    status,
    body: listingBody({ item, id, language, csrf, ...said }),
  })
}

const notOnFile = ({ language, csrf }: SignedInPerson): Reply =>
  drawPage({
    language,
    csrf,
    title: texts.notOnFile[language],
    path: paths.file,
    status: 404,
    body: saying(texts.notOnFileAbout[language], { href: paths.file, text: texts.file[language] }),
  })

const asking = ({ session }: SignedInPerson) =>
  ({ channel: 'person', by: undefined, identity: session.identity }) as const

async function dispute(
  deps: PersonPageDeps,
  person: SignedInPerson,
  call: Call,
  fields: Fields,
): Promise<Reply> {
  const { session, language, csrf } = person
  const limited = await tooMany(deps, [askedFor(session.document)], language, csrf)
  if (limited !== undefined) return limited
  return personAct(deps, call, 'titularContesta', async (act) => {
    const statement = said(fields.statement)
    if (!disputeForm.accepts({ statement })) {
      act.outcome = 'body_invalid'
      return listingPage(
        deps,
        person,
        call,
        { ...act },
        {
          wrong: texts.formWrong[language],
          typed: statement,
          status: 400,
        },
      )
    }
    const { document } = session
    const asked = { document, listingId: listingIdOf(call), statement, asking: asking(person) }
    const opened = await openDispute(deps, asked)
    const failed = failure(opened)
    if (failed === undefined) return requestMade(opened, act)
    act.outcome = failed
    if (failed === 'not_on_file') return notOnFile(person)
    const wrong = (failed === 'listing_busy' ? texts.busy : texts.cannotDispute)[language]
    return listingPage(deps, person, call, { ...act }, { wrong, typed: statement, status: 409 })
  })
}

/** The code that the same refusal has over HTTP. */
function failure(opened: RequestOpened): 'not_on_file' | 'listing_busy' | 'listing_state' | undefined {
  if (opened.kind === 'opened') return undefined
  if (opened.kind === 'refused') return 'listing_state'
  return opened.kind === 'busy' ? 'listing_busy' : 'not_on_file'
}

function requestMade(opened: RequestOpened, act: Act): Reply {
  act.target = opened.kind === 'opened' ? opened.request.id : undefined
  return seeOther(`${paths.file}?registrado=1#requests`)
}

const correction = ({ language, csrf }: SignedInPerson, more: CorrectionSaid = {}): Reply =>
  drawPage({
    language,
    csrf,
    title: texts.correctionTitle[language],
    path: paths.correction,
    status: more.wrong === undefined ? 200 : 400,
    body: correctionBody({ language, csrf, ...more }),
  })

type CorrectionSaid = { readonly wrong?: string; readonly typed?: Fields }

async function correct(
  deps: PersonPageDeps,
  person: SignedInPerson,
  call: Call,
  fields: Fields,
): Promise<Reply> {
  const { session, language, csrf } = person
  const limited = await tooMany(deps, [askedFor(session.document)], language, csrf)
  if (limited !== undefined) return limited
  return personAct(deps, call, 'titularCorrige', async (act) => {
    const form = {
      subject: fields.subject,
      field: said(fields.field),
      statement: said(fields.statement),
    }
    // A listing is disputed on its own page.
    if (!correctionForm.accepts(form) || form.subject === 'listing') {
      act.outcome = 'body_invalid'
      return correction(person, { wrong: texts.formWrong[language], typed: fields })
    }
    const { document } = session
    const asked = { ...form, document, listingId: undefined, asking: asking(person) }
    return requestMade(await openCorrection(deps, asked), act)
  })
}

/** Browsers send line breaks as two signs. */
const said = (text = ''): string => text.replaceAll('\r\n', '\n').trim()

const disputeForm = validator(Type.Pick(PersonDisputeRequest, ['statement']))
const correctionForm = validator(Type.Pick(PersonCorrectionRequest, ['subject', 'field', 'statement']))

async function signOut(
  deps: PersonPageDeps,
  { secret, language }: SignedInPerson,
  call: Call,
): Promise<Reply> {
  return personAct(deps, call, 'titularSai', async () => {
    await deps.personSessions.end(sessionHash(secret))
    const issuer = deps.issuer?.name ?? ''
    return drawPage({
      language,
      title: texts.signedOut[language],
      path: paths.start,
      headers: { 'Set-Cookie': personCookie(deps).clear() },
      body: saying(fill(texts.signedOutAbout[language], { issuer }), {
        href: paths.start,
        text: texts.signInTitle[language],
      }),
    })
  })
}
