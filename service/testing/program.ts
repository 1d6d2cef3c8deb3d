import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnvironment } from './child-environment.ts'
import { cleanUp } from './clean-up.ts'
import { programs } from './programs.ts'
import type { Session } from './running-service.ts'
import { freePort } from './servers/postgres-server.ts'
import { until } from './until.ts'

/** The real program in a process of its own, from when it answers. Whatever becomes of its test, it is ended with it. */
export type Program = {
  readonly url: string
  readonly child: ChildProcess
  /** As an operator stops it; says with which code it ended. */
  readonly stop: () => Promise<number | null>
}

type ProgramOptions = {
  /** A shell command to run first. */
  readonly before?: string
  readonly output?: string
  readonly service?: string
  readonly words?: readonly string[]
}

/** Starts the program in a shell, and waits until it is ready. */
export async function startProgram(
  settings: Readonly<Record<string, string>>,
  {
    before = 'true',
    output = '>/dev/null 2>&1',
    service = programs.service,
    words = [],
  }: ProgramOptions = {},
): Promise<Program> {
  const port = await freePort()
  const script = `${before}; exec "$0" "$@" ${output}`
  const child = spawn('bash', ['-c', script, process.execPath, service, ...words], {
    env: { ...childEnvironment(), PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  cleanUp(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await until(() => isReady(url), 'the program answers')
  return {
    url,
    child,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

export async function tokenOf(
  { url }: Pick<Program, 'url'>,
  client: Pick<Session, 'clientId' | 'clientSecret'>,
): Promise<string> {
  const answer = await fetch(`${url}/sandbox/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

/** A basic report of an invented person. */
export const queryReport = (
  { url }: Program,
  credential: { readonly token: string; readonly apiKey: string },
  requestId: string,
): Promise<Response> =>
  fetch(`${url}/sandbox/relatorioBasico/v2/consulta`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${credential.token}`,
      'x-api-key': credential.apiKey,
      'Content-Type': 'application/json',
      'X-Request-Id': requestId,
    },
    body: JSON.stringify({ documento: '52998224725' }),
  })
