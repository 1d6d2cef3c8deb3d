import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorService } from '../../service/testing/services/operator-service.ts'

/** The release that is known to install and to find what it should. */
const schemathesis = 'schemathesis==4.32.5'

type Part = {
  readonly name: string
  /** Which paths of the contract. */
  readonly paths: string
  /** Below the address of the service. */
  readonly below: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * `npm run fuzz [COUNT]` lets schemathesis make up requests that the contract allows, so many for each operation, and
 * sends them to a service. Exits 1 when one of them is refused for its form, or answered with a 500.
 */
async function fuzz(count: number): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-fuzz-'))
  try {
    const program = install(scratch)
    if (program === undefined) {
      print('There is no Python with venv and pip on this machine: nothing was tried. Install python3-venv.')
      return 1
    }
    for (const name of ['hooks.py', 'schemathesis.toml'])
      cpSync(join(import.meta.dirname, name), join(scratch, name))
    return await tryAll(program, scratch, count)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function install(scratch: string): string | undefined {
  const place = join(scratch, 'python')
  const made = spawnSync('python3', ['-m', 'venv', place], { stdio: 'ignore' })
  if (made.status !== 0) return undefined
  const installed = spawnSync(join(place, 'bin/pip'), ['install', '--quiet', schemathesis], {
    stdio: 'ignore',
  })
  return installed.status === 0 ? join(place, 'bin/schemathesis') : undefined
}

async function tryAll(program: string, scratch: string, count: number): Promise<number> {
  const service = await operatorService('sqlite')
  try {
    const { token, apiKey } = await service.newSession()
    const parts: readonly Part[] = [
      {
        name: 'clients',
        paths: '^/(conta|negativacao|alertas|empresas|credito|relatorios)',
        below: '/sandbox',
        headers: { Authorization: `Bearer ${token}`, 'x-api-key': apiKey },
      },
      { name: 'everybody', paths: '^/(oauth|sandbox/documentos|demonstracao)', below: '', headers: {} },
      { name: 'the operator', paths: '^/operador', below: '', headers: service.signedIn },
    ]
    let failures = 0
    for (const part of parts) {
      const isRight = await tryPart(program, { scratch, count, url: service.url }, part)
      print(`${part.name}: ${isRight ? 'every request that the contract allows was taken' : 'see above'}`)
      if (!isRight) failures += 1
    }
    return failures === 0 ? 0 : 1
  } finally {
    await service.close()
  }
}

async function tryPart(
  program: string,
  { scratch, count, url }: { readonly scratch: string; readonly count: number; readonly url: string },
  { paths, below, headers }: Part,
): Promise<boolean> {
  const args = [
    ...['--config-file', 'schemathesis.toml', 'run', `${url}/openapi.json`, '--url', `${url}${below}`],
    ...[
      '--checks',
      'positive_data_acceptance,not_a_server_error',
      '--mode',
      'positive',
      '--continue-on-failure',
    ],
    ...['--phases', 'examples,coverage,fuzzing', '--max-examples', String(count), '--warnings', 'off'],
    ...['--include-path-regex', paths],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ]
  const child = spawn(program, args, { cwd: scratch, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  return code === 0
}

process.exitCode = await fuzz(Number(process.argv[2] ?? 25))
