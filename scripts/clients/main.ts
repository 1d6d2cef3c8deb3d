import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { newWebhookSecret, signatureHeaders } from '../../service/src/features/alerts/webhooks/signature.ts'
import { type RunningService, runService } from '../../service/testing/running-service.ts'
import { mavenCentral, type PinnedFile, pinnedFile } from '../pinned-file.ts'
import { type ClientLanguage, languages } from './languages.ts'

const generator: PinnedFile = {
  address: `${mavenCentral}/org/openapitools/openapi-generator-cli/7.17.0/openapi-generator-cli-7.17.0.jar`,
  sha256: '25d6bd8273dd2be99979d544b62ea43f0ce1975f1aa582678b5093d1e7fcfce8',
}

/** What every example prints against the sandbox, in this order. */
const expected = [
  /^token: Bearer$/m,
  /^person: BRUNO DE EXEMPLO$/m,
  /^company: 99999001000159$/m,
  /^debt: waiting$/m,
  /^problem: 422 document_invalid$/m,
  /^signature: valid$/m,
]

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/**
 * `npm run clients [NAME…]` generates a client of each language from the contract, compiles those whose tools are on
 * this machine, and runs a program with each against a sandbox. Exits 1 when one that could be tried fails.
 */
async function tryClients(named: readonly string[]): Promise<number> {
  if (!has('java')) {
    print('There is no Java on this machine, and the generator needs it: nothing was generated.')
    return 1
  }
  const jar = await pinnedFile(generator)
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-clients-'))
  const service = await runService()
  let failures = 0
  try {
    const contract = join(scratch, 'openapi.json')
    writeFileSync(contract, (await service.call('/openapi.json?versao=3.0')).text)
    const asked = await settingsOf(service)
    const chosen = languages.filter(({ name }) => named.length === 0 || named.includes(name))
    for (const language of chosen) {
      const outcome = await tryClient(
        language,
        { jar, contract, directory: join(scratch, language.generator) },
        asked,
      )
      print(`${language.name.padEnd(8)} ${outcome.text}`)
      if (outcome.isFailure) failures += 1
    }
  } finally {
    await service.close()
    rmSync(scratch, { recursive: true, force: true })
  }
  return failures === 0 ? 0 : 1
}

type Outcome = { readonly text: string; readonly isFailure: boolean }
type Place = { readonly jar: string; readonly contract: string; readonly directory: string }

async function tryClient(
  { generator: kind, options = [], tools, example, compile, run }: ClientLanguage,
  { jar, contract, directory }: Place,
  settings: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const failed = (step: string, said: string): Outcome => ({
    text: `${step} failed:\n${said}`,
    isFailure: true,
  })
  mkdirSync(directory)
  const generating = `java -jar ${jar} generate -i ${contract} -g ${kind} -o . ${options.join(' ')}`
  const generated = await shell(generating, directory)
  if (generated.code !== 0) return failed('generating', generated.said)
  const missing = tools.filter((one) => !has(one))
  if (missing.length > 0) {
    return { text: `generated; not compiled: ${missing.join(' and ')} not here`, isFailure: false }
  }
  cpSync(join(import.meta.dirname, '../../examples', example), join(directory, basename(example)))
  for (const command of compile) {
    const compiled = await shell(command, directory)
    if (compiled.code !== 0) return failed(`compiling (${command})`, compiled.said)
  }
  const ran = await shell(run, directory, settings)
  const unseen = expected.filter((pattern) => !pattern.test(ran.said))
  return ran.code === 0 && unseen.length === 0
    ? { text: 'generated, compiled and run', isFailure: false }
    : failed('running', `${ran.said}\nnot seen: ${unseen.join(' ')}`)
}

/** The service answers from this very process, which must not stand still meanwhile. */
async function shell(command: string, cwd: string, settings: Readonly<Record<string, string>> = {}) {
  const child = spawn('sh', ['-c', `{ ${command}; } 2>&1`], { cwd, env: { ...process.env, ...settings } })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { said, code: code as number | null }
}

/** Who the program is, and a message that the service signed. */
async function settingsOf(service: RunningService): Promise<Readonly<Record<string, string>>> {
  const { clientId, clientSecret, apiKey } = await service.newSession()
  const secret = newWebhookSecret()
  const message = { id: 'msg_1', sentAtMs: 1_763_000_000_000, body: '{"type":"listing.published"}' }
  const headers = signatureHeaders([newWebhookSecret(), secret], message)
  return {
    LASTRO_URL: service.url,
    LASTRO_CLIENT_ID: clientId,
    LASTRO_CLIENT_SECRET: clientSecret,
    LASTRO_API_KEY: apiKey,
    LASTRO_WEBHOOK_SECRET: secret,
    LASTRO_WEBHOOK_ID: headers['webhook-id'],
    LASTRO_WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
    LASTRO_WEBHOOK_BODY: message.body,
    LASTRO_WEBHOOK_SIGNATURE: headers['webhook-signature'],
  }
}

process.exitCode = await tryClients(process.argv.slice(2))
